import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { sourceBatches } from './batches.ts';
import type { Row } from './rows.ts';
import { readOwnShape } from './shape.ts';

const MEGABYTE = 1024 ** 2;

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

test('A batch has a few megabytes at most, even when large rows follow many small ones', async () => {
  const { db, config } = database;
  const ids = Array.from({ length: 260 }, (_, at) => `mail-${String(at).padStart(4, '0')}`);
  for (const [at, id] of ids.entries())
    await db
      .insertInto('mails')
      .values({ id, recipient: 'a@example.test', subject: 'Size', body: 'x'.repeat(at < 250 ? 1 : MEGABYTE), content: null, sent_at: at })
      .execute();
  const table = (await readOwnShape(db, config.kind)).find(({ name }) => name === 'mails');
  if (!table) throw new Error('There is no table of emails.');
  const batches: Row[][] = [];
  for await (const batch of sourceBatches(db, table)) batches.push(batch);
  expect(batches.flat().map(({ id }) => id)).toEqual(ids);
  expect(Math.max(...batches.map((batch) => JSON.stringify(batch).length))).toBeLessThan(5 * MEGABYTE);
});

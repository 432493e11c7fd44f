import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { openDatabase, openReader } from './database.ts';
import { prepare, type RunQuery } from './prepared.ts';
import { lockDataDirectory } from './sqlite.ts';
import type { Db } from './tables.ts';

test('A limit is written into the SQL, which SQLite would otherwise plan again at each run', async () => {
  const { db, drop } = await freshDatabase('');
  const { sql, parameters } = db.selectFrom('users').select('id').where('name', '=', 'Ann').limit(7).compile();
  expect(sql).toMatch(/limit 7$/u);
  expect(parameters).toEqual(['Ann']);
  await drop();
});

describe('The connection that only reads', () => {
  const byName = prepare<{ name: string }, { name: string; at: number | null }>(['name'], (db, { name }) =>
    db.selectFrom('changes').select(['topic as name', 'at']).where('topic', '=', name).$castTo<{ name: string; at: number | null }>(),
  );
  let directory: ReturnType<typeof temporaryDirectory>;
  let db: Db;
  let reads: Db;
  let asked: { query: RunQuery; isFailed: boolean }[];

  beforeEach(async () => {
    directory = temporaryDirectory();
    const file = join(directory.path, 'shop.db');
    asked = [];
    db = openDatabase({ kind: 'sqlite', file });
    await db.schema.createTable('changes').addColumn('id', 'text').addColumn('topic', 'text').addColumn('at', 'integer').execute();
    reads = openReader(file, { onQuery: (query, _durationMs, isFailed) => asked.push({ query, isFailed }) });
  });
  afterEach(async () => {
    await reads.destroy();
    await db.destroy();
    directory.remove();
  });

  const add = (to: Db, topic: string) => to.insertInto('changes').values({ id: '', at: 1, topic }).execute();

  test('Reads during a transaction, without what it has not committed', async () => {
    await add(db, 'before');
    await db.transaction().execute(async (tx) => {
      await add(tx, 'within');
      expect(await byName(reads, { name: 'before' })).toEqual([{ name: 'before', at: 1 }]);
      expect(await byName(reads, { name: 'within' })).toEqual([]);
    });
    expect(await byName(reads, { name: 'within' })).toEqual([{ name: 'within', at: 1 }]);
  });

  test('Refuses to write', async () => {
    await expect(add(reads, 'anything')).rejects.toThrow();
    expect(await byName(db, { name: 'anything' })).toEqual([]);
  });

  test('Reports each query, and which failed', async () => {
    await byName(reads, { name: 'one' });
    await db.schema.dropTable('changes').execute();
    await expect(byName(reads, { name: 'two' })).rejects.toThrow();
    expect(asked.map(({ query: { parameters }, isFailed }) => ({ parameters, isFailed }))).toEqual([
      { parameters: ['one'], isFailed: false },
      { parameters: ['two'], isFailed: true },
    ]);
  });
});

test('A lock that another process has differs from one that can’t be used', () => {
  const { path, remove } = temporaryDirectory();
  const file = join(path, 'lock');
  const lock = lockDataDirectory(file);
  expect([lock !== null, lockDataDirectory(file)]).toEqual([true, null]);
  lock?.release();
  writeFileSync(file, 'of another program');
  expect(() => lockDataDirectory(file)).toThrow(/^The lock .+ can’t be used \(file is not a database\)\./u);
  expect(() => lockDataDirectory(path)).toThrow('(unable to open database file)');
  remove();
});

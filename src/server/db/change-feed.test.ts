import type { KyselyPlugin } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { withWaitingAnswers } from '#test/support/waiting-answers.ts';
import { createChangeFeed } from './change-feed.ts';
import type { Db } from './tables.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const NEXT_LOOK_MS = 900;

/** A feed of the database that `source` returns, and what it reported. */
function follow(source: () => Db) {
  const feed = createChangeFeed(source);
  const notified: string[] = [];
  feed.listen({ onChanges: (changes) => void notified.push(...changes.map(({ id }) => id)), onLost: () => void notified.push('everything') });
  const look = async (): Promise<string[]> => {
    await new Promise((resolve) => setTimeout(resolve, NEXT_LOOK_MS));
    await feed.keepUp();
    return notified.splice(0);
  };
  return { look };
}

async function note(db: Db, at: number): Promise<string> {
  const id = uuid();
  await db.insertInto('changes').values({ id, at, topic: 'wanted', listing_id: null, category_id: null, seller_id: null }).execute();
  return id;
}

test('Everything is loaded again when a change that was followed is gone: the server was replaced by one that never had it', async () => {
  const { look } = follow(() => database.db);
  const first = await note(database.db, Date.now());
  expect(await look()).toEqual([first]);
  await database.db.deleteFrom('changes').where('id', '=', first).execute();
  const second = await note(database.db, Date.now());
  expect(await look()).toContain('everything');
  await look();
  const third = await note(database.db, Date.now());
  expect(await look()).toEqual([third]);
  expect(second).not.toBe(third);
});

test('Everything is loaded again until every listener could, although the first one fails at first', async () => {
  const feed = createChangeFeed(() => database.db);
  let failures = 0;
  const loaded: string[] = [];
  feed.listen({
    onChanges: () => {},
    onLost: () => {
      if (failures++ === 0) throw new Error('the connection ended');
    },
  });
  feed.listen({ onChanges: () => {}, onLost: () => void loaded.push('everything') });
  const first = await note(database.db, Date.now());
  await feed.catchUp();
  await database.db.deleteFrom('changes').where('id', '=', first).execute();
  await note(database.db, Date.now());
  const look = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, NEXT_LOOK_MS));
    await feed.keepUp();
  };
  await expect(look()).rejects.toThrow('the connection ended');
  expect(loaded).toEqual([]);
  await look();
  expect(loaded).toEqual(['everything']);
});

test('A change that is missing only where the feed has just turned to another database loses nothing', async () => {
  const behind = await freshDatabase();
  let source = database.db;
  const { look } = follow(() => source);
  const at = Date.now();
  const [first, second] = [await note(database.db, at), await note(database.db, at + 1)];
  await behind.db.insertInto('changes').values({ id: first, at, topic: 'wanted', listing_id: null, category_id: null, seller_id: null }).execute();
  expect((await look()).sort()).toEqual([first, second].sort());
  source = behind.db;
  expect(await look()).toEqual([]);
  await behind.drop();
});

test('Changes are read from the other database when the one that was asked falls silent', async () => {
  // Its first answer waits for a second question, which never comes.
  const silent = withWaitingAnswers(database.db, 'changes', 2);
  let source = database.db;
  const { look } = follow(() => source);
  const first = await note(database.db, Date.now());
  expect(await look()).toEqual([first]);
  source = silent;
  const looking = look();
  const second = await note(database.db, Date.now() + 1);
  setTimeout(() => (source = database.db), NEXT_LOOK_MS * 2);
  expect(await looking).toEqual([second]);
});

test('Many writes at once share a few reads, and each is seen', async () => {
  let reads = 0;
  const feed = createChangeFeed(() => {
    reads += 1;
    return database.db;
  });
  const notified: string[] = [];
  feed.listen({ onChanges: (changes) => void notified.push(...changes.map(({ id }) => id)), onLost: () => {} });
  await feed.catchUp();
  reads = 0;
  const write = async (): Promise<void> => {
    const id = await note(database.db, Date.now());
    await feed.catchUp();
    expect(notified).toContain(id);
  };
  await Promise.all(Array.from({ length: 50 }, write));
  expect(new Set(notified).size).toBe(notified.length);
  expect(reads).toBeLessThan(10);
});

test('Where changes become visible in the order of their times, none but the latest is read twice', async () => {
  let rows = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  };
  const counted = database.db.withPlugin(counting);
  const feed = createChangeFeed(() => counted, { isOrdered: true });
  const notified: string[] = [];
  feed.listen({ onChanges: (changes) => void notified.push(...changes.map(({ id }) => id)), onLost: () => void notified.push('everything') });
  await feed.catchUp();
  rows = 0;
  for (let at = 1; at <= 30; at += 1) {
    const id = await note(database.db, at);
    await feed.catchUp();
    expect(notified.splice(0)).toEqual([id]);
  }
  expect(rows).toBeLessThan(60);
});

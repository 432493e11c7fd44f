import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type CopiedDatabase, leaveCopy, takeCopy } from '#test/support/copied-databases.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await runIn('postgres', 'create database migrated');
  await runIn(
    'migrated',
    'create table migrations (name text); create table sellers (id int primary key); create table phones (seller int references sellers)',
  );
});
afterAll(() => postgres.stop());

async function runIn(database: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(postgres.url, database) });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

/** Takes a copy, changes it, leaves it and takes the next one. */
async function takeAfter(changes: string): Promise<{ isSame: boolean; next: CopiedDatabase }> {
  const copy = await takeCopy(postgres.url, 'migrated');
  await runIn(copy.name, changes);
  await leaveCopy(copy);
  const next = await takeCopy(postgres.url, 'migrated');
  return { isSame: next.name === copy.name, next };
}

test('A copy that was filled is empty for the next test', async () => {
  const { isSame, next } = await takeAfter('insert into sellers values (1), (2); insert into phones values (2)');
  expect(isSame).toBe(true);
  expect((await next.client.query('select id from sellers union all select seller from phones')).rows).toEqual([]);
  await leaveCopy(next);
});

test.each([
  ['a column', 'alter table phones add column model text'],
  ['an index', 'create index phones_of on phones (seller)'],
  ['no table of migrations', 'drop table migrations'],
  ['a migration of another version', "insert into migrations values ('999-later')"],
  ['many rows', 'insert into sellers select generate_series(1, 300000)'],
])('A copy with %s is for no other test', async (_what, changes) => {
  const { isSame, next } = await takeAfter(changes);
  expect(isSame).toBe(false);
  await leaveCopy(next);
});

test('A copy to which somebody is still connected is for no other test', async () => {
  const copy = await takeCopy(postgres.url, 'migrated');
  const staying = new pg.Client({ connectionString: addressOf(postgres.url, copy.name) });
  const lost = new Promise((resolve) => staying.on('error', resolve));
  await staying.connect();
  await leaveCopy(copy);
  await lost;
  const next = await takeCopy(postgres.url, 'migrated');
  expect(next.name).not.toBe(copy.name);
  await leaveCopy(next);
});

import { Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';

let postgres: PostgresServer;
let db: Db;
const reported: string[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.stop());
afterEach(() => db.destroy());

/** Opens a single connection, so that each statement meets what the one before left. */
function open(): Db {
  reported.length = 0;
  return new Kysely<Tables>({ dialect: openPostgres({ url: postgres.url, pool: 1 }, { onError: ({ message }) => reported.push(message) }) });
}

const UNAVAILABLE = { status: 503, code: 'unavailable' };

async function pidOf(): Promise<number | undefined> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
}

describe('A server that has become another', () => {
  test('A connection to a server that became read-only is given up, and the next one leads to the primary', async () => {
    db = open();
    await sql`create table if not exists numbers (value integer)`.execute(db);
    await sql`set session characteristics as transaction read only`.execute(db);
    const before = await pidOf();
    await expect(sql`insert into numbers values (1)`.execute(db)).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code: '25006' } });
    await sql`insert into numbers values (2)`.execute(db);
    expect(await pidOf()).not.toBe(before);
    expect((await sql`select value from numbers`.execute(db)).rows).toEqual([{ value: 2 }]);
  });
});

describe('A pooler that gives each transaction another connection', () => {
  async function double(value: number): Promise<unknown> {
    return (await sql<{ twice: number }>`select ${value}::integer * 2 as twice`.execute(db)).rows[0]?.twice;
  }

  test('Statements are no longer prepared once a pooler has lost one, and its operator is told once', async () => {
    db = open();
    expect([await double(1), await double(2), await double(3)]).toEqual([2, 4, 6]);
    await sql`deallocate all`.execute(db);
    await expect(double(4)).rejects.toMatchObject({ ...UNAVAILABLE, details: { retryAfterSeconds: 1 } });
    for (const value of [5, 6, 7]) expect(await double(value)).toBe(value * 2);
    expect(reported).toEqual([expect.stringContaining('DATABASE_PREPARE=false')]);
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([]);
  });

  test('Two processes name the same statement alike and others differently, so that none runs another’s', async () => {
    const namesAfter = async (...texts: string[]): Promise<string[]> => {
      db = open();
      for (const text of texts) for (let count = 0; count < 3; count += 1) await sql.raw(text).execute(db);
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements order by prepare_time`.execute(db);
      await db.destroy();
      return rows.map(({ name }) => name);
    };
    const [one, two] = ['select 1 as one', 'select 2 as two'];
    const first = await namesAfter(one, two);
    expect(new Set(first).size).toBe(2);
    expect(await namesAfter(two, one)).toEqual(first.toReversed());
    db = open();
  });

  test('Patient work lifts the limits that its role has', async () => {
    db = open();
    await sql`create role hasty login superuser`.execute(db);
    await sql`alter role hasty set statement_timeout = '100ms'`.execute(db);
    const patient = openDatabase({ kind: 'postgres', url: postgres.url.replace('redial@', 'hasty@'), pool: 1 }, { isPatient: true });
    // A pooler passes on what the role has: so does a connection that asks for nothing.
    await expect(sql`select pg_sleep(0.3)`.execute(patient)).rejects.toMatchObject(UNAVAILABLE);
    await patient.transaction().execute((tx) => sql`select pg_sleep(0.3)`.execute(tx));
    await patient
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => sql`select pg_sleep(0.3)`.execute(tx));
    await patient.destroy();
  });
});

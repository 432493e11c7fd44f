import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { type SilentProxy, startSilentProxy } from '#test/support/doubles/silent-proxy.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';

let postgres: PostgresServer;
let proxy: SilentProxy;
let db: Db;

const LIMITS = { connectMs: 700, statementMs: 300, answerMs: 600, idleTransactionMs: 400 };
const POOL = 2;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  proxy = await startSilentProxy(Number(new URL(postgres.url).port));
  const url = Object.assign(new URL(postgres.url), { port: String(proxy.port) }).href;
  db = new Kysely<Tables>({ dialect: openPostgres({ url, pool: POOL }, { onError: () => {}, limits: LIMITS }) });
});
afterAll(async () => {
  await proxy.close();
  await db.destroy();
  await postgres.stop();
});

const UNAVAILABLE = { status: 503, code: 'unavailable' };

async function one(): Promise<unknown> {
  return (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0];
}

function sleep(seconds: number) {
  return sql`select pg_sleep(${seconds})`.execute(db);
}

function wait(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('PostgreSQL', () => {
  test('Ends a statement that takes too long, and keeps using the connection', async () => {
    await expect(sleep(5)).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code: '57014' } });
    expect(await one()).toEqual({ one: 1 });
  });

  test('Lets background work take its time', async () => {
    const patient = openDatabase({ kind: 'postgres', url: postgres.url, pool: 1 }, { isPatient: true });
    const { rows } = await sql<Record<string, string>>`select current_setting('statement_timeout') as statement`.execute(patient);
    await patient.destroy();
    expect(rows).toEqual([{ statement: '0' }]);
    const hasty = openDatabase({ kind: 'postgres', url: postgres.url, pool: 1 });
    const set = await sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      hasty,
    );
    await hasty.destroy();
    expect(set.rows).toEqual([{ statement: '15s', idle: '10s' }]);
  });

  test('Refuses a query that waits too long for a connection, and opens no more than allowed', async () => {
    let begun = 0;
    let isOver = false;
    const long = Array.from({ length: POOL }, () =>
      db.transaction().execute(async (tx) => {
        begun += 1;
        // Far below the limits of a statement and of a pause, also on a busy machine.
        while (!isOver) await sql`select pg_sleep(0.05)`.execute(tx);
      }),
    );
    await expect.poll(() => begun).toBe(POOL);
    await expect(one()).rejects.toMatchObject(UNAVAILABLE);
    isOver = true;
    await Promise.all(long);
    expect(await one()).toEqual({ one: 1 });
    const { rows } = await sql<{ many: number }>`select count(*) as many from pg_stat_activity where application_name = 'redial'`.execute(db);
    expect(rows[0]?.many).toBeLessThanOrEqual(POOL);
  });

  test('Ends a transaction whose process went silent, without ending the process', async () => {
    const forgotten = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await wait(900);
      await sql`select 1`.execute(tx);
    });
    await expect(forgotten).rejects.toMatchObject(UNAVAILABLE);
    expect(await one()).toEqual({ one: 1 });
  });

  test('Reconnects at the next call when an operator ends its connections', async () => {
    await Promise.all([one(), one()]);
    const killer = openDatabase({ kind: 'postgres', url: postgres.url, pool: 1 });
    const kill = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'redial' and pid <> pg_backend_pid()`.execute(killer);
    const inside = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await kill();
      await wait(100);
      await sql`select 1`.execute(tx);
    });
    await expect(inside).rejects.toMatchObject(UNAVAILABLE);
    await kill();
    await wait(100);
    await killer.destroy();
    expect(await one()).toEqual({ one: 1 });
  });

  test('Has callers try again when the tables changed since a statement was prepared', async () => {
    await sql`create table changing (id integer)`.execute(db);
    const read = () => sql`select * from changing`.execute(db);
    for (let times = 0; times < 3; times += 1) await read();
    await sql`alter table changing add column name text`.execute(db);
    await expect(read()).rejects.toMatchObject({ ...UNAVAILABLE, cause: { code: '0A000' } });
    expect((await read()).rows).toEqual([]);
  });

  test('Gives up a connection that went silent, and doesn’t use it again', async () => {
    await Promise.all([one(), one()]);
    proxy.fallSilent();
    await expect(one()).rejects.toMatchObject({ ...UNAVAILABLE, cause: { message: 'Query read timeout' } });
    await expect(one()).rejects.toMatchObject(UNAVAILABLE);
    // A new connection without a reply fails too.
    await expect(one()).rejects.toMatchObject(UNAVAILABLE);
    proxy.heal();
    expect(await one()).toEqual({ one: 1 });
    expect(await one()).toEqual({ one: 1 });
  });
});

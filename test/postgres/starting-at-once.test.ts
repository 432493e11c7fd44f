import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseConfig, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { practiceCardTables, shopTables } from '#server/db/migrations/001-shop.ts';
import { identityTables } from '#server/db/migrations/002-identity.ts';
import { addListingFilters } from '#server/db/migrations/003-listing-filters.ts';
import { similarListings } from '#server/db/migrations/004-similar-listings.ts';
import { BRANDS } from '#server/features/catalog/brands.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { createClient } from '#test/support/world/client.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.stop());

type PostgresConfig = Extract<DatabaseConfig, { kind: 'postgres' }>;

async function emptyDatabase(name: string): Promise<PostgresConfig> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return { kind: 'postgres', url: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href, pool: 10 };
}

/** The number of tables, columns and indexes, and the migrations that ran. */
async function shapeOf(config: PostgresConfig): Promise<unknown> {
  const db = openDatabase(config);
  const columns = await sql<{ name: string }>`select table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns
    where table_schema = 'public' order by 1`.execute(db);
  const indices = await sql<{ name: string }>`select indexdef as name from pg_indexes where schemaname = 'public' order by 1`.execute(db);
  const ran = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  await db.destroy();
  return [columns, indices, ran].map(({ rows }) => rows.map(({ name }) => name));
}

const AT_ONCE = 4;

function migrateAtOnce(config: PostgresConfig) {
  return Promise.all(Array.from({ length: AT_ONCE }, () => migrateDatabase(config)));
}

function running(statements: string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** Creates the database of an earlier version. */
async function migrateAsBefore(config: PostgresConfig): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) }) });
  const migrations = {
    '001-shop': running([...shopTables, ...practiceCardTables]),
    '002-identity': running(identityTables('postgres')),
    '003-listing-filters': { up: addListingFilters },
    '004-similar-listings': running(similarListings),
  };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  await db.destroy();
  if (error) throw error;
}

describe('Processes that migrate at once', () => {
  test('Processes that start at once create an empty database once', async () => {
    const alone = await emptyDatabase('made_alone');
    await migrateDatabase(alone);
    const expected = await shapeOf(alone);
    for (let round = 0; round < 5; round += 1) {
      const config = await emptyDatabase(`made_at_once_${round}`);
      await migrateAtOnce(config);
      expect(await shapeOf(config)).toEqual(expected);
    }
  });

  test('Processes that start at once migrate an old database once', async () => {
    const expected = await emptyDatabase('new_alone');
    await migrateDatabase(expected);
    const config = await emptyDatabase('old_at_once');
    await migrateAsBefore(config);
    await migrateAtOnce(config);
    expect(await shapeOf(config)).toEqual(await shapeOf(expected));
    await migrateAtOnce(config);
  });
});

describe('Machines that start at once on an empty database', () => {
  test('Machines that start at once create one admin and one of each brand', { timeout: 120_000 }, async () => {
    const { url } = await emptyDatabase('opened_at_once');
    const directory = temporaryDirectory();
    const settings = {
      DATABASE_URL: url,
      DATA_DIR: directory.path,
      DEMO: 'false',
      ADMIN_EMAIL: 'boss@example.test',
      ADMIN_PASSWORD: 'practice123',
    };
    const servers = await Promise.all([1, 2, 3].map(() => startServer(settings)));
    for (const server of servers) {
      const boss = createClient(server.url);
      await boss.signIn('boss@example.test', 'practice123');
      expect((await boss.call('GET', '/api/users/admin/boss@example.test')).body).toEqual({ isAdmin: true });
      expect(await (await fetch(`${server.url}/api/productCategories`)).json()).toHaveLength(BRANDS.length);
    }
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0, 0]);
    directory.remove();
  });

  test('Machines that start at once stock the demo shop once', { timeout: 240_000 }, async () => {
    const { url } = await emptyDatabase('stocked_at_once');
    const directory = temporaryDirectory();
    const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, DATA_DIR: directory.path, DEMO: 'true' })));
    let codes: (number | null)[] = [];
    try {
      expect(servers.filter((server) => server.output().includes('Adding the demo listings'))).toHaveLength(1);
      const lists = await Promise.all(servers.map(async (server) => (await fetch(`${server.url}/api/products?name=apple`)).json() as Promise<unknown[]>));
      expect(lists[0]?.length).toBeGreaterThan(3);
      // The catalog's facts about the phones and their cities are filled in a moment later.
      const [first, second] = lists.map((list) => list.map((listing) => ({ ...(listing as object), updatesUntil: null, city: null })));
      expect(second).toEqual(first);
    } finally {
      // Also after a failure: nothing must keep running.
      codes = await Promise.all(servers.map((server) => server.stop()));
      directory.remove();
    }
    expect(codes).toEqual([0, 0]);
  });
});

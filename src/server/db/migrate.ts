import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { UnavailableError } from '../errors.ts';
import { type DatabaseConfig, openDatabase } from './database.ts';
import { type Migrations, migrationsFor } from './migrations.ts';
import type { Db } from './tables.ts';

/** The database has migrations that this version of the shop doesn't know. */
export class NewerDatabase extends Error {}

/** A migration failed, and the database is unchanged. The message has the migration's name and the database's error. */
export class CannotMigrate extends Error {}

/** A copy into the database was begun but not finished: it may have only part of a shop. */
export class UnfinishedCopy extends Error {}

/** This table exists while a copy is under way. */
export const UNFINISHED_COPY = 'unfinished_copy';

const MIGRATIONS = 'migrations';
const LOCK_TABLE = 'migrations_lock';

type MigrateOptions = { isCopying?: boolean /** The last migration to do, instead of all. */; upTo?: string };

/** Returns the names of a database's applied migrations, in order. */
export async function readMigrations(db: Db): Promise<string[]> {
  return (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(({ name }) => name);
}

/** Whether a shop was ever opened on the configured database. */
export async function hasShop(config: DatabaseConfig): Promise<boolean> {
  const db = openDatabase(config);
  return findTables(db, config.kind)
    .then((tables) => tables.includes(MIGRATIONS))
    .finally(() => db.destroy());
}

/** Opens the configured database, migrates it, however long that takes, and closes it. */
export async function migrateDatabase(config: DatabaseConfig): Promise<void> {
  const db = openDatabase(config, { isPatient: true });
  await migrate(db, config.kind).finally(() => db.destroy());
}

/**
 * Migrates the database to this version. Throws `NewerDatabase`, `UnfinishedCopy` or `CannotMigrate`, having changed nothing; a copy itself passes
 * `isCopying`.
 */
export async function migrate(db: Db, engine: DatabaseConfig['kind'], { isCopying = false, upTo }: MigrateOptions = {}): Promise<void> {
  const migrations = migrationsFor(engine);
  const findApplied = async (from: Db): Promise<string[]> => {
    const tables = await findTables(from, engine);
    if (!isCopying && tables.includes(UNFINISHED_COPY)) throw new UnfinishedCopy();
    const applied = tables.includes(MIGRATIONS) ? await readMigrations(from) : [];
    const unknown = applied.filter((name) => !(name in migrations));
    if (unknown.length > 0) throw new NewerDatabase(unknown.join(', '));
    return applied;
  };
  // Most starts find nothing to do, and so wait for nobody.
  if ((await findApplied(db)).length === Object.keys(migrations).length) return;
  await inTurn(db, async (tx) => {
    // Another process may have migrated it in the meantime.
    await findApplied(tx);
    await run(tx, migrations, upTo);
  });
}

/** Kysely's own introspection also reads every table's columns, which takes a quarter of the time of opening a shop. */
async function findTables(db: Db, engine: DatabaseConfig['kind']): Promise<string[]> {
  const query =
    engine === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = any(current_schemas(false))`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** Runs one process at a time, in one transaction: the others wait for the row lock, and find nothing left to do. */
async function inTurn(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  await makeLockTable(db);
  await db.transaction().execute(async (tx) => {
    await sql`insert into ${sql.table(LOCK_TABLE)} (id, is_locked) values ('turn', 0) on conflict (id) do update set is_locked = 0`.execute(tx);
    await work(tx);
  });
}

/** When two processes create the table at the same moment, `if not exists` doesn't see the other's and one fails. It exists by the second try. */
async function makeLockTable(db: Db): Promise<void> {
  const make = () => sql`create table if not exists ${sql.table(LOCK_TABLE)} (id varchar(255) primary key, is_locked integer not null default 0)`.execute(db);
  await make().catch(make);
}

async function run(db: Db, migrations: Migrations, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATIONS,
    migrationLockTableName: LOCK_TABLE,
  });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (!error) return;
  if (error instanceof UnavailableError) throw error;
  throw new CannotMigrate(
    `${results.find(({ status }) => status === 'Error')?.migrationName ?? 'a migration'}: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

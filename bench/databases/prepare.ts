import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseConfig, openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Tables } from '../../src/server/db/tables.ts';
import type { Shop } from '../shop/ingredients.ts';
import { storePictures } from './pictures.ts';
import { fillPostgres, freshPostgres, postgresBytes } from './postgres.ts';
import { fillSqlite } from './sqlite.ts';
import { fillingsOf } from './tables.ts';

export type Engine = DatabaseConfig['kind'];

/**
 * A filled database and the directory of its pictures. `seedSeconds` is how long filling took, in whichever run; `isNew` whether it was this one.
 */
export type PreparedShop = { database: DatabaseConfig; dataDir: string; seedSeconds: number; bytes: number; isNew: boolean };

const SHOP = join(import.meta.dirname, '../shop');
const FILLERS = ['tables.ts', 'pictures.ts', 'sqlite.ts', 'postgres.ts', 'copy-in.ts'].map((name) => join(import.meta.dirname, name));
const MIGRATIONS = join(import.meta.dirname, '../../src/server/db/migrations');
const POOL = 10;
/** Written last: a directory without it was interrupted. */
const READY = 'ready.json';
/** The tables that measuring writes, in an order that respects foreign keys. */
const WRITTEN: (keyof Tables | 'identity_sessions')[] = ['order_history', 'reservations', 'orders', 'notifications', 'outbox', 'changes', 'identity_sessions'];

type Place = {
  /** Where databases are stored between runs. */
  folder: string;
  /** The PostgreSQL server to create databases on; null for SQLite. */
  postgresUrl: string | null;
};

/** The database of a shop, from an earlier run or new. */
export async function prepareShop(shop: Shop, { folder, postgresUrl }: Place): Promise<PreparedShop> {
  const engine: Engine = postgresUrl === null ? 'sqlite' : 'postgres';
  const prefix = `${engine}_${shop.size}_`;
  const name = prefix + fingerprint(shop);
  const dataDir = join(folder, name);
  const ready = join(dataDir, READY);
  const configFor = (url: string | null): DatabaseConfig =>
    url === null ? { kind: 'sqlite', file: join(dataDir, 'redial.db') } : { kind: 'postgres', url, pool: POOL };
  mkdirSync(folder, { recursive: true });
  removeOthers(folder, prefix, name);
  const cached = postgresUrl === null ? null : Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
  if (existsSync(ready)) {
    const { seedSeconds } = JSON.parse(readFileSync(ready, 'utf8')) as { seedSeconds: number };
    return { database: configFor(cached), dataDir, seedSeconds, bytes: await bytesOf(configFor(cached)), isNew: false };
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  const database = configFor(postgresUrl === null ? null : await freshPostgres(postgresUrl, name, prefix));
  const begun = performance.now();
  await fill(shop, database, dataDir);
  const seedSeconds = (performance.now() - begun) / 1000;
  writeFileSync(ready, JSON.stringify({ seedSeconds }));
  return { database, dataDir, seedSeconds, bytes: await bytesOf(database), isNew: true };
}

/** Changes with everything that determines the content of a database. */
function fingerprint({ seed, end, source }: Shop): string {
  const hash = createHash('sha256').update(JSON.stringify([seed, end, source, readdirSync(MIGRATIONS).sort()]));
  for (const file of [
    ...FILLERS,
    ...readdirSync(SHOP)
      .sort()
      .map((name) => join(SHOP, name)),
  ])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 10);
}

/** Removes databases of the same engine and size from an earlier version or another seed. */
function removeOthers(folder: string, prefix: string, name: string): void {
  for (const other of readdirSync(folder)) if (other.startsWith(prefix) && other !== name) rmSync(join(folder, other), { recursive: true, force: true });
}

function bytesOf(database: DatabaseConfig): Promise<number> | number {
  return database.kind === 'sqlite' ? statSync(database.file).size : postgresBytes(database.url);
}

async function fill(shop: Shop, database: DatabaseConfig, dataDir: string): Promise<void> {
  const db = openDatabase(database);
  await migrate(db, database.kind);
  const images = await storePictures(db, dataDir);
  await db.destroy();
  const fillings = await fillingsOf(shop, images);
  if (database.kind === 'sqlite') fillSqlite(database.file, fillings);
  else await fillPostgres(database.url, fillings);
  await requireAll(shop, database);
}

async function requireAll({ size }: Shop, database: DatabaseConfig): Promise<void> {
  const db = openDatabase(database);
  const { count } = await db
    .selectFrom('listings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await db.destroy();
  if (count !== size) throw new Error(`${count} of ${size} listings were filled in`);
}

/** Deletes what an earlier run booked and logged in, so that each run measures the same shop. */
export async function removeWritten(database: DatabaseConfig): Promise<void> {
  const db = openDatabase(database);
  await migrate(db, database.kind);
  for (const table of WRITTEN) await sql.raw(`delete from ${table}`).execute(db);
  await db.destroy();
}

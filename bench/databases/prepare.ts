import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseConfig, openDatabase } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Db } from '../../src/server/db/tables.ts';
import type { Shop } from '../shop/ingredients.ts';
import { storePictures } from './pictures.ts';
import { fillPostgres, freshPostgres, postgresBytes } from './postgres.ts';
import { readFiles } from './read-files.ts';
import { openCatalog, settle } from './settled.ts';
import { fillSqlite } from './sqlite.ts';
import { fillingsOf } from './tables.ts';
import { findFilled, removeWritten } from './written.ts';

export type Engine = DatabaseConfig['kind'];

/** How long filling took, in whichever run, and which tables have rows since. */
type Filled = { seedSeconds: number; filled: string[] };

/** A filled database and the directory of its pictures; `isNew`: whether this run filled it. */
export type PreparedShop = Filled & { database: DatabaseConfig; dataDir: string; bytes: number; isNew: boolean };

const SHOP = join(import.meta.dirname, '../shop');
const FILLERS = ['tables.ts', 'pictures.ts', 'settled.ts', 'sqlite.ts', 'postgres.ts', 'copy-in.ts'].map((name) => join(import.meta.dirname, name));
const MIGRATIONS = join(import.meta.dirname, '../../src/server/db/migrations');
const POOL = 10;
/** Written last: a directory without it was interrupted. */
const READY = 'ready.json';

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
    const filled = JSON.parse(readFileSync(ready, 'utf8')) as Filled;
    return { ...filled, database: configFor(cached), dataDir, bytes: await bytesOf(configFor(cached)), isNew: false };
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  const database = configFor(postgresUrl === null ? null : await freshPostgres(postgresUrl, name, prefix));
  const begun = performance.now();
  const tables = await fill(shop, database, dataDir);
  const filled: Filled = { seedSeconds: (performance.now() - begun) / 1000, filled: tables };
  writeFileSync(ready, JSON.stringify(filled));
  return { ...filled, database, dataDir, bytes: await bytesOf(database), isNew: true };
}

/** Has the next run fill the database again. */
export function forgetPrepared({ dataDir }: PreparedShop): void {
  rmSync(join(dataDir, READY), { force: true });
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

/** Fills an empty database. Returns the tables that have rows then. */
async function fill(shop: Shop, database: DatabaseConfig, dataDir: string): Promise<string[]> {
  const fillings = await withDatabase(database, async (db) => {
    await migrate(db, database.kind);
    return fillingsOf(shop, { images: await storePictures(db, dataDir), modelOf: await openCatalog(db) });
  });
  if (database.kind === 'sqlite') fillSqlite(database.file, fillings);
  else await fillPostgres(database.url, fillings);
  return withDatabase(database, async (db) => {
    await requireAll(shop, db);
    await settle(db, shop);
    return findFilled(db);
  });
}

/** Works on a database, and closes it. */
export async function withDatabase<T>(database: DatabaseConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(database);
  return work(db).finally(() => db.destroy());
}

async function requireAll({ size }: Shop, db: Db): Promise<void> {
  const { count } = await db
    .selectFrom('listings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count !== size) throw new Error(`${count} of ${size} listings were filled in`);
}

/** Removes what an earlier run left, and has the system cache the database's files, so that each run measures the same shop, not the disk. */
export async function emptyShop({ database, filled }: Pick<PreparedShop, 'database' | 'filled'>): Promise<void> {
  await withDatabase(database, async (db) => {
    await migrate(db, database.kind);
    await removeWritten(db, database, filled);
  });
  await readFiles(database);
}

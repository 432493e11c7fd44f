import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { toTrouble } from './trouble.ts';

/** How long to wait for another program that writes to the file; nothing else goes on meanwhile. */
const BUSY_MS = 2000;
/** Beside it the operating system keeps the file's pages; mapped into memory they would count as this process's, gigabytes of them. */
const CACHE_KIB = 32 * 1024;
/** Distinct statements kept prepared; the shop's own are far fewer. */
const MAX_STATEMENTS = 500;

/** SQLite undoes changed tables like any other change, whatever the library takes for granted. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}

const NOTHING_TO_DO = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [][Symbol.iterator]() };

/** Opens one file, durable at every commit: a write that was acknowledged survives a power cut. */
export function openSqlite(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  chmodSync(file, 0o600);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma mmap_size = 0;
    pragma cache_size = -${CACHE_KIB};
    pragma temp_store = memory;
    pragma secure_delete = on;
  `);
  return new Dialect({ database: toKyselyDatabase(database) });
}

/** What Kysely's SQLite dialect expects, on Node's own SQLite. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, { statement: StatementSync; reader: boolean }>();
  const prepareOnce = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    if (prepared.size >= MAX_STATEMENTS) prepared.clear();
    const statement = database.prepare(sql);
    const stored = { statement, reader: statement.columns().length > 0 };
    prepared.set(sql, stored);
    return stored;
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      // A full disk has ended the transaction already, by itself.
      if (sql === 'rollback' && !database.isTransaction) return NOTHING_TO_DO;
      const { statement, reader } = troubling(() => prepareOnce(sql));
      return {
        reader,
        all: (parameters) => troubling(() => statement.all(...parameters.map(toInput))),
        run: (parameters) => troubling(() => statement.run(...parameters.map(toInput))),
        iterate: (parameters) => statement.iterate(...parameters.map(toInput)) as IterableIterator<unknown>,
      };
    },
  };
}

/** Throws the database's trouble as the shop knows it. */
function troubling<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toTrouble(error);
  }
}

function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (value === undefined) return null;
  // Whatever else SQLite can't hold, it refuses by itself.
  return value as SQLInputValue;
}

/** Takes the data directory for this process alone, until it ends however it ends; null when another process has it. */
export function lockDataDirectory(file: string): { release(): void } | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive;');
    return { release: () => lock.close() };
  } catch {
    lock.close();
    return null;
  }
}

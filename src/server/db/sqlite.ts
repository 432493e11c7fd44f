import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import {
  type DialectAdapter,
  type LimitNode,
  type QueryCompiler,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { OperatorFault } from '../errors.ts';
import type { ReadAtOnce } from './prepared.ts';
import { toTrouble } from './trouble.ts';

const SQLITE_BUSY = 5;

/** How long to wait for another program that is writing to the file; the process is blocked meanwhile. */
const BUSY_MS = 2000;
/** The operating system caches the file's pages anyway; memory-mapped, they would count as this process's memory, gigabytes of it. */
const READ_CACHE_KIB = 32 * 1024;
/** Of the connection that writes, which reads little else. */
const WRITE_CACHE_KIB = 8 * 1024;
/** The most prepared statements. The shop has far fewer distinct ones, unless somebody asks for lists of every length. */
const MAX_STATEMENTS = 500;

/** SQLite rolls back schema changes like any others, though the library assumes otherwise. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Writes limits into the SQL: SQLite plans a statement again whenever its limit is bound, which takes longer than most of them. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    this.visitNode(ValueNode.is(limit) && typeof limit.value === 'number' ? ValueNode.createImmediate(limit.value) : limit);
  }
}

class Dialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new Compiler();
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}

const NOTHING_TO_DO = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [][Symbol.iterator]() };

/** Opens a database file, durable at every commit: an acknowledged write survives a power cut. */
export function openSqlite(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = open(file, false);
  chmodSync(file, 0o600);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma mmap_size = 0;
    pragma cache_size = -${WRITE_CACHE_KIB};
    pragma temp_store = memory;
    pragma secure_delete = on;
  `);
  return new Dialect({ database: createStatements(database) });
}

/** A read-only connection to a database file that is open already. It never waits for a transaction, and sees its changes once it has committed. */
export function openSqliteReader(file: string) {
  const database = open(file, true);
  database.exec(`
    pragma mmap_size = 0;
    pragma cache_size = -${READ_CACHE_KIB};
    pragma temp_store = memory;
  `);
  return { dialect: new Dialect({ database: createStatements(database) }), readAtOnce: createReadAtOnce(database), close: () => closeOnce(database) };
}

/** SQLite's own `lower` changes ASCII letters only, unlike PostgreSQL's. No index may use it: other programs open the file, too. */
function open(file: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_MS, readOnly });
  database.function('lower', { deterministic: true }, (value) => (typeof value === 'string' ? value.toLowerCase() : value));
  return database;
}

/** Adapts Node's built-in SQLite to Kysely's dialect. */
function createStatements(database: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, { statement: StatementSync; reader: boolean }>({ max: MAX_STATEMENTS });
  const prepareOnce = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const stored = { statement, reader: statement.columns().length > 0 };
    prepared.set(sql, stored);
    return stored;
  };
  const prepare: SqliteDatabase['prepare'] = (sql) => {
    // SQLite itself has rolled back the transaction when the disk was full.
    if (sql === 'rollback' && !database.isTransaction) return NOTHING_TO_DO;
    const { statement, reader } = troubling(() => prepareOnce(sql));
    return {
      reader,
      all: (parameters) => troubling(() => statement.all(...parameters.map(toInput))),
      run: (parameters) => troubling(() => statement.run(...parameters.map(toInput))),
      iterate: (parameters) => statement.iterate(...parameters.map(toInput)) as IterableIterator<unknown>,
    };
  };
  return { prepare, close: () => closeOnce(database) };
}

/** Reads rows as arrays and makes the objects itself: those that Node makes have no fixed shape, so making and reading them takes nearly twice as long. */
function createReadAtOnce(database: DatabaseSync): ReadAtOnce {
  const prepared = new LRUCache<string, { statement: StatementSync; columns: string[] }>({ max: MAX_STATEMENTS });
  const prepareOnce = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    const stored = { statement, columns: statement.columns().map(({ name }) => name) };
    prepared.set(sql, stored);
    return stored;
  };
  return (sql, parameters) =>
    troubling(() => {
      const { statement, columns } = prepared.get(sql) ?? prepareOnce(sql);
      return (statement.all(...parameters.map(toInput)) as unknown as SQLOutputValue[][]).map((values) => toRow(columns, values));
    });
}

function toRow(columns: string[], values: SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at] as SQLOutputValue;
  return row;
}

function closeOnce(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}

/** Turns database trouble into the shop's error. */
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
  // SQLite rejects any other type that it can't store.
  return value as SQLInputValue;
}

/**
 * Locks the data directory for this process until it ends, in whatever way; null when another process has it. Throws `OperatorFault` when the file can't
 * be used.
 */
export function lockDataDirectory(file: string): { release(): void } | null {
  let lock: DatabaseSync | null = null;
  try {
    const opened = new DatabaseSync(file, { timeout: 0 });
    lock = opened;
    opened.exec('pragma journal_mode = delete; begin exclusive;');
    return { release: () => opened.close() };
  } catch (error) {
    lock?.close();
    if (primaryCodeOf(error) === SQLITE_BUSY) return null;
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorFault(`The lock ${file} can’t be used (${why}). Delete it while no shop is running.`);
  }
}

const primaryCodeOf = (error: unknown): number => (error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0);

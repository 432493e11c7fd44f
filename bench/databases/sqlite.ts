import { DatabaseSync } from 'node:sqlite';
import type { Filling, Value } from './tables.ts';

const ROWS_A_TRANSACTION = 50_000;
const CACHE_KIB = 512 * 1024;

/** Fills a migrated, empty database; creates indexes once the rows are there. */
export function fillSqlite(file: string, fillings: Filling[]): void {
  const database = openFast(file);
  for (const filling of fillings) {
    const indices = dropIndices(database, filling.table);
    insertAll(database, filling);
    for (const index of indices) database.exec(index);
  }
  database.close();
}

/** Turns durability off while filling: an interrupted database is discarded. */
function openFast(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    `pragma journal_mode = memory; pragma synchronous = off; pragma foreign_keys = off; pragma temp_store = memory; pragma threads = 2; pragma cache_size = -${CACHE_KIB}`,
  );
  return database;
}

/** Drops a table's own indexes. Returns the statements to create them again. */
function dropIndices(database: DatabaseSync, table: string): string[] {
  const found = database.prepare(`select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null`).all(table);
  for (const { name } of found) database.exec(`drop index "${name}"`);
  return found.map(({ sql }) => String(sql));
}

function insertAll(database: DatabaseSync, { table, rows }: Filling): void {
  let insert: { columns: string[]; run(...values: Value[]): unknown } | null = null;
  let count = 0;
  database.exec('begin');
  for (const row of rows) {
    if (insert === null) {
      const columns = Object.keys(row);
      const names = columns.map((name) => `"${name}"`).join(', ');
      const statement = database.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`);
      insert = { columns, run: (...values) => statement.run(...values) };
    }
    insert.run(...insert.columns.map((name) => row[name] ?? null));
    count += 1;
    if (count % ROWS_A_TRANSACTION === 0) database.exec('commit; begin');
  }
  database.exec('commit');
}

import { sql } from 'kysely';
import type { DatabaseConfig } from '../database.ts';
import { UNFINISHED_COPY } from '../migrate.ts';
import type { Db } from '../tables.ts';
import { insertBatch, moveSequences, sourceBatches } from './batches.ts';
import { lineOf, type Row } from './rows.ts';
import { type CopiedTable, MIGRATOR_TABLES, UPLOAD_TABLES } from './shape.ts';
import { createSum } from './sum.ts';

/** The most values in one statement; SQLite accepts 32,766. */
const VALUES = 2000;

/** Inserts rows into a table of a database that nobody else uses, all or none. */
export function loadRows(db: Db, engine: DatabaseConfig['kind'], table: CopiedTable, rows: Row[]): Promise<void> {
  return engine === 'sqlite' ? insertIntoSqlite(db, table, rows) : insertBatch(db, table, rows);
}

function insertIntoSqlite(db: Db, table: CopiedTable, rows: Row[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const names = table.columns.map(({ name }) => name);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const step = Math.max(1, Math.floor(VALUES / names.length));
    for (let at = 0; at < rows.length; at += step) {
      const values = rows.slice(at, at + step).map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
      await sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}`.execute(tx);
    }
  });
}

/** Deletes the rows that migrations wrote: the loaded data has them already. */
export async function emptyTables(db: Db, shape: CopiedTable[]): Promise<void> {
  for (const { name } of shape.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
}

/** Continues the database's sequences after the numbers that were loaded. */
export async function continueSequences(db: Db, engine: DatabaseConfig['kind'], shape: CopiedTable[]): Promise<void> {
  if (engine === 'postgres') for (const table of shape) await moveSequences(db, table);
}

/** Counts a table's rows and computes a sum over them that doesn't depend on their order. */
export async function sumTable(db: Db, table: CopiedTable): Promise<{ rows: number; sum: string }> {
  const sum = createSum();
  for await (const batch of sourceBatches(db, table)) for (const row of batch) sum.add(lineOf(table, row));
  return { rows: sum.count(), sum: sum.read() };
}

/** Counts rows that refer to missing rows. PostgreSQL never has any. */
export async function countBrokenReferences(db: Db, engine: DatabaseConfig['kind']): Promise<number> {
  return engine === 'sqlite' ? (await sql`pragma foreign_key_check`.execute(db)).rows.length : 0;
}

/** Marks the database as incomplete, so that no shop opens on it. */
export const beginLoading = (db: Db): Promise<unknown> => sql`create table if not exists ${sql.table(UNFINISHED_COPY)} (nothing text)`.execute(db);

export const endLoading = (db: Db): Promise<unknown> => sql`drop table ${sql.table(UNFINISHED_COPY)}`.execute(db);

/** Whether a PostgreSQL database is empty, has the remains of an interrupted restore, or has data that may be someone's. */
export async function stateOfPostgres(db: Db): Promise<'empty' | 'unfinished' | 'filled'> {
  const tables = await tablesOf(db);
  if (tables.includes(UNFINISHED_COPY)) return 'unfinished';
  for (const name of tables.filter((table) => !MIGRATOR_TABLES.includes(table))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return 'filled';
  }
  return tables.length === 0 ? 'empty' : 'unfinished';
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db);
  return rows.map(({ name }) => name);
}

/** Drops what an interrupted restore left in a PostgreSQL database, or empty tables: those with these names, and those that are never copied. */
export function dropUnfinished(db: Db, names: string[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const name of [...names, ...UPLOAD_TABLES, ...MIGRATOR_TABLES]) await sql`drop table if exists ${sql.table(name)} cascade`.execute(tx);
    await sql`create table if not exists ${sql.table(UNFINISHED_COPY)} (nothing text)`.execute(tx);
  });
}

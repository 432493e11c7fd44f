import { sql } from 'kysely';
import type { DatabaseConfig } from '../database.ts';
import { UNFINISHED_COPY } from '../migrate.ts';
import type { Db } from '../tables.ts';
import { insertBatch, moveSequences, sourceBatches } from './batches.ts';
import { lineOf, type Row } from './rows.ts';
import { type CopiedTable, MIGRATOR_TABLES } from './shape.ts';
import { createSum } from './sum.ts';

/** Values of one statement; SQLite takes 32,766. */
const VALUES = 2000;

const insertIntoSqlite = (db: Db, table: CopiedTable, rows: Row[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const names = table.columns.map(({ name }) => name);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const step = Math.max(1, Math.floor(VALUES / names.length));
    for (let at = 0; at < rows.length; at += step) {
      const values = rows.slice(at, at + step).map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
      await sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}`.execute(tx);
    }
  });

/** Writes rows into a table of a database that nobody else uses, all of them or none. */
export const loadRows = (db: Db, engine: DatabaseConfig['kind'], table: CopiedTable, rows: Row[]): Promise<void> =>
  engine === 'sqlite' ? insertIntoSqlite(db, table, rows) : insertBatch(db, table, rows);

/** Removes what migrations wrote into an empty database: what is loaded has it already. */
export const emptyTables = async (db: Db, shape: CopiedTable[]): Promise<void> => {
  for (const { name } of shape.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
};

/** Numbers that a database gives by itself go on after those that were loaded. */
export const goOnCounting = async (db: Db, engine: DatabaseConfig['kind'], shape: CopiedTable[]): Promise<void> => {
  if (engine === 'postgres') for (const table of shape) await moveSequences(db, table);
};

/** A table's rows, counted, and a sum over them that does not ask for their order. */
export const sumTable = async (db: Db, table: CopiedTable): Promise<{ rows: number; sum: string }> => {
  const sum = createSum();
  for await (const batch of sourceBatches(db, table)) for (const row of batch) sum.add(lineOf(table, row));
  return { rows: sum.count(), sum: sum.read() };
};

/** Rows that refer to rows that are not there. PostgreSQL never has any. */
export const countBrokenReferences = async (db: Db, engine: DatabaseConfig['kind']): Promise<number> =>
  engine === 'sqlite' ? (await sql`pragma foreign_key_check`.execute(db)).rows.length : 0;

/** Says in the database itself that what is in it is not whole yet: no shop opens on it. */
export const beginLoading = (db: Db): Promise<unknown> => sql`create table if not exists ${sql.table(UNFINISHED_COPY)} (nothing text)`.execute(db);
export const endLoading = (db: Db): Promise<unknown> => sql`drop table ${sql.table(UNFINISHED_COPY)}`.execute(db);

const tablesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db);
  return rows.map(({ name }) => name);
};

/** Whether a PostgreSQL database has nothing, what an interrupted restore left, or something that may be somebody's. */
export const stateOfPostgres = async (db: Db): Promise<'empty' | 'unfinished' | 'filled'> => {
  const tables = await tablesOf(db);
  if (tables.includes(UNFINISHED_COPY)) return 'unfinished';
  for (const name of tables.filter((table) => !MIGRATOR_TABLES.includes(table))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return 'filled';
  }
  return tables.length === 0 ? 'empty' : 'unfinished';
};

/** Removes what an interrupted restore left in a PostgreSQL database, or tables without a row: those of these names, and the migrator's. */
export const dropUnfinished = (db: Db, names: string[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const name of [...names, ...MIGRATOR_TABLES]) await sql`drop table if exists ${sql.table(name)} cascade`.execute(tx);
    await sql`create table if not exists ${sql.table(UNFINISHED_COPY)} (nothing text)`.execute(tx);
  });

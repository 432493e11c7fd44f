import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/server/db/database.ts';
import type { Db } from '../../src/server/db/tables.ts';

/** The tables that have rows. */
export async function findFilled(db: Db): Promise<string[]> {
  const tables = await findTables(db);
  const filled: string[] = [];
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

const findTables = async (db: Db): Promise<string[]> => (await db.introspection.getTables()).filter(({ isView }) => !isView).map(({ name }) => name);

/** Stays, as a shop that starts again reads its saved index and then what changed since. */
const CHANGES = 'changes';

/** Empties all tables except those `filled` at first, so that each run measures the same shop. Nothing filled refers to what a run writes. */
export async function removeWritten(db: Db, database: DatabaseConfig, filled: string[]): Promise<void> {
  const written = (await findTables(db)).filter((table) => table !== CHANGES && !filled.includes(table)).map((table) => `"${table}"`);
  if (database.kind === 'sqlite') emptySqlite(database.file, written);
  else await emptyPostgres(database.url, written);
}

/** In any order: rows that refer to each other go together. */
function emptySqlite(file: string, tables: string[]): void {
  const database = new DatabaseSync(file);
  database.exec(`pragma foreign_keys = off; begin; ${tables.map((table) => `delete from ${table};`).join(' ')} commit`);
  database.close();
}

async function emptyPostgres(url: string, tables: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`truncate ${tables.join(', ')}`).finally(() => client.end());
}

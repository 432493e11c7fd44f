import { sql } from 'kysely';
import { type DatabaseConfig, openDatabase } from '../database.ts';
import type { Db } from '../tables.ts';

/** Enough for work that nobody waits for. */
const CONNECTIONS = 2;

/** Opens a database for long-running work while a shop is running on it. */
export function openPatiently(config: DatabaseConfig): Db {
  return openDatabase(config.kind === 'postgres' ? { ...config, pool: CONNECTIONS } : config, { isPatient: true });
}

/** Runs `work` on a snapshot of the database, while others write to it. */
export function inSnapshot<T>(db: Db, engine: DatabaseConfig['kind'], work: (snapshot: Db) => Promise<T>): Promise<T> {
  return engine === 'sqlite' ? inSqlite(db, work) : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

function inSqlite<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    // From its first read on, the transaction sees the same moment, whatever the shop writes meanwhile.
    await sql`begin`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

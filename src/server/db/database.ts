import { type Dialect, Kysely } from 'kysely';
import { openPostgres, PATIENT, type PoolState } from './postgres.ts';
import { letReadAtOnce, type OnQuery } from './prepared.ts';
import { openSqlite, openSqliteReader } from './sqlite.ts';
import type { Db, Tables } from './tables.ts';

export type DatabaseConfig =
  | { kind: 'sqlite'; file: string }
  | {
      kind: 'postgres';
      url: string;
      /** The most connections of this process. */
      pool: number;
      /** A read-only replica; null when there is none. */
      replicaUrl?: string | null;
      isPrepared?: boolean;
    };

export type DatabaseOptions = {
  /** Called when an idle connection is lost. */
  onError?: (error: Error) => void;
  /** For work that may take as long as it needs, such as migrations; otherwise slow statements are ended. */
  isPatient?: boolean;
  /** Called after each statement with its duration. */
  onQuery?: OnQuery;
  /** Called with a function that reads the state of the connection pool, where there is one. */
  onPool?: (read: () => PoolState) => void;
};

/** Opens the configured database. Connects at the first query; database trouble is thrown as `UnavailableError`. */
export function openDatabase(config: DatabaseConfig, options: DatabaseOptions = {}): Db {
  const { onError = () => {}, isPatient = false, onPool } = options;
  if (config.kind === 'sqlite') return toDb(openSqlite(config.file), options);
  return toDb(openPostgres(config, { onError, ...(onPool && { onPool }), ...(isPatient && { limits: PATIENT }) }), options);
}

/** Opens a SQLite database that is open already once more, for reading outside transactions. */
export function openReader(file: string, { onQuery }: Pick<DatabaseOptions, 'onQuery'>): Db {
  const { dialect, readAtOnce, close } = openSqliteReader(file);
  const db = toDb(dialect, { onQuery });
  const destroy = db.destroy.bind(db);
  return Object.assign(letReadAtOnce(db, readAtOnce, onQuery), {
    async destroy() {
      await destroy();
      // The dialect closes only what it has used.
      close();
    },
  });
}

const toDb = (dialect: Dialect, { onQuery }: { onQuery?: DatabaseOptions['onQuery'] }): Db =>
  new Kysely<Tables>({
    dialect,
    ...(onQuery && { log: ({ query, queryDurationMillis, level }) => onQuery(query, queryDurationMillis, level === 'error') }),
  });

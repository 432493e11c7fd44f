import { type CompiledQuery, Kysely } from 'kysely';
import { openPostgres, PATIENT, type PoolState } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
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
  onQuery?: (query: CompiledQuery, durationMs: number, isFailed: boolean) => void;
  /** Called with a function that reads the state of the connection pool, where there is one. */
  onPool?: (read: () => PoolState) => void;
};

/** Opens the configured database. Connects at the first query; database trouble is thrown as `UnavailableError`. */
export function openDatabase(config: DatabaseConfig, { onError = () => {}, isPatient = false, onQuery, onPool }: DatabaseOptions = {}): Db {
  return new Kysely<Tables>({
    ...(onQuery && { log: ({ query, queryDurationMillis, level }) => onQuery(query, queryDurationMillis, level === 'error') }),
    dialect:
      config.kind === 'sqlite' ? openSqlite(config.file) : openPostgres(config, { onError, ...(onPool && { onPool }), ...(isPatient && { limits: PATIENT }) }),
  });
}

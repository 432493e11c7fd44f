import { type CompiledQuery, Kysely } from 'kysely';
import { openPostgres, PATIENT, type PoolState } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db, Tables } from './tables.ts';

export type DatabaseConfig =
  | { kind: 'sqlite'; file: string }
  | {
      kind: 'postgres';
      url: string;
      /** How many connections this process has at most. */
      pool: number;
      /** A copy that follows it, for reading; null when there is none. */
      replicaUrl?: string | null;
      isPrepared?: boolean;
    };

export type DatabaseOptions = {
  /** Hears of connections that are lost while nobody uses them. */
  onError?: (error: Error) => void;
  /** For work that may take as long as it needs, such as migrations; else a statement that takes too long is ended. */
  isPatient?: boolean;
  /** Hears each statement that was run, and how long it took. */
  onQuery?: (query: CompiledQuery, durationMs: number, isFailed: boolean) => void;
  /** Gets a look at the pool of connections, where there is one. */
  onPool?: (read: () => PoolState) => void;
};

/** Opens the configured database. Whether it answers shows at the first query; its trouble comes as `Unavailable`. */
export function openDatabase(config: DatabaseConfig, { onError = () => {}, isPatient = false, onQuery, onPool }: DatabaseOptions = {}): Db {
  return new Kysely<Tables>({
    ...(onQuery && { log: ({ query, queryDurationMillis, level }) => onQuery(query, queryDurationMillis, level === 'error') }),
    dialect:
      config.kind === 'sqlite' ? openSqlite(config.file) : openPostgres(config, { onError, ...(onPool && { onPool }), ...(isPatient && { limits: PATIENT }) }),
  });
}

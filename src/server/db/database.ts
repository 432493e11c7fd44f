import { type CompiledQuery, Kysely } from 'kysely';
import { openPostgres, PATIENT } from './postgres.ts';
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
  /** Hears each statement that was run. */
  onQuery?: (query: CompiledQuery) => void;
};

/** Opens the configured database. Whether it answers shows at the first query; its trouble comes as `Unavailable`. */
export const openDatabase = (config: DatabaseConfig, { onError = () => {}, isPatient = false, onQuery }: DatabaseOptions = {}): Db =>
  new Kysely<Tables>({
    ...(onQuery && { log: ({ query }) => onQuery(query) }),
    dialect: config.kind === 'sqlite' ? openSqlite(config.file) : openPostgres(config, { onError, ...(isPatient && { limits: PATIENT }) }),
  });

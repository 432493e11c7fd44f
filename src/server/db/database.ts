import { Kysely } from 'kysely';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db, Tables } from './tables.ts';

export type DatabaseConfig = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

/** Opens the configured database; `onError` hears of connections lost while idle. */
export const openDatabase = (config: DatabaseConfig, onError: (error: Error) => void = () => {}): Db =>
  new Kysely<Tables>({
    dialect: config.kind === 'sqlite' ? openSqlite(config.file) : openPostgres(config.url, onError),
  });

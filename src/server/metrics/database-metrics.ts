import { type DatabaseConfig, openDatabase } from '../db/database.ts';
import type { Db } from '../db/tables.ts';
import type { Watch } from './metrics.ts';

/** Opens the shop's database, and measures its statements and connections. */
export const openWatchedDatabase = (config: DatabaseConfig, watch: Watch, onFault: (message: string, error: unknown) => void): Db =>
  openDatabase(config, {
    onError(error) {
      watch.connectionLost();
      onFault('a database connection was lost', error);
    },
    onQuery: ({ sql }, durationMs, isFailed) => watch.query(sql, durationMs, isFailed),
    onPool(read) {
      watch.pool = read;
    },
  });

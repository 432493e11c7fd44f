import { type DatabaseConfig, openDatabase } from '../db/database.ts';
import type { Db } from '../db/tables.ts';
import type { Metrics } from './metrics.ts';

/** Opens the shop's database and measures its statements and connections. */
export function openMeasuredDatabase(config: DatabaseConfig, metrics: Metrics, onFault: (message: string, error: unknown) => void): Db {
  return openDatabase(config, {
    onError(error) {
      metrics.connectionLost();
      onFault('a database connection was lost', error);
    },
    onQuery: ({ sql }, durationMs, isFailed) => metrics.query(sql, durationMs, isFailed),
    onPool: (read) => void metrics.pools.push(read),
  });
}

import { type DatabaseConfig, openDatabase, openReader } from '../db/database.ts';
import type { OnQuery } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import type { Metrics } from './metrics.ts';

/** Few are enough, because reads are short. They come on top of `DATABASE_POOL`. */
const READ_CONNECTIONS = 4;

type OnFault = (message: string, error: unknown) => void;

/** Opens the shop's database and measures its statements and connections. */
export function openMeasuredDatabase(config: DatabaseConfig, metrics: Metrics, onFault: OnFault): Db {
  return openDatabase(config, {
    onError(error) {
      metrics.connectionLost();
      onFault('a database connection was lost', error);
    },
    onQuery: measuring(metrics),
    onPool: (read) => void metrics.pools.push(read),
  });
}

/** Opens the same database for reading outside transactions, through connections that do nothing else. */
export const openMeasuredReads = (config: DatabaseConfig, metrics: Metrics, onFault: OnFault): Db =>
  config.kind === 'postgres'
    ? openMeasuredDatabase({ ...config, pool: READ_CONNECTIONS }, metrics, onFault)
    : openReader(config.file, { onQuery: measuring(metrics) });

const measuring =
  (metrics: Metrics): OnQuery =>
  ({ sql }, durationMs, isFailed) =>
    metrics.query(sql, durationMs, isFailed);

import { PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** Opens a pool on a PostgreSQL address. Whole numbers come back as numbers: ours stay below 2^53. */
export const openPostgres = (url: string, onError: (error: Error) => void): PostgresDialect => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, types });
  // A connection that the server closes while idle must not end the process.
  pool.on('error', onError);
  return new PostgresDialect({ pool });
};

import { AsyncLocalStorage } from 'node:async_hooks';
import { UnavailableError } from '../errors.ts';

/** SQLite's primary result codes: busy, locked, no memory, read-only, I/O, full, can't open, locking protocol. */
const SQLITE_CODES = new Set([5, 6, 7, 8, 10, 13, 14, 15]);
const SQLITE_FULL = 13;

/** PostgreSQL: the connection, resources (full disk, too many connections), operator intervention, system errors. */
const POSTGRES_CLASSES = new Set(['08', '53', '57', '58']);
/** Serialization failure, deadlock, lock timeout, idle transaction, read-only server, a prepared statement that is missing or there already. */
const POSTGRES_CODES = new Set(['40001', '40P01', '55P03', '25P03', '25006', '26000', '42P05']);
const POSTGRES_FULL = '53100';
/** Conflicts that a retry resolves; after a lost prepared statement none is prepared anymore. */
const IN_EACH_OTHERS_WAY = new Set(['40001', '40P01', '55P03', '26000', '42P05']);

/** PostgreSQL's function that finds a prepared statement stale, because the tables changed; it would be prepared anew. */
const STALE = 'RevalidateCachedQuery';

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors of the PostgreSQL library that have no code. */
const LOST = /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired)|not queryable|connection has been discarded/u;

const SOON_SECONDS = 1;
const RETRY_SECONDS = 5;
const FULL_SECONDS = 60;

const measured = new AsyncLocalStorage<{ trouble: UnavailableError | null }>();

/**
 * Turns a database error into an `UnavailableError` when the database is slow, full, locked or gone; returns any other error unchanged. While connecting,
 * every error is one of these: no statement was at fault.
 */
export function toTrouble(error: unknown, { isConnecting = false } = {}): unknown {
  if (!(error instanceof Error) || error instanceof UnavailableError) return error;
  const seconds = retryAfter(error) ?? (isConnecting ? RETRY_SECONDS : null);
  if (seconds === null) return error;
  const trouble = new UnavailableError(seconds);
  trouble.cause = error;
  const metrics = measured.getStore();
  if (metrics) metrics.trouble ??= trouble;
  return trouble;
}

/** Returns the seconds until a retry; null for an error that is not the database's own trouble. */
function retryAfter(error: Error): number | null {
  const errcode = fieldOf(error, 'errcode');
  if (typeof errcode === 'number') {
    const primary = errcode & 0xff;
    if (!SQLITE_CODES.has(primary)) return null;
    return primary === SQLITE_FULL ? FULL_SECONDS : RETRY_SECONDS;
  }
  const code = fieldOf(error, 'code');
  if (typeof code !== 'string') return LOST.test(error.message) ? RETRY_SECONDS : null;
  if (IN_EACH_OTHERS_WAY.has(code) || fieldOf(error, 'routine') === STALE) return SOON_SECONDS;
  if (code === POSTGRES_FULL) return FULL_SECONDS;
  const isPostgres = /^[0-9A-Z]{5}$/u.test(code) && (POSTGRES_CLASSES.has(code.slice(0, 2)) || POSTGRES_CODES.has(code));
  return isPostgres || NETWORK_CODES.has(code) ? RETRY_SECONDS : null;
}

const fieldOf = (error: Error, name: 'code' | 'errcode' | 'routine'): unknown => (name in error ? (error as Error & Record<string, unknown>)[name] : undefined);

/**
 * Runs a library's work on our database, and throws the database's trouble if the work failed because of it: libraries turn errors that they don't
 * know into their own errors or replies.
 */
export function translatingErrors<T>(work: () => Promise<T>, cameToNothing: (result: T) => boolean): Promise<T> {
  const metrics: { trouble: UnavailableError | null } = { trouble: null };
  return measured.run(metrics, async () => {
    try {
      const result = await work();
      if (metrics.trouble && cameToNothing(result)) throw metrics.trouble;
      return result;
    } catch (error) {
      throw metrics.trouble ?? error;
    }
  });
}

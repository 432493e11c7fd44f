import { createHash } from 'node:crypto';
import { PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { toTrouble } from './trouble.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Timeouts in milliseconds; 0 means no limit. */
export type Limits = {
  /** For getting a connection from the pool, or a new one. */
  connectMs: number;
  /** For a statement, enforced by the server. */
  statementMs: number;
  /** For any reply: longer than `statementMs`, so that only a lost connection reaches it. */
  answerMs: number;
  /** For a transaction whose process sends nothing more. */
  idleTransactionMs: number;
};

const LIMITS: Limits = { connectMs: 5000, statementMs: 15_000, answerMs: 20_000, idleTransactionMs: 10_000 };
/** Idle connections are closed after this. */
const IDLE_MS = 60_000;
/** For work that nobody waits for. Behind a pooler the role's limits apply, so each transaction lifts them for itself. */
export const PATIENT: Limits = { connectMs: 5000, statementMs: 0, answerMs: 0, idleTransactionMs: 0 };

/** `migrate.ts` locks a row of its own table, so no advisory lock is needed, which some PostgreSQL-compatible engines lack. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** Statements used more than once are prepared on each connection, up to this many: some statements differ in the number of their values. */
const MAX_PREPARED = 300;
type Names = ReturnType<typeof createNames>;

/** A prepared statement that isn't on this connection, or is already: a pooler gave the transaction another one. */
const MISPLACED = new Set(['26000', '42P05']);
/** A statement prepared before the tables changed. */
const STALE_PLAN = '0A000';
/** The server is no longer the primary: a new connection leads to the one that is, through whatever stands in between. */
const READ_ONLY = '25006';
const BEGINNING = /^(?:begin|start transaction)\b/u;
const WITHOUT_LIMITS = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** The database's URL, the pool size, and whether statements may be prepared (a pooler in between may not support it). */
type PostgresPlace = { url: string; pool: number; isPrepared?: boolean };

/** Connections: all, the idle ones, and how many requests wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

export type PostgresOptions = {
  onError: (error: Error) => void;
  onPool?: (read: () => PoolState) => void;
  limits?: Limits;
};

/** Opens a pool for a PostgreSQL URL. Whole numbers are returned as numbers: ours stay below 2^53. */
export function openPostgres({ url, pool: max, isPrepared = true }: PostgresPlace, { onError, onPool, limits = LIMITS }: PostgresOptions): PostgresDialect {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'redial',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: limits.connectMs,
    ...(limits.statementMs > 0 && { statement_timeout: limits.statementMs }),
    ...(limits.answerMs > 0 && { query_timeout: limits.answerMs }),
    ...(limits.idleTransactionMs > 0 && { idle_in_transaction_session_timeout: limits.idleTransactionMs }),
  });
  // A lost connection must not end the process, whether it is idle or between two statements of a transaction.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  onPool?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  const isPatient = limits === PATIENT;
  return new Dialect({ pool: guardPool(pool, { names: createNames(isPrepared && !isPatient), isPatient, onError }) });
}

type Habits = { names: Names; isPatient: boolean; onError: (error: Error) => void };

function guardPool(pool: pg.Pool, habits: Habits): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const guard = (client: pg.PoolClient): PostgresPoolClient => {
    const known = guarded.get(client) ?? guardClient(client, habits);
    guarded.set(client, known);
    return known;
  };
  return {
    async connect() {
      try {
        return guard(await pool.connect());
      } catch (error) {
        throw toTrouble(error, { isConnecting: true });
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** A connection that throws the shop's own errors. One lost midway is not used again: a reply may still arrive on it. */
function guardClient(client: pg.PoolClient, { names, isPatient, onError }: Habits): PostgresPoolClient {
  let isLost = false;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      const name = names.of(text);
      const result = await client.query({ text, values: values as unknown[], ...(name && { name }) });
      if (isPatient && BEGINNING.test(text)) await client.query(WITHOUT_LIMITS);
      return result;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === undefined || code === STALE_PLAN || code === READ_ONLY || BEGINNING.test(text)) isLost = true;
      if (code !== undefined && MISPLACED.has(code)) {
        isLost = true;
        if (names.stop()) onError(new Error('statements are no longer prepared, because a pooler doesn’t keep them; set DATABASE_PREPARE=false'));
      }
      throw toTrouble(error);
    }
  };
  // Kysely calls `query` in this one way; the other way is for cursors, which are not configured.
  return { query: query as unknown as PostgresPoolClient['query'], release: (isBroken?: boolean) => client.release(isLost || isBroken) };
}

/** Names statements that are used a second time, until stopped. */
function createNames(isPrepared: boolean) {
  let isStopped = !isPrepared;
  const seen = new Set<string>();
  const names = new Map<string, string>();
  return {
    of(text: string): string | undefined {
      if (isStopped) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= MAX_PREPARED) return known;
      if (!seen.has(text)) {
        // Forgets statements that were only used once.
        if (seen.size >= MAX_PREPARED * 10) seen.clear();
        seen.add(text);
        return undefined;
      }
      // By content: behind a pooler another process may have prepared a statement of this name, which must be no other than this one.
      const name = `shop_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
      names.set(text, name);
      return name;
    },
    /** Returns whether it was the first to stop. */
    stop(): boolean {
      const isFirst = !isStopped;
      isStopped = true;
      return isFirst;
    },
  };
}

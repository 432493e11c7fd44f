import { PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { toTrouble } from './trouble.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** How long things may take, in milliseconds; 0: as long as they need. */
export type Limits = {
  /** To get a connection: one that is free, or a new one. */
  connectMs: number;
  /** What the server itself lets a statement take. */
  statementMs: number;
  /** To hear an answer at all: longer than a statement may take, so that only a lost connection runs into it. */
  answerMs: number;
  /** A transaction whose process says nothing more. */
  idleTransactionMs: number;
};

const LIMITS: Limits = { connectMs: 5000, statementMs: 15_000, answerMs: 20_000, idleTransactionMs: 10_000 };
/** A connection that nobody used for so long is closed. */
const IDLE_MS = 60_000;
/** For work that no person waits for. */
export const PATIENT: Limits = { connectMs: 5000, statementMs: 0, answerMs: 0, idleTransactionMs: 0 };

/** Takes turns by rows of its own tables (`migrate.ts`), so no advisory lock is needed, which not every such engine has. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** Statements that are asked for again are prepared once on each connection; so many at most, as some differ in how many values they name. */
const MAX_PREPARED = 300;
type NameOf = ReturnType<typeof createNames>;

const STALE_PLAN = '0A000';

/** Where the database is, how many connections to have, and whether statements may be prepared on them (a pooler in between may not allow it). */
type PostgresPlace = { url: string; pool: number; isPrepared?: boolean };

/** Connections: all, those that nobody uses, and how many wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

export type PostgresOptions = {
  onError: (error: Error) => void;
  onPool?: (read: () => PoolState) => void;
  limits?: Limits;
};

/** Opens a pool on a PostgreSQL address. Whole numbers come back as numbers: ours stay below 2^53. */
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
  // A connection that is lost must not end the process: neither an idle one, nor one that is between two statements of a transaction.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  onPool?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  return new Dialect({ pool: guardPool(pool, isPrepared && limits !== PATIENT ? createNames() : () => undefined) });
}

function guardPool(pool: pg.Pool, nameOf: NameOf): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const guard = (client: pg.PoolClient): PostgresPoolClient => {
    const known = guarded.get(client) ?? guardClient(client, nameOf);
    guarded.set(client, known);
    return known;
  };
  return {
    async connect() {
      try {
        return guard(await pool.connect());
      } catch (error) {
        throw toTrouble(error);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** A connection whose errors come as the shop knows them. One that was lost in the middle is not used again: an answer may still be on its way. */
function guardClient(client: pg.PoolClient, nameOf: NameOf): PostgresPoolClient {
  let isLost = false;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      const name = nameOf(text);
      return await client.query({ text, values: values as unknown[], ...(name && { name }) });
    } catch (error) {
      // A statement that was prepared before the tables changed is no good on this connection any more.
      if (!(error instanceof pg.DatabaseError) || error.code === STALE_PLAN) isLost = true;
      throw toTrouble(error);
    }
  };
  // Kysely asks in this one way; cursors, the other, are not set up.
  return { query: query as unknown as PostgresPoolClient['query'], release: (isBroken?: boolean) => client.release(isLost || isBroken) };
}

/** Names for statements that were asked for before. */
function createNames() {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    if (!seen.has(text)) {
      // What came once and never again is forgotten.
      if (seen.size >= MAX_PREPARED * 10) seen.clear();
      seen.add(text);
      return undefined;
    }
    const name = `shop_${names.size}`;
    names.set(text, name);
    return name;
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import type { Db, Tables } from '#server/db/tables.ts';
import { HttpError } from '#server/errors.ts';
import type { PaymentProvider } from '#server/ports/payments.ts';
import type { PayoutService } from '#server/ports/payouts.ts';

/** Thrown when the process is gone, to end its work. */
export class Crash extends Error {}

/** Whether it is a refusal, or the end of a process that dies. */
export function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected);
  return error instanceof HttpError || error instanceof Crash;
}

/**
 * A piece of work that runs step by step: it stops before each query outside a transaction, before each transaction, and before and after each call
 * of the card provider, until told to continue. Only one actor runs at a time, so the test alone decides the order of steps, and the same choices
 * repeat it.
 */
export type Actor = {
  name: string;
  isDone(): boolean;
  /** Runs the next step. */
  step(): Promise<void>;
  /** Ends its process, immediately or after this many queries of its next transaction. */
  crash(queriesLater?: number): Promise<void>;
};

type Barrier = { wait(): Promise<void>; query(): void };

const PAYOUT_CALLS = ['findAccount', 'transfer', 'findTransferNamed', 'findTransfer', 'reverse'] as const;
const PROVIDER_CALLS = ['createIntent', 'findIntent', 'cancelIntent', 'refund', 'findRefund', 'findRefundsOf', 'findDispute', 'findDisputesOf'] as const;

/** What an actor works with. */
export type Reach = { db: Db; payments: PaymentProvider; payouts: PayoutService };

export type Shared = {
  dialect: Dialect;
  driver: Driver;
  payments: PaymentProvider;
  payouts: PayoutService;
  /** Actors don't stop between steps: the order is random and differs each time. */
  isFree: boolean;
};

/** Starts a piece of work, which stops before its first step. `onEnd` gets its result. */
export function startActor(
  name: string,
  { dialect, driver, payments, payouts, isFree }: Shared,
  work: (reach: Reach) => Promise<unknown>,
  onEnd: (outcome: { value?: unknown; error?: unknown }) => void,
): Actor {
  let parked: { go(): void; die(): void } | null = null;
  let stopped = Promise.withResolvers<void>();
  let isDead = false;
  let isDone = false;
  let queriesLeft = Number.POSITIVE_INFINITY;

  // What a dead process waited for never comes: its work stops here, and nothing after it is tried.
  const die = (): void => end({ error: new Crash(name) });
  const barrier: Barrier = {
    wait: () =>
      new Promise((resolve) => {
        if (isDead) return die();
        if (isFree) return resolve();
        if (parked) return end({ error: new Error(`${name} does two things at once, which has no order`) });
        parked = { go: resolve, die };
        stopped.resolve();
      }),
    query() {
      if (queriesLeft <= 0) isDead = true;
      queriesLeft -= 1;
      if (isDead) throw new Crash(name);
    },
  };

  const end = (outcome: { value?: unknown; error?: unknown }): void => {
    if (isDone) return;
    isDone = true;
    onEnd(outcome);
    stopped.resolve();
  };
  const db = throughBarrier(dialect, driver, barrier);
  const reach = { db, payments: serviceThroughBarrier(payments, PROVIDER_CALLS, barrier), payouts: serviceThroughBarrier(payouts, PAYOUT_CALLS, barrier) };
  work(reach).then(
    (value) => end({ value }),
    (error: unknown) => end({ error }),
  );

  const goOn = async (how: 'go' | 'die'): Promise<void> => {
    await stopped.promise;
    if (isDone || !parked) return;
    stopped = Promise.withResolvers<void>();
    const { go, die } = parked;
    parked = null;
    if (how === 'go') go();
    else die();
    await stopped.promise;
  };

  return {
    name,
    isDone: () => isDone,
    step: () => (isFree ? wait(1) : goOn('go')),
    async crash(queriesLater) {
      if (isFree) {
        queriesLeft = queriesLater ?? 0;
        return;
      }
      if (queriesLater === undefined) {
        isDead = true;
        return goOn('die');
      }
      queriesLeft = queriesLater;
      await goOn('go');
      isDead = true;
      await goOn('die');
    },
  };
}

/** The same database, stopping at the barrier. */
function throughBarrier(dialect: Dialect, inner: Driver, barrier: Barrier): Db {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => createDriver(inner, barrier),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}

function createDriver(inner: Driver, barrier: Barrier): Driver {
  const guarded = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const innerOf = (connection: DatabaseConnection): DatabaseConnection => guarded.get(connection) ?? connection;
  return {
    async init() {},
    async acquireConnection() {
      await barrier.wait();
      const connection = await inner.acquireConnection();
      const guard: DatabaseConnection = {
        executeQuery(query, options) {
          barrier.query();
          return connection.executeQuery(query, options);
        },
        streamQuery: (...all) => connection.streamQuery(...all),
      };
      guarded.set(guard, connection);
      return guard;
    },
    beginTransaction: (connection, settings) => inner.beginTransaction(innerOf(connection), settings),
    async commitTransaction(connection) {
      barrier.query();
      await inner.commitTransaction(innerOf(connection));
    },
    rollbackTransaction: (connection) => inner.rollbackTransaction(innerOf(connection)),
    releaseConnection: (connection) => inner.releaseConnection(innerOf(connection)),
    async destroy() {},
  };
}

/** The same service, stopping at the barrier; a crash after a call loses its reply. */
function serviceThroughBarrier<Service extends object>(service: Service, calls: readonly (keyof Service)[], barrier: Barrier): Service {
  const gated = { ...service };
  for (const name of calls) {
    const call = service[name] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(gated, {
      [name]: async (...args: unknown[]) => {
        await barrier.wait();
        const answer = await call(...args);
        await barrier.wait();
        return answer;
      },
    });
  }
  return gated;
}

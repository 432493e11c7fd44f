import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { releaseLeases, takeLeases } from '../db/leases.ts';
import type { Db } from '../db/tables.ts';
import type { Clock } from '../ports/clock.ts';

/** A lease expires this long after its last renewal. */
export const LEASE_MS = 10_000;
/** How often holders renew, and the other processes try to take over. */
const TRY_MS = 2000;

export type Leases = {
  /** Whether this process holds the lease for this work now. */
  has(name: string): boolean;
  /** Releases all leases. Call when their work has stopped. */
  stop(): Promise<void>;
};

type LeaseOptions = {
  db: Db;
  clock: Clock;
  names: string[];
  /** Called with each lease that this process has just acquired. */
  onTaken(name: string): void;
  onError(error: unknown): void;
};

const WAIT_MS = 200;

/** Keeps acquiring and renewing leases; a piece of work runs in the process that holds its lease. */
export function maintainLeases({ db, clock, names, onTaken, onError }: LeaseOptions): Leases {
  const holder = newHolder();
  const expiries = new Map<string, number>();
  const has = (name: string): boolean => (expiries.get(name) ?? 0) > clock.now();
  let running: Promise<void> | null = null;

  const tryAll = async (): Promise<void> => {
    const now = clock.now();
    const until = now + LEASE_MS;
    const taken = await takeLeases(db, names, { holder, now, until });
    for (const name of taken) {
      const isNew = !has(name);
      expiries.set(name, until);
      if (isNew) onTaken(name);
    }
    for (const name of names) if (!taken.includes(name)) expiries.delete(name);
  };
  const look = (): void => {
    running ??= tryAll()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };

  const timer = setInterval(look, TRY_MS);
  look();
  return {
    has,
    async stop() {
      clearInterval(timer);
      await running;
      expiries.clear();
      await releaseLeases(db, names, holder).catch(onError);
    },
  };
}

/** Identifies the process to anyone reading the table. */
const newHolder = (): string => `${hostname()} ${process.pid} ${uuid()}`;

/** For a process that doesn't share its database. */
export function leaseAlways(names: string[], onTaken: (name: string) => void): Leases {
  for (const name of names) onTaken(name);
  return { has: () => true, async stop() {} };
}

/** Runs a piece of work while no other process runs it, on any machine; waits until it can. */
export async function inTurn<T>({ db, clock }: { db: Db; clock: Clock }, name: string, work: () => Promise<T>): Promise<T> {
  const holder = newHolder();
  const take = async (): Promise<boolean> => {
    const now = clock.now();
    return (await takeLeases(db, [name], { holder, now, until: now + LEASE_MS })).length > 0;
  };
  while (!(await take())) await wait(WAIT_MS);
  // If renewal is late, another process may start, so this work must be safe to run twice.
  let renewals: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewals = Promise.allSettled([renewals, take()]);
  }, TRY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // One that is still under way would take the released lease again.
    await renewals;
    // If that fails, the lease expires by itself; what the work returned or threw counts.
    await releaseLeases(db, [name], holder).catch(() => {});
  }
}

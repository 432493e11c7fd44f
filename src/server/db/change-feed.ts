import { minutes, seconds } from '#contract/shared/durations.ts';
import { type Change, findChanges, findLatestChange, OVERLAP_MS } from './changes.ts';
import type { Db } from './tables.ts';

/** Notifies subscribers of changes made by any process. */
export type ChangeListener = {
  /** Called with each change once, though not always in order. */
  onChanges(changes: Change[]): Promise<void> | void;
  /** Called when too many changes were missed: everything cached must be reloaded. */
  onLost(): Promise<void> | void;
};

export type ChangeFeed = {
  listen(listener: ChangeListener): void;
  /** Reads the changes that this process has just written. */
  catchUp(): Promise<void>;
  /** Reads the changes of other processes, unless that was done less than a second ago; so nothing cached is older than that. */
  keepUp(): Promise<void>;
  /** Whether `keepUp` ran less than a second ago. */
  isUpToDate(): boolean;
};

/** How far before the latest change to read again: all changes, and a request's own, which were noted just now. */
const OVERLAP = { all: OVERLAP_MS, own: seconds(2) };
/** Where one transaction writes at a time, changes become visible in the order of their times. */
const NO_OVERLAP = { all: 0, own: 0 };
const KEEP_UP_MS = 800;
/** Changes are stored for an hour; after five minutes without reading, everything is reloaded. */
const LOST_MS = minutes(5);
/** How often to see whether another database is to be read, while one doesn't answer. */
const TURN_MS = 500;

/** Follows the changes noted by all processes, in the database that `source` returns each time; `isOrdered`: one that takes one write at a time. */
export function createChangeFeed(source: () => Db, { isOrdered = false } = {}): ChangeFeed {
  const overlap = isOrdered ? NO_OVERLAP : OVERLAP;
  const listeners: ChangeListener[] = [];
  const seen = new Map<string, number>();
  let latest: number | null = null;
  /** The database that was read last. */
  let followed: Db | null = null;
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();
  let catchingUp: Promise<void> | null = null;
  /** A read of this process's own changes that has not begun: it will see whatever was written so far. */
  let waiting: Promise<void> | null = null;
  /** Whether listeners still have to load everything anew. */
  let isLost = false;

  const isUpToDate = (): boolean => performance.now() - caughtUpAt < KEEP_UP_MS;

  const startAnew = async (): Promise<void> => {
    isLost = true;
    latest = null;
    seen.clear();
    for (const listener of listeners) await listener.onLost();
    isLost = false;
  };

  /** Whether a change that this database had is gone: its server was replaced by one that never got it, or restored. */
  const hasLost = (since: number, found: Change[]): boolean => {
    const there = new Set(found.map(({ id }) => id));
    for (const [id, at] of seen) if (at >= since && !there.has(id)) return true;
    return false;
  };

  /** Asks again elsewhere if `source` turns to another database before this one answers: nobody waits for one that went silent. */
  const ask = async <T>(question: (db: Db) => Promise<T>): Promise<{ db: Db; answer: T }> => {
    const db = source();
    const turned = Promise.withResolvers<null>();
    const timer = setInterval(() => source() !== db && turned.resolve(null), TURN_MS).unref();
    const asked = question(db)
      .then((answer) => ({ db, answer }))
      .finally(() => clearInterval(timer));
    const answered = await Promise.race([asked, turned.promise]);
    if (answered !== null) return answered;
    clearInterval(timer);
    asked.catch(() => {});
    return ask(question);
  };

  const read = async (overlapMs: number): Promise<void> => {
    // A listener may have failed the last time, for example while the database's server was being replaced.
    if (isLost) await startAnew();
    const known = latest ?? (await ask(findLatestChange)).answer;
    latest = known;
    const { db, answer: found } = await ask((asked) => findChanges(asked, known - overlapMs));
    // A replica that has just taken over from the primary, or the other way round, may only be behind.
    const isSame = db === followed;
    followed = db;
    if (isSame && overlapMs === overlap.all && hasLost(known - overlapMs, found)) return startAnew();
    const changes = found.filter(({ id }) => !seen.has(id));
    if (changes.length === 0) return;
    for (const listener of listeners) await listener.onChanges(changes);
    for (const { id, at } of changes) {
      seen.set(id, at);
      latest = Math.max(latest, at);
    }
    const oldest = latest - overlap.all;
    for (const [id, at] of seen) if (at < oldest) seen.delete(id);
  };

  /** Runs reads one after another: concurrent reads would deliver changes out of order. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.catch(() => {}).then(work);
    last = mine;
    return mine;
  };

  const keepUp = async (): Promise<void> => {
    const began = performance.now();
    if (began - caughtUpAt > LOST_MS && caughtUpAt !== Number.NEGATIVE_INFINITY) await startAnew();
    await read(overlap.all);
    caughtUpAt = began;
  };

  return {
    listen: (listener) => void listeners.push(listener),
    catchUp() {
      waiting ??= inTurn(() => {
        waiting = null;
        return read(overlap.own);
      });
      return waiting;
    },
    isUpToDate,
    async keepUp() {
      if (isUpToDate()) return;
      catchingUp ??= inTurn(keepUp).finally(() => {
        catchingUp = null;
      });
      await catchingUp;
    },
  };
}

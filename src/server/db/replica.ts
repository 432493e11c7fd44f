import { setTimeout as wait } from 'node:timers/promises';
import { findLatestChange } from './changes.ts';
import type { Db } from './tables.ts';

export type Replica = {
  /** The replica while it responds and keeps up, else the primary. */
  db(): Db;
  /** The primary while it responds, else the replica if it is used: copies in memory follow this one's changes, so reading goes on without a primary. */
  followed(): Db;
  close(): Promise<void>;
};

const LOOK_MS = 500;
/** How far behind a replica may be before it is no longer used. */
const BEHIND_MS = 2000;
/** A database that takes longer counts as not responding. A connection that went silent is given up only after `answerMs`. */
const ANSWER_MS = 1500;

type Mark = { seenAt: number; latest: number };

/** Watches a replica, which is used for reading while it is no more than `BEHIND_MS` behind. */
export function followReplica(primary: Db, replica: Db, onChange: (isUsed: boolean, why: string) => void): Replica {
  /** The primary's latest change at several times, oldest first. */
  let marks: Mark[] = [];
  let isUsed = false;
  let isPrimaryThere = true;
  let isClosed = false;
  const [askReplica, askPrimary] = [replica, primary].map(createQuestion) as [Question, Question];

  const use = (used: boolean, why: string): void => {
    if (used === isUsed || isClosed) return;
    isUsed = used;
    onChange(used, why);
  };

  const judge = (reached: number): void => {
    const now = performance.now();
    // The replica must have everything from two seconds ago.
    const due = marks.filter(({ seenAt }) => seenAt <= now - BEHIND_MS).at(-1);
    marks = marks.filter((mark) => mark === due || mark.seenAt > now - BEHIND_MS);
    use(due === undefined || reached >= due.latest, reached >= (due?.latest ?? 0) ? 'it keeps up' : 'it is behind');
  };

  const look = async (): Promise<void> => {
    const [reached, latest] = await Promise.all([askReplica(), askPrimary()]);
    if (reached === null) use(false, 'it does not answer');
    else judge(reached);
    isPrimaryThere = latest !== null;
    // While the primary is down, the earlier marks are all there is.
    if (latest !== null) marks.push({ seenAt: performance.now(), latest });
  };

  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const again = (): void => {
    looking = look().finally(() => {
      if (!isClosed) timer = setTimeout(again, LOOK_MS).unref();
    });
  };
  again();

  return {
    db: () => (isUsed ? replica : primary),
    followed: () => (isUsed && !isPrimaryThere ? replica : primary),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await replica.destroy();
    },
  };
}

/** What changes rows, which a replica refuses. */
const WRITES = new Set<string | symbol>(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto', 'transaction', 'startTransaction']);

/** A database whose reads go to the one that `source` returns at that moment, and whose writes go to the primary. */
export function readThrough(primary: Db, source: () => Db): Db {
  return new Proxy(primary, {
    get(_primary, name) {
      const db = WRITES.has(name) ? primary : source();
      const member: unknown = Reflect.get(db, name, db);
      return typeof member === 'function' ? member.bind(db) : member;
    },
  });
}

type Question = () => Promise<number | null>;

/** Asks a database for its latest change; null when it fails or takes too long. While it owes an answer, it isn't asked again: each takes a connection. */
function createQuestion(db: Db): Question {
  let asking: Promise<number | null> | null = null;
  return () => {
    asking ??= findLatestChange(db)
      .catch(() => null)
      .finally(() => {
        asking = null;
      });
    return Promise.race([asking, wait(ANSWER_MS, null, { ref: false })]);
  };
}

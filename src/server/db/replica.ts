import { findLatestChange } from './changes.ts';
import type { Db } from './tables.ts';

export type Replica = {
  /** The replica while it answers and keeps up, else the database itself. */
  db(): Db;
  close(): Promise<void>;
};

const LOOK_MS = 500;
/** How far behind a replica may be before nobody is sent to it. */
const BEHIND_MS = 2000;

type Mark = { seenAt: number; latest: number };

/** Looks after a copy of the database that follows it: it is read from while it is no more than some seconds behind. */
export function followReplica(primary: Db, replica: Db, onChange: (isUsed: boolean, why: string) => void): Replica {
  /** What the database's latest change was at some moments, the oldest first. */
  let marks: Mark[] = [];
  let isUsed = false;
  let isClosed = false;

  const use = (used: boolean, why: string): void => {
    if (used === isUsed || isClosed) return;
    isUsed = used;
    onChange(used, why);
  };

  const look = async (): Promise<void> => {
    try {
      const reached = await findLatestChange(replica);
      const now = performance.now();
      // What was there two seconds ago must have arrived.
      const due = marks.filter(({ seenAt }) => seenAt <= now - BEHIND_MS).at(-1);
      marks = marks.filter((mark) => mark === due || mark.seenAt > now - BEHIND_MS);
      use(due === undefined || reached >= due.latest, reached >= (due?.latest ?? 0) ? 'it keeps up' : 'it is behind');
    } catch {
      use(false, 'it does not answer');
    }
    // While the database itself is gone, what was is all that is known.
    const latest = await findLatestChange(primary).catch(() => null);
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
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await replica.destroy();
    },
  };
}

import { findLatestChange } from './changes.ts';
import type { Db } from './tables.ts';

export type Replica = {
  /** The replica while it responds and keeps up, else the primary. */
  db(): Db;
  close(): Promise<void>;
};

const LOOK_MS = 500;
/** How far behind a replica may be before it is no longer used. */
const BEHIND_MS = 2000;

type Mark = { seenAt: number; latest: number };

/** Watches a replica, which is used for reading while it is no more than `BEHIND_MS` behind. */
export function followReplica(primary: Db, replica: Db, onChange: (isUsed: boolean, why: string) => void): Replica {
  /** The primary's latest change at several times, oldest first. */
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
      // The replica must have everything from two seconds ago.
      const due = marks.filter(({ seenAt }) => seenAt <= now - BEHIND_MS).at(-1);
      marks = marks.filter((mark) => mark === due || mark.seenAt > now - BEHIND_MS);
      use(due === undefined || reached >= due.latest, reached >= (due?.latest ?? 0) ? 'it keeps up' : 'it is behind');
    } catch {
      use(false, 'it does not answer');
    }
    // While the primary is down, the earlier marks are all there is.
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

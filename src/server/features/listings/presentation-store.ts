import type { Db } from '../../db/tables.ts';
import { storePresentations, type Written } from './presentation-queries.ts';

/** How many presentations wait to be stored; any more are written again by the next request. */
const MOST_WAITING = 500;
const AT_ONCE = 50;
const AFTER_MS = 250;

/** Stores presentations that requests had to write, a little later and many at once. */
export function createPresentationStore(db: Db, onError: (error: unknown) => void) {
  const waiting = new Map<string, Written>();
  let timer: NodeJS.Timeout | null = null;
  let storing: Promise<void> = Promise.resolve();

  const storeSome = async (): Promise<void> => {
    timer = null;
    const some = [...waiting.values()].slice(0, AT_ONCE);
    for (const { id } of some) waiting.delete(id);
    if (some.length > 0) await storePresentations(db, some).catch(onError);
    if (waiting.size > 0) schedule();
  };

  function schedule(): void {
    timer ??= setTimeout(() => {
      storing = storeSome();
    }, AFTER_MS).unref();
  }

  return {
    add(written: Written): void {
      if (waiting.size >= MOST_WAITING) return;
      waiting.set(written.id, written);
      schedule();
    },
    /** Stops; what still waits is written again by the next request. */
    async stop(): Promise<void> {
      if (timer) clearTimeout(timer);
      waiting.clear();
      await storing;
    },
  };
}

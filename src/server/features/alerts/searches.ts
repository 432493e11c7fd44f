import type { Db } from '../../db/tables.ts';
import { nextTurn } from '../../turns.ts';
import { createMatcher, type Matcher, type StoredCriteria } from './matcher.ts';
import { type CriteriaRow, findCriteria } from './queries.ts';

const BATCH = 200;
/** A change may become visible this long after later ones from other machines. */
const OVERLAP_MS = 600_000;

/**
 * Every saved search, in the memory of a process. Deleted ones stay until it restarts, and their wanted ads until one is looked up; whoever asks checks
 * that they exist.
 */
export type SavedSearches = {
  /** All that are saved by now, with their wanted ads. */
  open(): Promise<Matcher>;
};

export function createSavedSearches(db: Db): SavedSearches {
  const matcher = createMatcher();
  let latest = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function follow(): Promise<Matcher> {
    for (let after = { changed_at: latest - OVERLAP_MS, id: '' }; ; ) {
      const rows = await findCriteria(db, after, BATCH);
      for (const row of rows) {
        add(matcher, row);
        latest = Math.max(latest, row.changed_at);
      }
      const end = rows.at(-1);
      if (rows.length < BATCH || !end) return matcher;
      after = end;
      await nextTurn();
    }
  }

  return {
    // One at a time: whoever asks gets what was saved before.
    open() {
      const next = last.then(follow);
      last = next.catch(() => {});
      return next;
    },
  };
}

function add(matcher: Matcher, { id, criteria, wanted_cents, wanted_until }: CriteriaRow): void {
  if (wanted_until === null && matcher.has(id)) return;
  // Only ever written as JSON of this type.
  const stored = JSON.parse(criteria) as StoredCriteria;
  matcher.add(id, stored);
  const { filters: _, ...words } = stored;
  if (wanted_until !== null) matcher.setAd(id, words, { topCents: wanted_cents ?? 0, until: wanted_until });
}

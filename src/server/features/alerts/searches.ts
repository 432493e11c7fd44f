import type { Db } from '../../db/tables.ts';
import { createMatcher, type Matcher, type StoredCriteria } from './matcher.ts';
import { findCriteria } from './queries.ts';

const BATCH = 500;
/** A search may become visible this long after others that were saved later, on other machines. */
const OVERLAP_MS = 600_000;

/** Every saved search, in the memory of the process that alerts people. Deleted ones stay until it restarts; whoever asks checks that they exist. */
export type SavedSearches = {
  /** All that are saved by now. */
  open(): Promise<Matcher>;
};

export function createSavedSearches(db: Db): SavedSearches {
  const matcher = createMatcher();
  let latest = 0;

  return {
    async open() {
      for (let after = { created_at: latest - OVERLAP_MS, id: '' }; ; ) {
        const rows = await findCriteria(db, after, BATCH);
        for (const { id, criteria, created_at } of rows) {
          // Only ever written as JSON of this type.
          if (!matcher.has(id)) matcher.add(id, JSON.parse(criteria) as StoredCriteria);
          latest = Math.max(latest, created_at);
        }
        const last = rows.at(-1);
        if (rows.length < BATCH || !last) return matcher;
        after = last;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

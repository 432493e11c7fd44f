import type { Db } from '../../db/tables.ts';
import { nextTurn } from '../../turns.ts';
import { createMatcher, type Matcher, readCriteria } from './matcher.ts';
import { type CriteriaRow, findCriteria } from './queries.ts';

const BATCH = 200;
/** A change may become visible this long after later ones from other machines. */
const OVERLAP_MS = 600_000;

/** With this many more than twice as many searches as were loaded, they are loaded again. */
const SPARE = 10_000;

/**
 * Every saved search, in the memory of a process. Some deleted ones stay, and their wanted ads until one is looked up; whoever asks checks that they
 * exist.
 */
export type SavedSearches = {
  /** All that are saved by now, with their wanted ads. */
  open(): Promise<Matcher>;
};

/** `latest`: when the last of them changed. */
type Copy = { matcher: Matcher; latest: number };

const createCopy = (): Copy => ({ matcher: createMatcher(), latest: 0 });

export function createSavedSearches(db: Db, spare = SPARE): SavedSearches {
  const mostAfter = ({ matcher }: Copy): number => 2 * matcher.size() + spare;
  let copy = createCopy();
  let most: number | null = null;
  let isRenewing = false;
  let last: Promise<unknown> = Promise.resolve();

  async function openInTurn(): Promise<Matcher> {
    const { matcher } = await follow(db, copy);
    most ??= mostAfter(copy);
    if (copy.matcher.size() > most && !isRenewing) void renew();
    return matcher;
  }

  /** Nobody waits for it. Without it, people who save and delete searches all day would fill the memory. */
  async function renew(): Promise<void> {
    isRenewing = true;
    // When it fails, whoever asks next begins again.
    const fresh = await follow(db, createCopy()).catch(() => null);
    if (fresh) [copy, most] = [fresh, mostAfter(fresh)];
    isRenewing = false;
  }

  return {
    // One at a time: whoever asks gets what was saved before.
    open() {
      const next = last.then(openInTurn);
      last = next.catch(() => {});
      return next;
    },
  };
}

/** Reads what was saved since. */
async function follow(db: Db, copy: Copy): Promise<Copy> {
  for (let after = { changed_at: copy.latest - OVERLAP_MS, id: '' }; ; ) {
    const rows = await findCriteria(db, after, BATCH);
    for (const row of rows) {
      add(copy.matcher, row);
      copy.latest = Math.max(copy.latest, row.changed_at);
    }
    const end = rows.at(-1);
    if (rows.length < BATCH || !end) return copy;
    after = end;
    await nextTurn();
  }
}

function add(matcher: Matcher, { id, criteria, wanted_cents, wanted_until }: CriteriaRow): void {
  if (wanted_until === null && matcher.has(id)) return;
  const stored = readCriteria(criteria);
  matcher.add(id, stored);
  const { filters: _, ...words } = stored;
  if (wanted_until !== null) matcher.setAd(id, words, { topCents: wanted_cents ?? 0, until: wanted_until });
}

import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/tables.ts';
import type { IndexState } from './index-state.ts';
import { loadFacts } from './loading.ts';
import { asksForFacts, type ParsedQuery, parseQuery } from './parsed-query.ts';
import type { Columns } from './rows.ts';

/** Anybody can search for much that has large tests, so their size counts. */
const MOST_BYTES = 8_000_000;
/** Words, maps and what belongs to them; so a thousand searches at most. */
const OVERHEAD = 8000;

/**
 * Caches parsed searches, whatever their case, until something on sale changes, and reads the listings' facts when a search first asks for them.
 */
export function createParsedQueries(db: Db) {
  const known = new LRUCache<string, ParsedQuery>({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => bytes + OVERHEAD });
  /** The columns that they read; others after the rows were sorted again. */
  let columns: Columns | null = null;
  const facts = new WeakMap<IndexState, { reading: Promise<void>; done: boolean }>();

  function openFacts(state: IndexState): Promise<void> {
    const before = facts.get(state);
    if (before) return before.reading;
    const one = { reading: loadFacts(db, state), done: false };
    facts.set(state, one);
    one.reading.then(
      () => {
        one.done = true;
      },
      () => facts.delete(state),
    );
    return one.reading;
  }

  function knownFor({ rows }: IndexState): LRUCache<string, ParsedQuery> {
    if (columns !== rows.columns) known.clear();
    columns = rows.columns;
    return known;
  }

  return {
    openFacts,
    /** Notes that a state has its facts already. */
    addFacts: (state: IndexState) => void facts.set(state, { reading: Promise.resolve(), done: true }),
    clear: () => known.clear(),
    async of(state: IndexState, search: string | null): Promise<ParsedQuery | null> {
      if (search === null) return null;
      const lower = search.toLowerCase();
      const before = knownFor(state).get(lower);
      if (before) return before;
      if (!facts.get(state)?.done && asksForFacts(state, lower)) await openFacts(state);
      const parsedQuery = parseQuery(state, lower);
      knownFor(state).set(lower, parsedQuery);
      return parsedQuery;
    },
  };
}

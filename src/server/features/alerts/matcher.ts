import { type CompiledCriteria, type Criteria, compileCriteria, type IndexFilters, isMatch, type SingleListing, wordsOfListing } from '../search/index.ts';

/** What is stored of a saved search: the filters of its list, and what its words demand. */
export type StoredCriteria = Criteria & { filters: IndexFilters };

type Search = { id: string; filters: IndexFilters; criteria: CompiledCriteria };

/**
 * Saved searches in memory, each filed under one thing that a listing must have to match it: the rarest of its words, else one of its brands. A
 * listing is then compared only with the searches filed under what it has.
 */
export type Matcher = {
  add(id: string, stored: StoredCriteria): void;
  has(id: string): boolean;
  size(): number;
  /** The ids of the searches that a listing matches; `month`: the current one, counted from the year 0. */
  match(listing: SingleListing, month: number): string[];
};

export function createMatcher(): Matcher {
  const ids = new Set<string>();
  const filed = new Map<string, Search[]>();

  const file = (key: string, search: Search): void => {
    const others = filed.get(key);
    if (others) others.push(search);
    else filed.set(key, [search]);
  };

  return {
    add(id, { filters, ...criteria }) {
      if (ids.has(id)) return;
      ids.add(id);
      const search = { id, filters, criteria: compileCriteria(criteria) };
      for (const key of keysOf(search, (one) => filed.get(one)?.length ?? 0)) file(key, search);
    },
    has: (id) => ids.has(id),
    size: () => ids.size,
    match(listing, month) {
      const found: string[] = [];
      for (const key of keysOfListing(listing)) for (const search of filed.get(key) ?? []) if (matches(listing, search, month)) found.push(search.id);
      return found;
    },
  };
}

function matches(listing: SingleListing, { filters, criteria }: Search, month: number): boolean {
  const { columns } = listing.state.rows;
  const price = columns.price[listing.row] ?? 0;
  // Most searches fail by their price, which is quickly compared.
  if (price < (filters.priceFrom ?? 0) || price > (filters.priceTo ?? Number.MAX_SAFE_INTEGER)) return false;
  return isMatch(listing, { ...filters, month }, criteria);
}

/** The keys to file a search under: a listing that matches it has exactly one of them. */
function keysOf({ filters, criteria: { words, sizes } }: Search, countOf: (key: string) => number): string[] {
  const demanded = [
    ...words.filter(({ any, begins }) => any.length === 1 && !begins).map(({ any: [text = ''] }) => `word ${text}`),
    ...sizes.map(({ text }) => `word ${text}`),
  ];
  const rarest = demanded.sort((one, other) => countOf(one) - countOf(other))[0];
  if (rarest !== undefined) return [rarest];
  if (filters.texts.model.length > 0) return filters.texts.model.map((model) => `model ${model}`);
  if (filters.categoryId !== null) return [`brand ${filters.categoryId}`];
  if (filters.categoryIds !== null) return [...new Set(filters.categoryIds)].map((brand) => `brand ${brand}`);
  return ['any'];
}

function* keysOfListing(listing: SingleListing): Iterable<string> {
  const { rows, categories, modelNames } = listing.state;
  for (const word of wordsOfListing(listing)) yield `word ${word}`;
  yield `model ${modelNames.keys[listing.state.models[rows.columns.model[listing.row] ?? 0]?.name ?? 0] ?? ''}`;
  yield `brand ${categories.keys[rows.columns.category[listing.row] ?? 0] ?? ''}`;
  yield 'any';
}

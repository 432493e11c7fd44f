import type { Criteria, SearchFilters } from '../../ports/search-engine.ts';
import { type CompiledCriteria, compileCriteria, isMatch, NO_CRITERIA, NO_FILTERS, type SingleListing, wordsOfListing } from '../search/index.ts';

/** What is stored of a saved search: the filters of its list, and what its words demand. */
export type StoredCriteria = Criteria & { filters: SearchFilters };

/** Reads stored criteria. Words that were stored before a search took ß for ss still have it. */
export function readCriteria(criteria: string): StoredCriteria {
  // Only ever written as JSON of this type.
  const { words, ...others } = JSON.parse(criteria) as StoredCriteria;
  return { ...others, words: words.map(({ any, begins }) => ({ any: any.map((text) => text.replaceAll('ß', 'ss')), begins })) };
}

/** A saved search that is a wanted ad: open until this moment. */
export type Ad = { topCents: number; until: number };

/** `criteria`, `filters`: numbers of what many searches share; prices in cents. `wanted`: the ad, and its criteria without prices. */
type Search = { id: string; criteria: number; filters: number; priceFrom: number; priceTo: number; wanted: (Ad & { criteria: number }) | null };

/**
 * Saved searches in memory, each filed under one thing that a listing must have to match it: the rarest of its words, else its model or brand. A
 * listing is then compared only with the searches filed under what it has, and once with the words and filters that many of them share.
 */
export type Matcher = {
  add(id: string, stored: StoredCriteria): void;
  has(id: string): boolean;
  /** How many searches were added. */
  size(): number;
  /** Makes a search a wanted ad, or changes it. */
  setAd(id: string, words: Criteria, ad: Ad): void;
  deleteAd(id: string): void;
  /** The ids of the searches that a listing matches; `month`: the current one, counted from the year 0. */
  match(listing: SingleListing, month: number): string[];
  /** The wanted ads open at a moment that a listing meets, whatever it costs: of an ad's search, prices don't count. */
  matchAds(listing: SingleListing, month: number, now: number): { id: string; topCents: number }[];
};

const NOTHING_DEMANDED = compileCriteria(NO_CRITERIA);

export function createMatcher(): Matcher {
  const searches = new Map<string, Search>();
  const filed = new Map<string, Search[]>();
  const criteria = createShared<CompiledCriteria>();
  const filters = createShared<SearchFilters>();

  const file = (key: string, search: Search): void => {
    const others = filed.get(key);
    if (others) others.push(search);
    else filed.set(key, [search]);
  };

  /** All searches that may match, in a few lists: yielding each of them would take several times as long. */
  const candidates = (listing: SingleListing): Search[][] => [...keysOfListing(listing)].flatMap((key) => [filed.get(key) ?? []]);

  function testsOn(listing: SingleListing, month: number): (filters: number, criteria: number) => boolean {
    const meetsCriteria = once(criteria.values, (one) => isMatch(listing, { ...NO_FILTERS, month }, one));
    const meetsFilters = once(filters.values, (one) => isMatch(listing, { ...one, month }, NOTHING_DEMANDED));
    return (ofFilters, ofCriteria) => meetsFilters(ofFilters) && meetsCriteria(ofCriteria);
  }

  return {
    add(id, { filters: stored, ...words }) {
      if (searches.has(id)) return;
      const { priceFrom, priceTo, ...rest } = stored;
      const search: Search = {
        ...{ id, priceFrom: priceFrom ?? 0, priceTo: priceTo ?? Number.MAX_SAFE_INTEGER, wanted: null },
        criteria: criteria.intern(JSON.stringify(words), () => compileCriteria(words)),
        filters: filters.intern(JSON.stringify(rest), () => ({ ...stored, priceFrom: null, priceTo: null })),
      };
      searches.set(id, search);
      for (const key of keysOf(stored, criteria.values[search.criteria] ?? NOTHING_DEMANDED, (one) => filed.get(one)?.length ?? 0)) file(key, search);
    },
    has: (id) => searches.has(id),
    size: () => searches.size,
    setAd(id, words, ad) {
      const search = searches.get(id);
      if (!search) return;
      const priceless = () => criteria.intern(`ad ${JSON.stringify(words)}`, () => withoutPrices(compileCriteria(words)));
      search.wanted = { ...ad, criteria: words.phrases.length === 0 ? search.criteria : priceless() };
    },
    deleteAd(id) {
      const search = searches.get(id);
      if (search) search.wanted = null;
    },
    match(listing, month) {
      const price = listing.state.rows.columns.price[listing.row] ?? 0;
      const meets = testsOn(listing, month);
      const found: string[] = [];
      for (const searches of candidates(listing))
        for (const search of searches)
          if (price >= search.priceFrom && price <= search.priceTo && meets(search.filters, search.criteria)) found.push(search.id);
      return found;
    },
    matchAds(listing, month, now) {
      const meets = testsOn(listing, month);
      const found: { id: string; topCents: number }[] = [];
      for (const searches of candidates(listing))
        for (const { id, wanted, filters: shared } of searches)
          if (wanted && wanted.until > now && meets(shared, wanted.criteria)) found.push({ id, topCents: wanted.topCents });
      return found;
    },
  };
}

/** A wanted ad's price is its top price, whatever its search says. */
export function withoutPrices(criteria: CompiledCriteria): CompiledCriteria {
  return { ...criteria, required: criteria.required.filter(({ condition }) => condition.about !== 'price') };
}

/** Values that are stored once, by number. */
function createShared<Value>() {
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  return {
    values,
    intern(key: string, make: () => Value): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, values.length);
      return values.push(make()) - 1;
    },
  };
}

/** Tests a value by its number, each at most once. */
function once<Value>(values: readonly Value[], test: (value: Value) => boolean): (number: number) => boolean {
  const results = new Uint8Array(values.length);
  return (number) => {
    const value = values[number];
    if (results[number] === 0 && value !== undefined) results[number] = test(value) ? 1 : 2;
    return results[number] === 1;
  };
}

/** The keys to file a search under: a listing that matches it has exactly one of them. */
function keysOf(filters: SearchFilters, { words, sizes }: CompiledCriteria, countOf: (key: string) => number): string[] {
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

function* keysOfListing({ state, row }: SingleListing): Iterable<string> {
  const { rows, categories, modelNames, models } = state;
  for (const word of wordsOfListing({ state, row })) yield `word ${word}`;
  yield `model ${modelNames.keys[models[rows.columns.model[row] ?? 0]?.name ?? 0] ?? ''}`;
  yield `brand ${categories.keys[rows.columns.category[row] ?? 0] ?? ''}`;
  yield 'any';
}

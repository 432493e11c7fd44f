import type { Facets, Suggestion } from '#contract/search.ts';
import type { ConditionCheck } from '#contract/shared/condition-checks.ts';
import type { Point } from '#contract/shared/distance.ts';
import type { Cursor, PageOf } from '../db/paging.ts';

/** Filters for listings on sale, apart from search words. A listing matches if it passes all of them; an empty list allows any. */
export type SearchFilters = {
  /** The id of the brand whose listings to search; null: all. */
  categoryId: string | null;
  /** Ids of brands to choose from; null: any. */
  categoryIds: string[] | null;
  /** Values to choose from, each as `searchKeysOf` folds it: the columns `model_key`, `storage_key` and so on. */
  texts: Record<'model' | 'storage' | 'condition' | 'color' | 'ram' | 'place', string[]>;
  /** Years of purchase. */
  years: number[];
  /** What the answers about the condition must say, each of them. */
  checks: ConditionCheck[];
  /** In cents, both included; null: no bound. */
  priceFrom: number | null;
  priceTo: number | null;
  /** Only listings of verified sellers. */
  verified: boolean;
  /** The least months of security updates left; null: any, also none. */
  monthsLeft: number | null;
  /** The current month, counted from the year 0. */
  month: number;
  near: Point | null;
  /** The largest distance from `near`, in kilometers; null: any, also unknown. Without `near` it narrows nothing. */
  withinKm: number | null;
};

/** A request for listings on sale: filters, and a search as typed, of 1 to 200 characters, if there is one. */
export type Asked = { filters: SearchFilters; search: string | null };

/** `match`: the best match first; without a search, the newest. `nearest`: the nearest to the filters' point first; without one, the newest. */
export type SearchOrder = 'newest' | 'oldest' | 'cheapest' | 'dearest' | 'match' | 'nearest';

/** `limit`: 1 to 500. `after`: the cursor that came with the page before; null: the first page. */
export type PageRequest = { limit: number; after: Cursor | null };

/** A word that a listing must have: one of these, or one that begins so. */
export type WantedWord = { any: string[]; begins: boolean };

/** What a search demands of any listing, whatever else is on sale. It can be stored as JSON. */
export type Criteria = {
  words: WantedWord[];
  /** Phrases of the grammar, such as `under 300`. */
  phrases: string[];
};

/**
 * Finds what is on sale: words, filters, counts and suggestions. It answers with ids only; lists read what they show from the database, and leave out
 * what is no longer on sale.
 *
 * It follows the table `changes`: a change is seen by the process that noted it once its feed has caught up, and by others within a second. Typos are
 * corrected, and words it doesn't know are left out and named in `Facets.search`.
 *
 * Every question waits until what is on sale has been read. It rejects with the database's own error, or with `UnavailableError` if a service of its
 * own doesn't answer: both become a 503 with Retry-After.
 */
export type SearchEngine = {
  /** Resolves once questions are answered at once. */
  load(): Promise<void>;
  /** Stores what makes the next start fast, if that has changed; called at the start and then now and again. */
  save(): Promise<void>;
  /** Finishes saving; nothing is saved anymore. */
  close(): Promise<void>;
  /** How many listings are on sale, as far as it knows; null until it can answer. */
  size(): number | null;
  /**
   * One page of ids of matching listings, without duplicates. A cursor stays valid while listings come and go: what was on sale all along appears
   * exactly once. Its key is a finite number, and its id that of a listing, on sale or not.
   */
  findIds(asked: Asked, order: SearchOrder, page: PageRequest): Promise<PageOf<string>>;
  /** Counts matching listings and the values to narrow them by, each without the filter of its own kind. `near` is always null. */
  countFacets(asked: Asked): Promise<Facets>;
  /** How many listings are on sale, by brand id; a brand without any may be missing. Doesn't wait for reading. */
  countByBrand(): Promise<Map<string, number>>;
  /** Brands and models on sale that `typed` may begin, the likeliest first; at most `limit`. Searching for the text of one finds it. */
  suggest(typed: string, limit: number): Promise<Suggestion[]>;
  /** What a search demands of listings that come later, so that they can be compared with it one by one. */
  toCriteria(search: string): Promise<Criteria>;
};

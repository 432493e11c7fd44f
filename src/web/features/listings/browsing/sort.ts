import type { ListingSort } from '#contract/listings.ts';

export type OfferedSort = { value: ListingSort; text: string };

const BY_PRICE: OfferedSort[] = [
  { value: 'lowtohigh', text: 'Price Low > High' },
  { value: 'hightolow', text: 'Price High > Low' },
];

/** The sort orders of a brand's phones. */
export const BRAND_SORTS: OfferedSort[] = [{ value: 'default', text: 'Default' }, ...BY_PRICE];

const OLDEST: OfferedSort = { value: 'oldest', text: 'Oldest first' };

/** The sort orders of all phones. */
export const ALL_SORTS: OfferedSort[] = [{ value: 'default', text: 'Newest first' }, ...BY_PRICE, OLDEST];

/** The sort orders of search results. */
export const SEARCH_SORTS: OfferedSort[] = [{ value: 'default', text: 'Best match' }, ...BY_PRICE, { value: 'newest', text: 'Newest first' }, OLDEST];

const NEAREST: OfferedSort = { value: 'nearest', text: 'Nearest first' };

/** The sort orders of a list, which can be sorted by distance if the address says from where. */
export const sortsOf = (query: URLSearchParams, offered: OfferedSort[]): OfferedSort[] => (isNear(query) ? [...offered, NEAREST] : offered);

/** Returns the address's sort order if its page offers it, and otherwise the nearest first or, without a place, the default. */
export function readSort(query: URLSearchParams, offered: OfferedSort[]): ListingSort {
  const asked = query.get('sort')?.trim().toLowerCase();
  return sortsOf(query, offered).find(({ value }) => value === asked)?.value ?? (isNear(query) ? 'nearest' : 'default');
}

const isNear = (query: URLSearchParams): boolean => (query.get('near') ?? '').trim() !== '';

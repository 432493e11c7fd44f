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

/** Returns the address's sort order if its page offers it, and otherwise the first. */
export function readSort(query: URLSearchParams, offered: OfferedSort[]): ListingSort {
  return offered.find(({ value }) => value === query.get('sort')?.trim().toLowerCase())?.value ?? 'default';
}

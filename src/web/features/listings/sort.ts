import type { ListingSort } from '#contract/listings.ts';

export const SORTS: { value: ListingSort; text: string }[] = [
  { value: 'default', text: 'Default' },
  { value: 'lowtohigh', text: 'Price Low > High' },
  { value: 'hightolow', text: 'Price High > Low' },
];

/** The order an address asks for; anything unknown is the default. */
export const readSort = (query: URLSearchParams): ListingSort =>
  SORTS.find(({ value }) => value === query.get('sort')?.trim().toLowerCase())?.value ?? 'default';

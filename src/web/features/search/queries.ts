import type { ListingSort } from '#contract/listings.ts';
import { SITE_PAGE_SIZE } from '#contract/page-size.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';

export type SearchedListings = { search: string; sort: ListingSort; cursor: string | null };

/** Phones on sale that match what was typed, page by page from `cursor` on. */
export const searchOptions = (api: Api, { search, sort, cursor }: SearchedListings) => ({
  ...pagedOptions(['listings', 'search', search, sort, cursor ?? ''], (next) =>
    api.page('GET /searchProducts', { query: { search, sort, limit: SITE_PAGE_SIZE, cursor: next } }),
  ),
  initialPageParam: cursor,
});

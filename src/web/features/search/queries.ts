import { queryOptions } from '@tanstack/react-query';
import type { ListingSort } from '#contract/listings.ts';
import type { FilterQuery } from '#contract/shared/filters.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import type { Api } from '../../api.ts';
import { toListedPage } from '../../listed.ts';
import { pagedOptions } from '../../paged.ts';

export type SearchedListings = { search: string; sort: ListingSort; filters: FilterQuery; cursor: string | null };

/** Phones on sale that match the input, page by page from `cursor` on. */
export function searchOptions(api: Api, { search, sort, filters, cursor }: SearchedListings) {
  return {
    ...pagedOptions(['listings', 'search', search, sort, JSON.stringify(filters), cursor ?? ''], async (next) =>
      toListedPage(await api.page('GET /searchProducts', { query: { search, sort, ...filters, limit: SITE_PAGE_SIZE, cursor: next } })),
    ),
    initialPageParam: cursor,
  };
}

/** Suggestions for `typed`. Canceled once nobody waits for them. */
export function suggestionsOptions(api: Api, typed: string) {
  return queryOptions({
    queryKey: ['suggestions', typed.toLowerCase()],
    queryFn: ({ signal }) => api.call('GET /searchSuggestions', { query: { search: typed }, signal }),
    enabled: typed !== '',
    // Nobody misses a suggestion; retrying would only delay other requests.
    retry: false,
  });
}

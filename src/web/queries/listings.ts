import { queryOptions } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { Api } from '../api.ts';
import { pagedOptions } from '../paged.ts';
import { PRIVATE } from '../session/session-cache.ts';
import { filterQuery, type ListFilter, WHOLE_LIST } from '../ui/list-bar.tsx';

/** A seller's own listings, sold ones too; always refetched on mount. */
export function myProductsOptions(api: Api, email: string, filter: ListFilter = WHOLE_LIST) {
  return {
    ...pagedOptions<Listing>([PRIVATE, 'my-products', email, filter.search, filter.sort], (cursor) =>
      api.page('GET /products', { query: { ...filterQuery(filter), email, cursor } }),
    ),
    staleTime: 0,
  };
}

/** The seller's latest listing, if any. */
export function lastListingOptions(api: Api, email: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'last-listing', email],
    queryFn: async (): Promise<Listing | null> => (await api.call('GET /products', { query: { email, limit: '1' } }))[0] ?? null,
  });
}

/** One phone, with similar ones. */
export function listingOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: ['listing', id],
    queryFn: () => api.call('GET /selectedItem/:id', { params: { id } }),
  });
}

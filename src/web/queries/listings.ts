import { queryOptions } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { Api } from '../api.ts';
import { PRIVATE } from '../session/session-cache.ts';
import { type ListFilter, WHOLE_LIST } from '../ui/list-bar.tsx';
import { filteredList } from './filtered-list.ts';

/** A seller's own listings, sold ones too; always refetched on mount. */
export const myProductsOptions = (api: Api, email: string, filter: ListFilter = WHOLE_LIST) => ({
  ...filteredList<Listing>(['my-products', email], filter, (query) => api.page('GET /products', { query: { ...query, email } })),
  staleTime: 0,
});

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

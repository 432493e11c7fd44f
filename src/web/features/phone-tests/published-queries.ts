import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

/** The published test of a listing; null when there is none. */
export function publishedTestOptions(api: Api, listingId: string) {
  return queryOptions({
    queryKey: ['phone-test', listingId],
    queryFn: () => api.call('GET /products/:id/phoneTest', { params: { id: listingId } }),
  });
}

/** Those of several listings, in their order. One query: what follows several at once would be on every page. */
export function publishedTestsOptions(api: Api, listingIds: string[]) {
  return queryOptions({
    queryKey: ['phone-tests', ...listingIds],
    queryFn: () => Promise.all(listingIds.map((id) => api.call('GET /products/:id/phoneTest', { params: { id } }))),
  });
}

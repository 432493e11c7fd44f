import { queryOptions } from '@tanstack/react-query';
import type { ListingSort } from '#contract/listings.ts';
import type { FilterQuery } from '#contract/shared/filters.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import type { Api } from '../../api.ts';
import { toListedPage } from '../../listed.ts';
import { pagedOptions } from '../../paged.ts';

type AskedListings = { name?: string; sort: ListingSort; filters: FilterQuery; cursor: string | null };

/** The phones on sale, all of them or those of the brand `name`, page by page from `cursor` on. */
export function listingsOptions(api: Api, { name, sort, filters, cursor }: AskedListings) {
  const within = name === undefined ? ['all', ''] : ['brand', name.toLowerCase()];
  return {
    ...pagedOptions(['listings', ...within, sort, JSON.stringify(filters), cursor ?? ''], async (next) =>
      toListedPage(await api.page('GET /products', { query: { name, sort, ...filters, limit: SITE_PAGE_SIZE, cursor: next } })),
    ),
    initialPageParam: cursor,
  };
}

/** The same, through the new arrivals' own call. */
export function newArrivalOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: ['listing', 'new-arrival', id],
    queryFn: () => api.call('GET /newArrivalItem/:id', { params: { id } }),
  });
}

export function newArrivalsOptions(api: Api) {
  return queryOptions({
    queryKey: ['listings', 'new-arrivals'],
    queryFn: () => api.call('GET /newArrivalProducts', { query: {} }),
  });
}

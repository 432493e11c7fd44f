import { queryOptions } from '@tanstack/react-query';
import type { ListingSort } from '#contract/listings.ts';
import type { FilterQuery } from '#contract/shared/filters.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import type { Api } from '../../api.ts';
import { toListedPage } from '../../listed.ts';
import { pagedOptions } from '../../paged.ts';

export type BrandListings = { name: string; sort: ListingSort; filters: FilterQuery; cursor: string | null };

/** A brand's phones on sale, page by page from `cursor` on. */
export function brandListingsOptions(api: Api, { name, sort, filters, cursor }: BrandListings) {
  return {
    ...pagedOptions(['listings', 'brand', name.toLowerCase(), sort, JSON.stringify(filters), cursor ?? ''], async (next) =>
      toListedPage(await api.page('GET /products', { query: { name, sort, ...filters, limit: SITE_PAGE_SIZE, cursor: next } })),
    ),
    initialPageParam: cursor,
  };
}

/** One phone, with similar ones when it is sold. */
export function listingOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: ['listing', id],
    queryFn: () => api.call('GET /selectedItem/:id', { params: { id } }),
  });
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
    queryFn: () => api.call('GET /newArrivalProducts', {}),
  });
}

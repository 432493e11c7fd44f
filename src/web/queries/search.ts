import { queryOptions } from '@tanstack/react-query';
import type { FilterQuery } from '#contract/shared/filters.ts';
import type { Api } from '../api.ts';

/** How many phones match the filters, of all, of a brand or of a search, and which further filters apply. */
export function facetsOptions(api: Api, within: { name?: string; search?: string }, filters: FilterQuery) {
  return queryOptions({
    queryKey: ['listings', 'facets', JSON.stringify(within).toLowerCase(), JSON.stringify(filters)],
    queryFn: () => api.call('GET /productFacets', { query: { ...within, ...filters } }),
  });
}

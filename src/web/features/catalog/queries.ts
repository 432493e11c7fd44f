import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

const BRANDS_FRESH_MS = 300_000;

/** The brands, in the shop's order. */
export function brandsOptions(api: Api) {
  return queryOptions({
    queryKey: ['brands'],
    queryFn: () => api.call('GET /productCategories', { query: {} }),
    staleTime: BRANDS_FRESH_MS,
  });
}

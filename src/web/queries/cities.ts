import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';

const HOUR_MS = 3_600_000;

/** Cities that begin with what was typed; canceled once nobody waits for them. */
export function citiesOptions(api: Api, typed: string) {
  return queryOptions({
    queryKey: ['cities', typed.toLowerCase()],
    queryFn: ({ signal }) => api.call('GET /cities', { query: { search: typed }, signal }),
    enabled: typed.length > 1,
    staleTime: HOUR_MS,
    retry: false,
  });
}

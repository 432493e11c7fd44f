import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

const REFRESH_MS = 10_000;

/** The shop's operating state; refetched automatically while the page is open. */
export function operationsOptions(api: Api) {
  return queryOptions({
    queryKey: [PRIVATE, 'operations'],
    queryFn: () => api.call('GET /operations', {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

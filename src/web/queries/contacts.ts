import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { PRIVATE } from '../session/session-cache.ts';

const MINUTE_MS = 60_000;

/** How many sellers the user has viewed today, and how many people saw the user's own number. */
export function contactViewsOptions(api: Api) {
  return queryOptions({ queryKey: [PRIVATE, 'contactViews'], queryFn: () => api.call('GET /contactViews', {}), staleTime: MINUTE_MS });
}

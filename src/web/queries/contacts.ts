import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { PRIVATE } from '../session/session-cache.ts';

const MINUTE_MS = 60_000;

/** How many sellers one has seen today, and how many people saw one's own number. */
export function contactViewsOptions(api: Api) {
  return queryOptions({ queryKey: [PRIVATE, 'contactViews'], queryFn: () => api.call('GET /contactViews', {}), staleTime: MINUTE_MS });
}

import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { PRIVATE } from '../session/session-cache.ts';

const MINUTE_MS = 60_000;

/** Public places near an order's phone, or those that have the words typed. */
export function meetingPlacesOptions(api: Api, orderId: string, search: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'places', orderId, search],
    queryFn: ({ signal }) => api.call('GET /orders/:orderId/places', { params: { orderId }, query: search === '' ? {} : { search }, signal }),
    staleTime: MINUTE_MS,
  });
}

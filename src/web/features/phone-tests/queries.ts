import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** The phone shows its next step about as often. */
const REFRESH_MS = 2000;

/** How far a phone is that opened one's code. */
export function codeOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'phone-test-code', id],
    queryFn: () => api.call('GET /phoneTestCodes/:id', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'finished' || data?.state === 'expired' ? false : REFRESH_MS),
  });
}

export function orderTestOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'phone-test-order', orderId],
    queryFn: () => api.call('GET /orders/:orderId/phoneTest', { params: { orderId } }),
    staleTime: 0,
  });
}

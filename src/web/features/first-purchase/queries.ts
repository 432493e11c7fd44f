import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** What the first-purchase discount would take off this phone if the user booked it now. */
export function firstPurchaseOptions(api: Api, productId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'first-purchase', productId],
    queryFn: () => api.call('GET /firstPurchase/:productId', { params: { productId } }),
    staleTime: 0,
  });
}

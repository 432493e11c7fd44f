import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { useOrderRefresh } from '../../queries/orders.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { useApp } from '../../use-app.tsx';

/** What waits for an answer about the meeting of an order. Read again with the order. */
export function talksOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'paid-order', orderId, 'meeting'],
    queryFn: () => api.call('GET /orders/:orderId/meeting', { params: { orderId } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Proposes a meeting; rejects with the reason why it couldn't. */
export function usePropose(orderId: string) {
  const { api } = useApp();
  const refresh = useOrderRefresh(orderId);
  return useMutation({
    mutationFn: (body: { at: string; place: string }) => api.call('POST /orders/:orderId/proposals', { params: { orderId }, body }),
    onSettled: () => refresh(),
  });
}

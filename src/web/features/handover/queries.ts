import { queryOptions } from '@tanstack/react-query';
import type { HandoverView } from '#contract/handover.ts';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** A view with the device's time when the shop sent it, which tells how wrong the device's clock is. */
export type ReceivedView = HandoverView & { arrivedAt: number };

export function handoverOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'handover', orderId],
    queryFn: async (): Promise<ReceivedView> => {
      // What was stored for when there is no connection says when it arrived.
      const view: HandoverView & { arrivedAt?: number } = await api.call('GET /orders/:orderId/handover', { params: { orderId } });
      return { ...view, arrivedAt: view.arrivedAt ?? Date.now() };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** By how much the server's clock is ahead of this device's, in milliseconds. */
export function aheadOf({ serverTime, arrivedAt }: ReceivedView): number {
  return Date.parse(serverTime) - arrivedAt;
}

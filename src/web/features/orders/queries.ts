import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Booking } from '#contract/orders.ts';
import type { Api } from '../../api.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { listingOptions } from '../../queries/listings.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { useApp } from '../../use-app.tsx';

export type WrittenBooking = { productId: string; phone: string; meeting_location: string };

/** The user's own bookings; always refetched on mount, since others can buy the same phone. */
export const bookingsOptions = (api: Api, email: string, filter: ListFilter = WHOLE_LIST) => ({
  ...filteredList<Booking>(['bookings', email], filter, (query) => api.page('GET /bookings', { query: { ...query, email } })),
  staleTime: 0,
});

export function orderOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'order', orderId],
    queryFn: () => api.call('GET /payment/:orderId', { params: { orderId } }),
    staleTime: 0,
  });
}

/** The history of the user's own order; refetched when its state has changed. */
export function historyOptions(api: Api, orderId: string, state: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'order-history', orderId, state],
    queryFn: () => api.call('GET /orders/:orderId/history', { params: { orderId } }),
    staleTime: 0,
  });
}

/** Books a phone; returns the order's id. */
export function useBookListing() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (booking: WrittenBooking) => api.call('POST /bookings', { body: booking }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [PRIVATE, 'bookings'] }),
    // The phone may be sold or gone, or cost something else, by now.
    onSettled: (_, __, { productId }) => void queries.invalidateQueries({ queryKey: listingOptions(api, productId).queryKey }),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Booking } from '#contract/orders.ts';
import type { Dispute } from '#contract/payments/disputes.ts';
import type { PaymentRecord, Sale } from '#contract/payments/payments.ts';
import { type Api, ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { formatExact } from '../../ui/money.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** All that a payment changes; its own form would begin anew. */
export const ABOUT_ORDERS = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'payment-intent' };

export function receiptOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'receipt', orderId],
    queryFn: () => api.call('GET /orders/:orderId/receipt', { params: { orderId } }),
    staleTime: 0,
  });
}

/** The seller's sales, newest first; always refetched on mount. */
export const salesOptions = (api: Api, filter: ListFilter = WHOLE_LIST) => ({
  ...filteredList<Sale>(['sales'], filter, (query) => api.page('GET /sales', { query })),
  staleTime: 0,
});

export function salesSummaryOptions(api: Api) {
  return queryOptions({ queryKey: [PRIVATE, 'sales-summary'], queryFn: () => api.call('GET /sales/summary', {}), staleTime: 0 });
}

/** All received payments, for the admin. */
export const paymentsOptions = (api: Api, filter: ListFilter) => ({
  ...filteredList<PaymentRecord>(['payments'], filter, (query) => api.page('GET /payments', { query })),
  staleTime: 0,
});

/** Disputed payments, for the admin. */
export const disputesOptions = (api: Api, filter: ListFilter) => ({
  ...filteredList<Dispute>(['disputes'], filter, (query) => api.page('GET /disputes', { query })),
  staleTime: 0,
});

/** Refunds a payment in full. */
export function useRefund() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ payment, ...refund }: { payment: PaymentRecord; reason: string; relist: boolean }) =>
      api.call('POST /orders/:orderId/refund', { params: { orderId: payment.orderId }, body: refund }),
    onSuccess: async (_, { payment }) => {
      showSuccess(`Refunding ${formatExact(payment.left)} to ${payment.buyerName}.`);
      await queries.invalidateQueries();
    },
    onError: async (error) => {
      // Somebody else was faster: the row changes, and the dialog with the message goes with its button.
      if (!(error instanceof ApiError && error.code === 'refunded')) return;
      showError(error.message);
      await queries.invalidateQueries();
    },
  });
}

/** Notes that an admin refunded a buyer by hand. */
export function useNoteRefund() {
  return useChange(
    (api, { _id }: PaymentRecord) => api.call('POST /payments/:paymentId/refund', { params: { paymentId: _id } }),
    ({ modifiedCount }, { ProductName }) => {
      if (modifiedCount > 0) showSuccess(`${ProductName} was marked as refunded.`);
      else showError(`${ProductName} was already refunded.`);
    },
  );
}

/** Releases a phone that is reserved for the user. */
export function useReleaseReservation(order: Pick<Booking, '_id' | 'ProductName'>) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('DELETE /orders/:orderId/reservation', { params: { orderId: order._id } }),
    onSuccess: () => showSuccess(`${order.ProductName} is available to others again. You still have your booking.`),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(ABOUT_ORDERS),
  });
}

/** Joins or leaves the waitlist, whose first buyer is notified when nobody else is paying. */
export function useWaitForTurn(order: Pick<Booking, '_id'>) {
  const { api } = useApp();
  const queries = useQueryClient();
  const params = { orderId: order._id };
  return useMutation({
    mutationFn: async (wait: boolean): Promise<void> => {
      if (wait) await api.call('POST /orders/:orderId/wait', { params });
      else await api.call('DELETE /orders/:orderId/wait', { params });
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(ABOUT_ORDERS),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, ApiError } from '../api.ts';
import { sentenceOf } from '../error-sentence.ts';
import { PRIVATE } from '../session/session-cache.ts';
import { showError, showSuccess } from '../ui/toast.tsx';
import { useSharedFlight } from '../ui/use-single-flight.ts';
import { useApp } from '../use-app.tsx';

/** A paid order, as the user's side sees it. */
export function paidOrderOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'paid-order', orderId],
    queryFn: () => api.call('GET /orders/:orderId', { params: { orderId } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/**
 * Changes a paid order, and reads all that shows it again, also when it fails: the other side may have changed it in the meantime. Shows `done`, or
 * why it failed. `mutateAsync` resolves to whether it succeeded.
 */
export function useOrderChange<Input>(orderId: string, { change, done }: { change: (api: Api, input: Input) => Promise<unknown>; done: string }) {
  const { api } = useApp();
  const refresh = useOrderRefresh(orderId);
  return useMutation({
    mutationFn: useSharedFlight(async (input: Input): Promise<boolean> => {
      try {
        await change(api, input);
        showSuccess(done);
        return true;
      } catch (error) {
        showError(sentenceOf(error));
        return false;
      } finally {
        await refresh();
      }
    }),
  });
}

/** Says that somebody else was faster: the page, read again, may have no use for the dialog that would say it. */
export function showOvertaken(error: unknown): void {
  if (error instanceof ApiError && error.code === 'order_changed') showError(error.message);
}

/** Reads all that shows a paid order again. */
export function useOrderRefresh(orderId: string): () => Promise<unknown> {
  const queries = useQueryClient();
  const keys = [
    ['paid-order', orderId],
    ['order-history', orderId],
    ['order', orderId],
    ['problem', orderId],
    ['problem-file', orderId],
    ['problems'],
    ['bookings'],
    ['sales'],
  ];
  return () => Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [PRIVATE, ...key] })));
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Problem, QueuedProblem } from '#contract/problems.ts';
import { type Api, ApiError } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { showOvertaken, useOrderRefresh } from '../../queries/orders.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { useApp } from '../../use-app.tsx';

/** The latest problem with an order, read again when `version` changes; null when nobody reported one. */
export function problemOptions(api: Api, orderId: string, version: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'problem', orderId, version],
    queryFn: async (): Promise<Problem | null> => {
      try {
        return await api.call('GET /orders/:orderId/problem', { params: { orderId } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The problems that aren't settled, by their deadlines. */
export function problemsOptions(api: Api) {
  return { ...pagedOptions<QueuedProblem>([PRIVATE, 'problems'], (cursor) => api.page('GET /problems', { query: { cursor } })), staleTime: 0 };
}

/** All that the shop knows of a problem. */
export function problemFileOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'problem-file', orderId],
    queryFn: () => api.call('GET /problems/:orderId', { params: { orderId } }),
    staleTime: 0,
  });
}

/** Makes a call about an order's problem, and reads the order again, also when it fails; rejects with the reason. */
export function useProblemCall<Input>(orderId: string, call: (api: Api, input: Input) => Promise<unknown>) {
  const { api } = useApp();
  const refresh = useOrderRefresh(orderId);
  return useMutation({ mutationFn: (input: Input) => call(api, input), onError: showOvertaken, onSettled: refresh });
}

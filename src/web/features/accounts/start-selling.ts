import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { useApp } from '../../use-app.tsx';

/** Since when the user, who signed up as a buyer, is a seller; null for everybody else. */
export const sellingSinceOptions = (api: Api) =>
  queryOptions({ queryKey: [PRIVATE, 'selling-since'], queryFn: async () => (await api.call('GET /users/selling', {})).since });

/** Makes the user a seller, and shows them as one from then on. */
export function useStartSelling() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /users/selling', { body: { confirmed: true } }),
    onSuccess: () => Promise.all(['roles', 'selling-since'].map((key) => queries.invalidateQueries({ queryKey: [PRIVATE, key] }))),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RepairInput } from '#contract/passports.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export const passportOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: ['passport', id], queryFn: () => api.call('GET /passports/:id', { params: { id } }) });

/** Whether the user is the phone's present owner. */
export const ownershipOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: [PRIVATE, 'passport-ownership', id], queryFn: () => api.call('GET /passports/:id/ownership', { params: { id } }) });

/** The passport of the phone of a paid order. `state`: where the order stands, with which it changes. */
export const orderPassportOptions = (api: Api, orderId: string, state = '') =>
  queryOptions({
    queryKey: [PRIVATE, 'order-passport', orderId, state],
    queryFn: async () => (await api.call('GET /orders/:orderId/passport', { params: { orderId } })).passport,
  });

export function useNoteRepair(id: string) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RepairInput) => api.call('POST /passports/:id/repairs', { params: { id }, body }),
    onSuccess: async () => {
      showSuccess('Added to the passport.');
      await queries.invalidateQueries({ queryKey: ['passport', id] });
    },
    onError: (error) => showError(sentenceOf(error)),
  });
}

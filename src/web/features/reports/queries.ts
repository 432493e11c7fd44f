import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReportedItem } from '#contract/reports.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export function reportedItemsOptions(api: Api) {
  return pagedOptions<ReportedItem>([PRIVATE, 'reported-items'], (cursor) => api.page('GET /reportedItems', { query: { cursor } }));
}

export function useTakeDown() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (item: ReportedItem) => api.call('DELETE /reportedItems/:id', { params: { id: item._id } }),
    onSuccess: async ({ deletedCount }, item) => {
      if (deletedCount > 0) showSuccess('Deleted Reported Item');
      else showError(`${item.model_name} was already removed.`);
      await queries.invalidateQueries();
    },
    onError: (error) => showError(sentenceOf(error)),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReportedItem } from '#contract/reports.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { filterQuery, type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export function reportedItemsOptions(api: Api, filter: ListFilter = WHOLE_LIST) {
  const query = filterQuery(filter);
  return pagedOptions<ReportedItem>([PRIVATE, 'reported-items', filter.search, filter.sort], (cursor) =>
    api.page('GET /reportedItems', { query: { ...query, cursor } }),
  );
}

export function useTakeDown() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (item: ReportedItem) => api.call('DELETE /reportedItems/:id', { params: { id: item._id } }),
    onSuccess: ({ deletedCount }, item) => {
      if (deletedCount > 0) showSuccess('Deleted Reported Item');
      else showError(`${item.model_name} was already removed.`);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}

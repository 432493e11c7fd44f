import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RemovedItem } from '#contract/removals.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { filterQuery, type ListFilter } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export function removedItemsOptions(api: Api, filter: ListFilter) {
  return pagedOptions<RemovedItem>([PRIVATE, 'removed-items', filter.search, filter.sort], (cursor) =>
    api.page('GET /removedItems', { query: { ...filterQuery(filter), limit: 24, cursor } }),
  );
}

export function useRestore() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (item: RemovedItem) => api.call('POST /removedItems/:id/restore', { params: { id: item._id } }),
    onSuccess: ({ modifiedCount }, item) => {
      if (modifiedCount > 0) showSuccess(`${item.name} was restored.`);
      else showError(`${item.name} was already restored.`);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}

import type { RemovedItem } from '#contract/removals.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { useChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { filterQuery, type ListFilter } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';

export function removedItemsOptions(api: Api, filter: ListFilter) {
  return pagedOptions<RemovedItem>([PRIVATE, 'removed-items', filter.search, filter.sort], (cursor) =>
    api.page('GET /removedItems', { query: { ...filterQuery(filter), limit: 24, cursor } }),
  );
}

export function useRestore() {
  return useChange(
    (api, item: RemovedItem) => api.call('POST /removedItems/:id/restore', { params: { id: item._id } }),
    ({ modifiedCount }, item) => {
      if (modifiedCount > 0) showSuccess(`${item.name} was restored.`);
      else showError(`${item.name} was already restored.`);
    },
  );
}

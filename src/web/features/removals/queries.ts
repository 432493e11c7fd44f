import type { RemovedItem } from '#contract/removals.ts';
import type { Api } from '../../api.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useChange } from '../../queries/use-change.ts';
import type { ListFilter } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';

export const removedItemsOptions = (api: Api, filter: ListFilter) =>
  filteredList<RemovedItem>(['removed-items'], filter, (query) => api.page('GET /removedItems', { query: { ...query, limit: 24 } }));

export function useRestore() {
  return useChange(
    (api, item: RemovedItem) => api.call('POST /removedItems/:id/restore', { params: { id: item._id } }),
    ({ modifiedCount }, item) => {
      if (modifiedCount > 0) showSuccess(`${item.name} was restored.`);
      else showError(`${item.name} was already restored.`);
    },
  );
}

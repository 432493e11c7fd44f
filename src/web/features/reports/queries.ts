import type { ReportedItem } from '#contract/reports.ts';
import type { Api } from '../../api.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useChange } from '../../queries/use-change.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';

export const reportedItemsOptions = (api: Api, filter: ListFilter = WHOLE_LIST) =>
  filteredList<ReportedItem>(['reported-items'], filter, (query) => api.page('GET /reportedItems', { query }));

export function useTakeDown() {
  return useChange(
    (api, item: ReportedItem) => api.call('DELETE /reportedItems/:id', { params: { id: item._id } }),
    ({ deletedCount }, item) => {
      if (deletedCount > 0) showSuccess('Deleted Reported Item');
      else showError(`${item.model_name} was already removed.`);
    },
  );
}

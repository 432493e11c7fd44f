import type { ReportedItem } from '#contract/reports.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { useChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { filterQuery, type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';

export function reportedItemsOptions(api: Api, filter: ListFilter = WHOLE_LIST) {
  const query = filterQuery(filter);
  return pagedOptions<ReportedItem>([PRIVATE, 'reported-items', filter.search, filter.sort], (cursor) =>
    api.page('GET /reportedItems', { query: { ...query, cursor } }),
  );
}

export function useTakeDown() {
  return useChange(
    (api, item: ReportedItem) => api.call('DELETE /reportedItems/:id', { params: { id: item._id } }),
    ({ deletedCount }, item) => {
      if (deletedCount > 0) showSuccess('Deleted Reported Item');
      else showError(`${item.model_name} was already removed.`);
    },
  );
}

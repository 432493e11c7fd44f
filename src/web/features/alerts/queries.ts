import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import type { FilterQuery } from '#contract/shared/filters.ts';
import type { AlertFrequency } from '#contract/shared/saved-searches.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showAtOnce } from '../../show-at-once.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** What a list shows: a brand, a search, filters. */
export type Search = { name?: string; search?: string } & FilterQuery;

/** The searches that the user saved, most recent first. */
export const savedSearchesOptions = (api: Api) =>
  queryOptions({ queryKey: [PRIVATE, 'saved-searches'], queryFn: () => api.call('GET /savedSearches', {}), staleTime: 0 });

export function useSaveSearch() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (search: Search) => api.call('POST /savedSearches', { body: search }),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: savedSearchesOptions(api).queryKey }),
  });
}

/** Sets how often a search alerts. Shows it at once, and takes it back if it fails. */
export function useSetFrequency() {
  const { api } = useApp();
  const queries = useQueryClient();
  const { queryKey } = savedSearchesOptions(api);
  return useMutation({
    mutationFn: ({ id, frequency }: { id: string; frequency: AlertFrequency }) => api.call('PUT /savedSearches/:id', { params: { id }, body: { frequency } }),
    onMutate: ({ id, frequency }) => showAtOnce<SavedSearch>(queries, queryKey, ({ _id }) => _id === id, { frequency }),
    onError: (error, _change, takeBack) => {
      takeBack?.();
      showError(sentenceOf(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

export function useDeleteSearch() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /savedSearches/:id', { params: { id } }),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: savedSearchesOptions(api).queryKey }),
  });
}

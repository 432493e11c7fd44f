import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';

const MODEL_FRESH_MS = 300_000;

/** The models that the input may mean. */
export function modelHitsOptions(api: Api, typed: string) {
  return queryOptions({
    queryKey: ['phone-models', typed],
    queryFn: ({ signal }) => api.call('GET /phoneModels', { query: { search: typed }, signal }),
    enabled: typed !== '',
    staleTime: MODEL_FRESH_MS,
    retry: false,
  });
}

export function modelOptions(api: Api, id: string) {
  return queryOptions({
    queryKey: ['phone-model', id],
    queryFn: () => api.call('GET /phoneModels/:id', { params: { id } }),
    enabled: id !== '',
    staleTime: MODEL_FRESH_MS,
    retry: false,
  });
}

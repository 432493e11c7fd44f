import { queryOptions } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { Api } from '../../../api.ts';
import { PRIVATE } from '../../../session/session-cache.ts';

const MODEL_FRESH_MS = 300_000;

/** The seller's drafts; read anew whenever they are looked at. */
export const draftsOptions = (api: Api, email: string) =>
  queryOptions({ queryKey: [PRIVATE, 'drafts', email], queryFn: () => api.call('GET /drafts', {}), staleTime: 0 });

/** What a seller listed last, if anything. */
export const lastListingOptions = (api: Api, email: string) =>
  queryOptions({
    queryKey: [PRIVATE, 'last-listing', email],
    queryFn: async (): Promise<Listing | null> => (await api.call('GET /products', { query: { email, limit: '1' } }))[0] ?? null,
  });

/** The models that what was typed may mean. */
export const modelHitsOptions = (api: Api, typed: string) =>
  queryOptions({
    queryKey: ['phone-models', typed],
    queryFn: ({ signal }) => api.call('GET /phoneModels', { query: { search: typed }, signal }),
    enabled: typed !== '',
    staleTime: MODEL_FRESH_MS,
    retry: false,
  });

export const modelOptions = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['phone-model', id],
    queryFn: () => api.call('GET /phoneModels/:id', { params: { id } }),
    enabled: id !== '',
    staleTime: MODEL_FRESH_MS,
    retry: false,
  });

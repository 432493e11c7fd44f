import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api.ts';
import { PRIVATE } from '../../../session/session-cache.ts';

/** A seller's own listing with its revision; always read anew, because an edit builds on it. */
export const ownListingOptions = (api: Api, id: string) =>
  queryOptions({
    queryKey: [PRIVATE, 'own-listing', id],
    queryFn: () => api.call('GET /products/:id', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

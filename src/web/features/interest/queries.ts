import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** What interest there is in the user’s own listing; always read anew. */
export const interestOptions = (api: Api, id: string) =>
  queryOptions({
    queryKey: [PRIVATE, 'interest', id],
    queryFn: () => api.call('GET /products/:id/interest', { params: { id } }),
    staleTime: 0,
  });

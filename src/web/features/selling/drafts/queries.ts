import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api.ts';
import { PRIVATE } from '../../../session/session-cache.ts';

/** The seller's drafts; always refetched on mount. */
export function draftsOptions(api: Api, email: string) {
  return queryOptions({ queryKey: [PRIVATE, 'drafts', email], queryFn: () => api.call('GET /drafts', {}), staleTime: 0 });
}

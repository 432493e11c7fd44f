import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** What an admin set, what holds otherwise, and the versions before. Read once: what is being changed must not change by itself. */
export function shopSettingsOptions(api: Api) {
  return queryOptions({
    queryKey: [PRIVATE, 'shop-settings'],
    queryFn: () => api.call('GET /shopSettings', {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

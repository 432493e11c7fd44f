import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** The configured settings, their defaults and earlier versions. Read once: a form being edited must not change by itself. */
export function shopSettingsOptions(api: Api) {
  return queryOptions({
    queryKey: [PRIVATE, 'shop-settings'],
    queryFn: () => api.call('GET /shopSettings', {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

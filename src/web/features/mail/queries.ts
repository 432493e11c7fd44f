import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

/** A mail comes a moment after what it is about. */
const LOOK_AGAIN_MS = 2000;

export function mailboxOptions(api: Api) {
  return queryOptions({ queryKey: ['mailbox'], queryFn: () => api.call('GET /mailbox', {}), staleTime: 0, refetchInterval: LOOK_AGAIN_MS });
}

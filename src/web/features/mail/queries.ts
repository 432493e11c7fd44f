import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

/** An email arrives a moment after its cause. */
const LOOK_AGAIN_MS = 2000;

export function mailboxOptions(api: Api) {
  return queryOptions({ queryKey: ['mailbox'], queryFn: () => api.call('GET /mailbox', {}), staleTime: 0, refetchInterval: LOOK_AGAIN_MS });
}

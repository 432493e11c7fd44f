import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api.ts';

/** How many offers the home page shows: full rows at every number of columns. */
const OFFERS_SHOWN = 12;

export function offersOptions(api: Api) {
  return queryOptions({
    queryKey: ['listings', 'offers'],
    queryFn: () => api.call('GET /advertise', { query: { limit: OFFERS_SHOWN } }),
  });
}

import { queryOptions } from '@tanstack/react-query';
import type { Comparison } from '#contract/compare.ts';
import { type Api, isNowhere } from '../../api.ts';

/** `refused`: why the shop can't read the request, which a page without JavaScript shows too. */
export type Compared = Comparison & { refused: string | null };

/** The phones that an address names, for comparison. */
export function comparisonOptions(api: Api, ids: string) {
  return queryOptions({
    queryKey: ['compare', ids],
    queryFn: async (): Promise<Compared> => {
      const comparing = api.call('GET /compare', { query: { ids } });
      return comparing.then((comparison) => ({ ...comparison, refused: null }), toCompared);
    },
  });
}

function toCompared(error: unknown): Compared {
  if (isNowhere(error)) return { phones: [], gone: [], refused: error.message };
  throw error;
}

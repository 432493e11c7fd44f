import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { Listing, SortQuery } from './listings.ts';
import { PageQuery } from './paging.ts';
import { requiredText } from './text.ts';

export const searchCalls = {
  'GET /searchProducts': {
    summary: 'Listings on sale that hold every word of `search`.',
    access: 'anyone',
    query: PageQuery.extend({ search: requiredText('Search', 200), sort: SortQuery }),
    reply: z.array(Listing),
    paged: true,
  },
} as const satisfies Record<string, Endpoint>;

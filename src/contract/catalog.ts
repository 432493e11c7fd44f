import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';

/** A brand, as the shop groups its listings. */
export const Category = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.string(),
  /** How many of its phones are on sale. */
  listings: z.int().nonnegative(),
});
export type Category = z.infer<typeof Category>;

export const catalogCalls = {
  'GET /productCategories': {
    summary: 'Lists the brands in the shop’s order.',
    access: 'anyone',
    rows: 'none',
    // Without a limit the whole list, as the site's menus need it.
    query: PageQuery.extend({ limit: PageQuery.shape.limit.unwrap().optional() }),
    reply: z.array(Category),
    paged: true,
  },
} as const satisfies Record<string, Endpoint>;

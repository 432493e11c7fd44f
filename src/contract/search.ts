import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { filterShape, isPriceRange, PRICE_RANGE_REFUSED } from './filters.ts';
import { Listing, SortQuery } from './listings.ts';
import { Amount } from './money.ts';
import { PageQuery } from './paging.ts';
import { requiredText } from './text.ts';

const Count = z.int().nonnegative();

/** A value to filter by, and how many listings it would leave beside the other filters. */
export const FacetValue = z.object({ value: z.string(), count: Count });
export type FacetValue = z.infer<typeof FacetValue>;

/** What a list can be narrowed by further: at most thirty values each, the most frequent first (storage by size). */
export const Facets = z.object({
  /** How many listings fit all filters. */
  total: Count,
  storage: z.array(FacetValue),
  condition: z.array(FacetValue),
  color: z.array(FacetValue),
  brand: z.array(FacetValue),
  /** How many of verified sellers fit the other filters. */
  verified: Count,
  /** The cheapest and the dearest that fit the other filters, in dollars; null when there is none. */
  price: z.object({ min: Amount, max: Amount }).nullable(),
});
export type Facets = z.infer<typeof Facets>;

export const searchCalls = {
  'GET /searchProducts': {
    summary: 'Listings on sale that hold every word of `search`, narrowed by the filters.',
    access: 'anyone',
    query: PageQuery.extend({ search: requiredText('Search', 200), sort: SortQuery, ...filterShape }).refine(isPriceRange, PRICE_RANGE_REFUSED),
    reply: z.array(Listing),
    paged: true,
  },
  'GET /productFacets': {
    summary: 'How many listings the same `name`, `search` and filters find, and the values to narrow them by.',
    access: 'anyone',
    query: z
      .object({ name: z.string().max(200).optional(), search: requiredText('Search', 200).optional(), ...filterShape })
      .refine(isPriceRange, PRICE_RANGE_REFUSED),
    reply: Facets,
  },
} as const satisfies Record<string, Endpoint>;

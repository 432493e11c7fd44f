import { z } from 'zod';
import { JudgedListing, SortQuery } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { filterShape, isPriceRange, PRICE_RANGE_REFUSED } from './shared/filters.ts';
import { Amount } from './shared/money.ts';
import { PageQuery } from './shared/paging.ts';
import { requiredText } from './shared/text.ts';

const Count = z.int().nonnegative();

/** A value to filter by, and how many listings it would leave beside the other filters. */
export const FacetValue = z.object({ value: z.string(), count: Count });
export type FacetValue = z.infer<typeof FacetValue>;

/** How a search was taken, for people to read. */
export const UnderstoodSearch = z.object({
  /** The search with its slips mended, which is what was looked for; null where there were none. */
  corrected: z.string().nullable(),
  /** Words that nothing on sale has, left out. */
  ignored: z.array(z.string()),
  /** Nothing on sale has all the words: what was found has the most telling of them. */
  relaxed: z.boolean(),
  /** Models on sale whose names are near, where little or nothing was found. */
  didYouMean: z.array(z.string()),
});
export type UnderstoodSearch = z.infer<typeof UnderstoodSearch>;

/** A brand, or a model of it, that what was typed so far may become; searching for `text` finds it. */
export const Suggestion = z.object({ text: z.string(), kind: z.enum(['brand', 'model']), brand: z.string(), listings: Count });
export type Suggestion = z.infer<typeof Suggestion>;

/** What a list can be narrowed by further: at most thirty values each, the most frequent first (storage by size). */
export const Facets = z.object({
  /** How many listings fit all filters. */
  total: Count,
  storage: z.array(FacetValue),
  condition: z.array(FacetValue),
  color: z.array(FacetValue),
  brand: z.array(FacetValue),
  model: z.array(FacetValue),
  ram: z.array(FacetValue),
  /** In which year the phone was bought, the latest first. */
  year: z.array(FacetValue),
  place: z.array(FacetValue),
  /** How many have so many months of security updates left at least, and fit the other filters: for 12, 24 and 36. */
  updates: z.array(FacetValue),
  /** How many of verified sellers fit the other filters. */
  verified: Count,
  /** The cheapest and the dearest that fit the other filters, in dollars; null when there is none. */
  price: z.object({ min: Amount, max: Amount }).nullable(),
  /** Null where nothing was searched for. */
  search: UnderstoodSearch.nullable(),
});
export type Facets = z.infer<typeof Facets>;

export const searchCalls = {
  'GET /searchProducts': {
    summary: 'Lists the phones on sale that match `search` best, narrowed by filters. Tolerates typos and understands `8/256` and `under 300`.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: PageQuery.extend({ search: requiredText('Search', 200), sort: SortQuery, ...filterShape }).refine(isPriceRange, PRICE_RANGE_REFUSED),
    reply: z.array(JudgedListing),
    paged: true,
  },
  'GET /searchSuggestions': {
    summary: 'Suggests up to eight brands and models on sale for what has been typed in `search`.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({ search: requiredText('Search', 200) }),
    reply: z.array(Suggestion),
  },
  'GET /productFacets': {
    summary: 'Counts the listings that match `name`, `search` and the filters, and the values to filter further by.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z
      .object({ name: z.string().max(200).optional(), search: requiredText('Search', 200).optional(), ...filterShape })
      .refine(isPriceRange, PRICE_RANGE_REFUSED),
    reply: Facets,
  },
} as const satisfies Record<string, Endpoint>;

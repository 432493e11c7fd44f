import { z } from 'zod';
import { NamedPoint } from './cities.ts';
import { JudgedListing, SortQuery } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { filterShape, isPriceRange, PRICE_RANGE_REFUSED } from './shared/filters.ts';
import { Amount } from './shared/money.ts';
import { PageQuery } from './shared/paging.ts';
import { SearchText } from './shared/search-schema.ts';

const Count = z.int().nonnegative();

/** A value to filter by, and how many listings match it together with the other filters. */
export const FacetValue = z.object({ value: z.string(), count: Count });
export type FacetValue = z.infer<typeof FacetValue>;

/** What words of a search were understood as: a filter, or what a phone is called. */
export const SearchChip = z.object({
  kind: z.enum(['filter', 'name']),
  label: z.string(),
  /** The words of the search that it stands for. */
  typed: z.string(),
  /** The search without these words; blank if none are left. */
  without: z.string(),
  /** False if no phone on sale has it, so that the search was run without it. */
  applied: z.boolean(),
});
export type SearchChip = z.infer<typeof SearchChip>;

/** How a search was understood, to show people. */
export const UnderstoodSearch = z.object({
  /** The search with typos corrected, as it was run; null when there were none. */
  corrected: z.string().nullable(),
  /** What its words were understood as, in their order. */
  chips: z.array(SearchChip),
  /** Words that are not known, and were left out. */
  ignored: z.array(z.string()),
  /** Whether nothing on sale has all the words, so that the results match only the most specific ones. */
  relaxed: z.boolean(),
  /** Models on sale with similar names, when little or nothing was found. */
  didYouMean: z.array(z.string()),
});
export type UnderstoodSearch = z.infer<typeof UnderstoodSearch>;

/** A suggested brand or model; searching for `text` finds it. */
export const Suggestion = z.object({ text: z.string(), kind: z.enum(['brand', 'model']), brand: z.string(), listings: Count });
export type Suggestion = z.infer<typeof Suggestion>;

/** Values to filter a list by: up to thirty each, the most frequent first (storage by size), and those that the request names. */
export const Facets = z.object({
  /** How many listings match all filters. */
  total: Count,
  storage: z.array(FacetValue),
  condition: z.array(FacetValue),
  color: z.array(FacetValue),
  brand: z.array(FacetValue),
  model: z.array(FacetValue),
  ram: z.array(FacetValue),
  /** The year of purchase, latest first. */
  year: z.array(FacetValue),
  place: z.array(FacetValue),
  /** How many match the other filters and have at least 12, 24 or 36 months of security updates left. */
  updates: z.array(FacetValue),
  /** How many listings of verified sellers match the other filters. */
  verified: Count,
  /** The lowest and highest price among listings that match the other filters, in dollars; null when there are none. */
  price: z.object({ min: Amount, max: Amount }).nullable(),
  /** Where `near` is; null without it. */
  near: NamedPoint.nullable(),
  /** Null without a search. */
  search: UnderstoodSearch.nullable(),
});
export type Facets = z.infer<typeof Facets>;

export const searchCalls = {
  'GET /searchProducts': {
    summary: 'Lists the phones on sale that match `search` best, narrowed by filters. Tolerates typos and understands `8/256` and `under 300`.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: PageQuery.extend({ search: SearchText.default(''), sort: SortQuery, ...filterShape }).refine(isPriceRange, PRICE_RANGE_REFUSED),
    reply: z.array(JudgedListing),
    paged: true,
  },
  'GET /searchSuggestions': {
    summary: 'Suggests up to eight brands and models on sale for what has been typed in `search`.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({ search: SearchText.default('') }),
    reply: z.array(Suggestion),
  },
  'GET /productFacets': {
    summary: 'Counts the listings that match `name`, `search` and the filters, and the values to filter further by.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({ name: z.string().max(200).optional(), search: SearchText.optional(), ...filterShape }).refine(isPriceRange, PRICE_RANGE_REFUSED),
    reply: Facets,
  },
} as const satisfies Record<string, Endpoint>;

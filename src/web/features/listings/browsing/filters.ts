import { toFacetKey } from '#contract/shared/facet-text.ts';
import type { FilterQuery } from '#contract/shared/filters.ts';

const LISTED = ['brand', 'model', 'storage', 'ram', 'condition', 'color', 'year', 'place'] as const;
export type ListedFilter = (typeof LISTED)[number];
export const FILTER_NAMES = ['priceFrom', 'priceTo', ...LISTED, 'updates', 'verified'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** One filter of a list, as the address has it. */
export type Filter = { name: FilterName; value: string };

const MAX_VALUES = 30;

/** Returns an address's filters: each once, in a fixed order, without empty ones. */
export function readFilters(query: URLSearchParams | FormData): Filter[] {
  return FILTER_NAMES.flatMap((name) => {
    const values = query.getAll(name).flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
    const once = values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index);
    return once.slice(0, isListed(name) ? MAX_VALUES : 1).map((value) => ({ name, value }));
  });
}

/** Whether two texts are equal apart from spelling. */
export const isSame = (one: string, other: string): boolean => toFacetKey(one) === toFacetKey(other);

const isListed = (name: FilterName): name is ListedFilter => (LISTED as readonly string[]).includes(name);

/** Converts filters to the API's query. */
export function toFilterQuery(filters: Filter[]): FilterQuery {
  const query: FilterQuery = {};
  for (const { name, value } of filters) {
    if (isListed(name)) query[name] = [...(query[name] ?? []), value];
    else query[name] = value;
  }
  return query;
}

export function withoutFilter(filters: Filter[], { name, value }: Filter): Filter[] {
  return filters.filter((other) => other.name !== name || !isSame(other.value, value));
}

/** Returns a chip's text. A value that could be mistaken for something else is labeled. */
export function filterText({ name, value }: Filter): string {
  if (name === 'priceFrom') return `From ${dollars(value)}`;
  if (name === 'priceTo') return `Up to ${dollars(value)}`;
  if (name === 'updates') return `${value} months of updates`;
  if (name === 'ram') return `${value} RAM`;
  if (name === 'year') return `Bought in ${value}`;
  return name === 'verified' ? 'Verified sellers' : value;
}

const dollars = (typed: string): string => (/^\d/u.test(typed) ? `$${typed}` : typed);

import type { Facets } from '#contract/search.ts';
import { CONDITION_CHECKS } from '#contract/shared/condition-checks.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import type { FilterQuery } from '#contract/shared/filters.ts';
import { FILTER_NAMES, type FilterName, LISTED, type ListedFilter } from './filter-names.ts';

/** One filter of a list, as the address has it. */
export type Filter = { name: FilterName; value: string };

const MAX_VALUES = 30;
const CHECKS = new Map<string, string>(Object.entries(CONDITION_CHECKS));

/** Returns an address's filters: each once, in a fixed order, without empty ones, and a distance only with where from. */
export function readFilters(query: URLSearchParams | FormData): Filter[] {
  const filters = FILTER_NAMES.flatMap((name) => {
    const values = query.getAll(name).flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
    const once = values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index);
    return once.slice(0, hasMany(name) ? MAX_VALUES : 1).map((value) => ({ name, value }));
  });
  return filters.some(({ name }) => name === 'near') ? filters : filters.filter(({ name }) => name !== 'within');
}

/** Whether two texts are equal apart from spelling. */
export const isSame = (one: string, other: string): boolean => toFacetKey(one) === toFacetKey(other);

const hasMany = (name: FilterName): name is ListedFilter | 'checks' => name === 'checks' || (LISTED as readonly string[]).includes(name);

/** Converts filters to the API's query. */
export function toFilterQuery(filters: Filter[]): FilterQuery {
  const query: FilterQuery = {};
  for (const { name, value } of filters) {
    if (hasMany(name)) query[name] = [...(query[name] ?? []), value];
    else query[name] = value;
  }
  return query;
}

/** A distance goes with where it is from. */
export function withoutFilter(filters: Filter[], { name, value }: Filter): Filter[] {
  return filters.filter((other) => (other.name !== name || !isSame(other.value, value)) && !(name === 'near' && other.name === 'within'));
}

/** The filters that can leave phones out: where to look from alone only sorts them. */
export function narrowingOf(filters: Filter[]): Filter[] {
  return filters.some(({ name }) => name === 'within') ? filters : filters.filter(({ name }) => name !== 'near');
}

/** Returns a chip's text: the value as `facets` spell it, once known. One that could be mistaken for something else is labeled. */
export function filterText({ name, value: typed }: Filter, facets: Partial<Facets> = {}): string {
  if (name === 'checks') return CHECKS.get(typed) ?? typed;
  const value = (hasMany(name) && facets[name]?.find((one) => isSame(one.value, typed))?.value) || typed;
  if (name === 'near') return `Near ${facets.near?.name ?? (isPosition(value) ? 'your location' : value)}`;
  if (name === 'within') return `Within ${radiusText(value)}`;
  if (name === 'priceFrom') return `From ${dollars(value)}`;
  if (name === 'priceTo') return `Up to ${dollars(value)}`;
  if (name === 'updates') return `${value} months of updates`;
  if (name === 'ram') return `${value} RAM`;
  if (name === 'year') return `Bought in ${value}`;
  return name === 'verified' ? 'Verified sellers' : value;
}

/** Whether this is the browser's position, not a city as typed. */
export const isPosition = (near: string): boolean => /^[-+\d.,\s]+$/u.test(near);

/** Miles, unless it names its unit. */
export const radiusText = (typed: string): string => (/\d$/u.test(typed) ? `${typed} mile${typed === '1' ? '' : 's'}` : typed);

const dollars = (typed: string): string => (/^\d/u.test(typed) ? `$${typed}` : typed);

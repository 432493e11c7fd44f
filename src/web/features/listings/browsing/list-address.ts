import { useCallback, useMemo } from 'react';
import { useLocation, useRouting } from '../../../router/index.ts';
import { FILTER_NAMES } from './filter-names.ts';
import { type Filter, readFilters } from './filters.ts';

export const RESULTS_ID = 'results';

/** Returns the list's filters from the address; the same array until they change. */
export function useFilters(): Filter[] {
  const { search } = useLocation();
  return useMemo(() => readFilters(new URLSearchParams(search)), [search]);
}

/** Filters this list: the address changes, the scroll position doesn't. */
export function useNarrow(): (filters: Filter[]) => void {
  const change = useChange();
  return (filters) => change((query) => setFilters(query, filters));
}

/** Sorts this list: the address changes, the scroll position doesn't. */
export function useSorting(): (sort: string) => void {
  const change = useChange();
  return (sort) =>
    change((query) => {
      query.delete('sort');
      query.delete('cursor');
      query.append('sort', sort);
    });
}

/** Changes the query that was asked for last, shown or not, so that two changes at once both count. */
function useChange(): (change: (query: URLSearchParams) => void) => void {
  const { location, navigate, latest } = useRouting();
  return (change) => {
    const query = new URLSearchParams(latest().search);
    change(query);
    showResults();
    void navigate(query.size > 0 ? `?${query}` : location.pathname, { preventScrollReset: true });
  };
}

/** Returns this list's address with other filters. */
export function useAddressWith(): (filters: Filter[]) => string {
  const { pathname, search } = useLocation();
  return useCallback((filters) => addressWith(pathname, search, filters), [pathname, search]);
}

/** Returns this list's address with other filters, from its first phone on; its other parameters stay. */
function addressWith(pathname: string, search: string, filters: Filter[]): string {
  const query = new URLSearchParams(search);
  setFilters(query, filters);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

function setFilters(query: URLSearchParams, filters: Filter[]): void {
  for (const name of [...FILTER_NAMES, 'cursor']) query.delete(name);
  for (const { name, value } of filters) query.append(name, value);
}

/** Scrolls the first results back into view for someone further down; otherwise the page stays. */
export function showResults(): void {
  const results = document.getElementById(RESULTS_ID);
  const bar = results?.previousElementSibling;
  if (results && bar && results.getBoundingClientRect().top + 1 < bar.getBoundingClientRect().bottom) results.scrollIntoView({ block: 'start' });
}

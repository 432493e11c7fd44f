import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from '../../../router/index.ts';
import { FILTER_NAMES, type Filter, readFilters } from './filters.ts';

export const RESULTS_ID = 'results';

/** What the address narrows this list by; the same array for as long as it does. */
export function useFilters(): Filter[] {
  const { search } = useLocation();
  return useMemo(() => readFilters(new URLSearchParams(search)), [search]);
}

/** Narrows this list: a new address, the same place on the page. */
export function useNarrow(): (filters: Filter[]) => void {
  const navigate = useNavigate();
  const addressOf = useAddressWith();
  return useCallback(
    (filters) => {
      showResults();
      void navigate(addressOf(filters), { preventScrollReset: true });
    },
    [navigate, addressOf],
  );
}

/** Where this list stands with other filters. */
export function useAddressWith(): (filters: Filter[]) => string {
  const { pathname, search } = useLocation();
  return useCallback((filters) => addressWith(pathname, search, filters), [pathname, search]);
}

/** The address of this list with other filters, from its first phone on; everything else it asks for stays. */
function addressWith(pathname: string, search: string, filters: Filter[]): string {
  const query = new URLSearchParams(search);
  for (const name of [...FILTER_NAMES, 'cursor']) query.delete(name);
  for (const { name, value } of filters) query.append(name, value);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** Brings the first results back into view for somebody who is further down; a page that shows them already stays where it is. */
export function showResults(): void {
  const results = document.getElementById(RESULTS_ID);
  const bar = results?.previousElementSibling;
  if (results && bar && results.getBoundingClientRect().top + 1 < bar.getBoundingClientRect().bottom) results.scrollIntoView({ block: 'start' });
}

import { keepPreviousData } from '@tanstack/react-query';
import type { Page } from '../api.ts';
import { pagedOptions } from '../paged.ts';
import { PRIVATE } from '../session/session-cache.ts';
import { filterQuery, type ListFilter } from '../ui/list-bar.tsx';

type ListQuery = ReturnType<typeof filterQuery> & { cursor: string | undefined };

/** A list of a person's own that is searched, sorted, and read page by page. What it showed stays until another choice has been read. */
export function filteredList<T>(key: readonly string[], filter: ListFilter, readPage: (query: ListQuery) => Promise<Page<T[]>>) {
  const options = pagedOptions<T>([PRIVATE, ...key, filter.search, filter.sort], (cursor) => readPage({ ...filterQuery(filter), cursor }));
  return { ...options, placeholderData: keepPreviousData };
}

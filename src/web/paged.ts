import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Page } from './api.ts';

/** A list that is read page by page. */
export function pagedOptions<T>(queryKey: readonly string[], readPage: (cursor: string | undefined) => Promise<Page<T[]>>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => readPage(pageParam ?? undefined),
    // The first page has no cursor; the type allows one for later pages.
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

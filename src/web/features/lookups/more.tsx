import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PRIVATE } from '../../session/session-cache.ts';
import { Button } from '../../ui/button.tsx';

export type PageOfRows<T> = { items: T[]; next: string | null };

type Reading<T> = { key: string[]; read: (cursor: string) => Promise<PageOfRows<T>> };

/** Reads what follows a list's first rows, once somebody asks for it. */
export function useMore<T>(first: PageOfRows<T>, { key, read }: Reading<T>) {
  const [isWanted, setWanted] = useState(false);
  const after = first.next ?? '';
  const options = infiniteQueryOptions({
    queryKey: [PRIVATE, ...key, after],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: after,
    getNextPageParam: ({ next }) => next,
  });
  const query = useInfiniteQuery({ ...options, enabled: isWanted && after !== '' });
  return {
    rows: [...first.items, ...(query.data?.pages ?? []).flatMap(({ items }) => items)],
    hasMore: query.data ? query.hasNextPage : after !== '',
    isFailed: query.isError,
    isBusy: query.isFetching,
    showMore: () => {
      if (!isWanted) setWanted(true);
      else if (query.data) void query.fetchNextPage();
      else void query.refetch();
    },
  };
}

/** Shows further rows of the list above. */
export function MoreButton({ more, about }: { more: Omit<ReturnType<typeof useMore>, 'rows'>; about: string }) {
  if (!more.hasMore) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {more.isFailed && <p role="alert">We couldn’t load more. Please try again.</p>}
      <Button variant="secondary" size="small" aria-label={`Show more: ${about}`} busy={more.isBusy} onClick={more.showMore}>
        Show more
      </Button>
    </div>
  );
}

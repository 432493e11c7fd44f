import type { InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FailedRead } from './notices.tsx';
import { RowsSkeleton } from './skeleton.tsx';

type PagedQuery<T> = {
  data: InfiniteData<{ items: T[] }> | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

type PagedListProps<T> = {
  query: PagedQuery<T>;
  /** The page's name, for as long as nobody knows how many there are. */
  title: string;
  /** By how many there are; `more` when there are others on later pages. */
  heading: (count: number, more: boolean) => string;
  /** Stands below the heading when there is nothing. */
  empty: ReactNode;
  /** A sentence for a read that failed. */
  failed: string;
  children: (rows: T[]) => ReactNode;
};

/** A page's list with its heading: while it loads, when it fails, when it is empty, and page by page. */
export const PagedList = <T,>({ query, title, heading, empty, failed, children }: PagedListProps<T>) => {
  if (!query.data) {
    return (
      <section className="grid gap-6">
        <h1 className="text-2xl">{title}</h1>
        {query.error ? <FailedRead message={failed} onRetry={() => void query.refetch()} busy={query.isFetching} /> : <RowsSkeleton />}
      </section>
    );
  }
  const rows = query.data.pages.flatMap((page) => page.items);
  return (
    <section className="grid gap-6">
      <h1 className="text-2xl">{heading(rows.length, query.hasNextPage)}</h1>
      {rows.length === 0 ? empty : children(rows)}
      {query.hasNextPage && (
        <div className="grid justify-items-center gap-3">
          {query.error && <p role="alert">The next ones could not be loaded. Press again to retry.</p>}
          <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </section>
  );
};

import type { InfiniteData } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { FailedRead } from './alerts.tsx';
import { Button } from './button.tsx';
import { RowsSkeleton } from './skeleton.tsx';

/** A list that is read page by page, as its query tells of it. */
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
  /** Narrows the list; stands below the heading whatever became of the read. */
  bar?: ReactNode;
  /** Stands below the heading when there is nothing. */
  empty: ReactNode;
  /** A sentence for a read that failed. */
  failed: string;
  children: (rows: T[]) => ReactNode;
};

type QueueSectionProps<T> = {
  query: PagedQuery<T>;
  title: string;
  /** A sentence for a read that failed. */
  failed: string;
  children: (row: T) => ReactNode;
};

/** A page's list with its heading: while it loads, when it fails, when it is empty, and page by page. */
export function PagedList<T>({ query, title, heading, bar, empty, failed, children }: PagedListProps<T>) {
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const top = useHeadingFocus(rows.length);
  if (!query.data) {
    return (
      <section className="grid gap-6">
        <h1 className="text-2xl">{title}</h1>
        {bar}
        {query.error ? <FailedRead message={failed} onRetry={() => void query.refetch()} busy={query.isFetching} /> : <RowsSkeleton />}
      </section>
    );
  }
  return (
    <section className="grid gap-6">
      <h1 ref={top} tabIndex={-1} className="text-2xl outline-none">
        {heading(rows.length, query.hasNextPage)}
      </h1>
      {bar}
      {rows.length === 0 ? empty : children(rows)}
      <NextPage query={query} />
    </section>
  );
}

/** For a list's heading: takes the focus that went with a row, when one is dealt with and gone; with the last the page's content does. `count`: how many rows there are. */
function useHeadingFocus(count: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && document.activeElement === document.body) (heading.current ?? document.getElementById('content'))?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}

/** Reads a list's next page, as long as there is one. */
export function NextPage<T>({ query }: { query: PagedQuery<T> }) {
  return (
    query.hasNextPage && (
      <div className="grid justify-items-center gap-3">
        {query.error && <p role="alert">We couldn’t load more. Please try again.</p>}
        <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      </div>
    )
  );
}

/** What waits for somebody, each in a frame, below a page's own list. Nothing stands here while there is nothing. */
export function QueueSection<T extends { _id: string }>({ query, title, failed, children }: QueueSectionProps<T>) {
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const heading = useHeadingFocus(rows.length);
  if (query.error && !query.data) return <FailedRead message={failed} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-4" aria-label={title}>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row._id} className="rounded-2xl border border-line bg-surface p-5">
            {children(row)}
          </li>
        ))}
      </ul>
      <NextPage query={query} />
    </section>
  );
}

import { type ReactNode, useEffect } from 'react';
import { EmptyState, FailedRead } from './alerts.tsx';
import { TableSkeleton } from './data-table.tsx';
import { ListBar, type ListFilter } from './list-bar.tsx';
import { NextPage, type PagedQuery } from './next-page.tsx';
import { Spinner } from './spinner.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** A list this short needs no search. */
export const FEW = 8;

/**
 * Returns a list's heading for a count, such as `Payments (20+)`; `more`: there are further pages. `one` and `none` replace the title where they are given.
 */
export const counted =
  (title: string, { one, none = title }: { one?: string; none?: string } = {}) =>
  (count: number, more: boolean): string => {
    if (count === 0) return none;
    return one !== undefined && count === 1 && !more ? one : `${title} (${count}${more ? '+' : ''})`;
  };

type PagedListProps<T> = {
  query: PagedQuery<T>;
  /** The heading until the count is known. */
  title: string;
  /** Returns the heading for a count, as `counted` does. */
  heading: (count: number, more: boolean) => string;
  /** Filters the list; stays below the heading whatever the read's result. */
  bar?: ReactNode;
  /** Searches and sorts the list, below any bar, once it has more than a few rows. */
  find?: { filter: ListFilter; label: string; sorts?: Record<string, string> };
  /** Shown below the heading when the list is empty. */
  empty: ReactNode;
  /** The message when a read failed. */
  failed: string;
  children: (rows: T[]) => ReactNode;
};

type QueueSectionProps<T> = {
  query: PagedQuery<T>;
  title: string;
  /** The message when a read failed. */
  failed: string;
  children: (row: T) => ReactNode;
};

/** A page's list with its heading: loading, failed, empty, and page by page. */
export function PagedList<T>({ query, title, heading, find, bar, empty, failed, children }: PagedListProps<T>) {
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isSearched = find !== undefined && find.filter.search !== '';
  useFurtherSearch(query, isSearched && rows.length === 0);
  const isFiltered = isSearched || (find !== undefined && find.filter.sort !== '');
  const isLong = rows.length > FEW || query.hasNextPage;
  const findBar = find && (isFiltered || isLong) && <ListBar {...find} />;
  const top = useHeadingFocus(rows.length);
  if (!query.data) {
    return (
      <section className="grid gap-6">
        <h1 className="text-2xl">{title}</h1>
        {bar}
        {findBar}
        {query.error ? <FailedRead message={failed} onRetry={() => void query.refetch()} busy={query.isFetching} /> : <TableSkeleton />}
      </section>
    );
  }
  return (
    <section className="grid gap-6">
      <h1 ref={top} tabIndex={-1} className="text-2xl outline-none">
        {isSearched ? title : heading(rows.length, query.hasNextPage)}
      </h1>
      {bar}
      {findBar}
      {rows.length > 0 && children(rows)}
      {rows.length === 0 && (isSearched ? <NothingFound isOver={!query.hasNextPage} isLooking={!query.error} /> : empty)}
      <NextPage query={query} />
    </section>
  );
}

/** The server looks through a part of a long list at a time: goes on until something is found or nothing is left. */
function useFurtherSearch({ hasNextPage, isFetching, error, fetchNextPage }: PagedQuery<unknown>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !error) fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, error, fetchNextPage]);
}

/** After a failure, the next page’s button stands there instead. */
function NothingFound({ isOver, isLooking }: { isOver: boolean; isLooking: boolean }) {
  return (
    <div role="status">
      {isOver && <EmptyState title="Nothing found">Try fewer words, or only the beginning of one.</EmptyState>}
      {!isOver && isLooking && <Spinner label="Looking through older rows…" />}
    </div>
  );
}

/** A framed queue of waiting items below a page's own list. Renders nothing while it is empty. */
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

import type { InfiniteData } from '@tanstack/react-query';
import { Button } from './button.tsx';

/** The parts of a paginated query that lists use. */
export type PagedQuery<T> = {
  data: InfiniteData<{ items: T[] }> | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** Loads a list's next page, as long as there is one. */
export function NextPage<T>({ query }: { query: PagedQuery<T> }) {
  return (
    query.hasNextPage && (
      <div className="grid justify-items-center gap-3">
        {query.isFetchNextPageError && <p role="alert">We couldn’t load more. Please try again.</p>}
        <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      </div>
    )
  );
}

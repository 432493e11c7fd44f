import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from '../router/index.ts';
import { buttonClass } from './button.tsx';
import { Spinner } from './spinner.tsx';

type LoadMoreProps = {
  query: UseInfiniteQueryResult<InfiniteData<{ next: string | null }>>;
  /** The list, as one element with an element for each item. */
  children: ReactNode;
};

/**
 * A list with a link below that loads its next page. The first new item then has the focus, as the link may be gone. Without JavaScript it links to that
 * page.
 */
export function LoadMore({ query, children }: LoadMoreProps) {
  const { pathname, search } = useLocation();
  const { isFetchingNextPage: busy } = query;
  const cursor = query.data?.pages.at(-1)?.next;
  const address = new URLSearchParams(search);
  address.set('cursor', cursor ?? '');
  const box = useRef<HTMLDivElement>(null);
  /** How many items there were when more were asked for. */
  const before = useRef(-1);
  const itemsNow = () => box.current?.children[0]?.children;

  useEffect(() => {
    const item = itemsNow()?.[before.current];
    if (!item) return;
    item.querySelector('a')?.focus({ preventScroll: true });
    before.current = -1;
  });

  const loadHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    before.current = itemsNow()?.length ?? -1;
    void query.fetchNextPage();
  };

  return (
    <div ref={box}>
      {children}
      {cursor && (
        <div className="mt-10 grid justify-items-center gap-3">
          {query.isFetchNextPageError && <p role="alert">We couldn’t load more. Please try again.</p>}
          <Link to={`${pathname}?${address}`} onClick={loadHere} aria-disabled={busy || undefined} className={buttonClass({ variant: 'secondary' })}>
            {busy && <Spinner />}
            Load more
          </Link>
        </div>
      )}
    </div>
  );
}

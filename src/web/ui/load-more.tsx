import type { MouseEvent } from 'react';
import { Link, useLocation } from '../router/index.ts';
import { buttonClass } from './button.tsx';
import { Spinner } from './spinner.tsx';

type LoadMoreProps = { cursor: string; onMore: () => void; busy: boolean; failed: boolean };

/** Loads the next page of a list below the current one. Without JavaScript it links to that page. */
export function LoadMore({ cursor, onMore, busy, failed }: LoadMoreProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);

  const loadHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!busy) onMore();
  };

  return (
    <div className="mt-10 grid justify-items-center gap-3">
      {failed && <p role="alert">We couldn’t load more phones. Please try again.</p>}
      <Link to={`${pathname}?${query}`} onClick={loadHere} aria-disabled={busy || undefined} className={buttonClass({ variant: 'secondary' })}>
        {busy && <Spinner />}
        Load more
      </Link>
    </div>
  );
}

import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from '../router/index.ts';
import { buttonClass } from './button.tsx';
import { Spinner } from './spinner.tsx';

type LoadMoreProps = {
  /** Of the next page; null or undefined at the end. */
  cursor: string | null | undefined;
  onMore: () => void;
  busy: boolean;
  failed: boolean;
  /** The list, as one element with an element for each item. */
  children: ReactNode;
};

/**
 * A list with a link below that loads its next page. The first new item then has the focus, as the link may be gone. Without JavaScript it links to that
 * page.
 */
export function LoadMore({ cursor, onMore, busy, failed, children }: LoadMoreProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('cursor', cursor ?? '');
  /** The last item when more were asked for. */
  const last = useRef<Element>(null);

  useEffect(() => {
    const link = last.current?.nextElementSibling?.querySelector('a');
    if (!link) return;
    link.focus({ preventScroll: true });
    last.current = null;
  });

  const loadHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    last.current = event.currentTarget.parentElement?.previousElementSibling?.lastElementChild ?? null;
    onMore();
  };

  return (
    <>
      {children}
      {cursor && (
        <div className="mt-10 grid justify-items-center gap-3">
          {failed && <p role="alert">We couldn’t load more phones. Please try again.</p>}
          <Link to={`${pathname}?${query}`} onClick={loadHere} aria-disabled={busy || undefined} className={buttonClass({ variant: 'secondary' })}>
            {busy && <Spinner />}
            Load more
          </Link>
        </div>
      )}
    </>
  );
}

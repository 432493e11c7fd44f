import { useEffect } from 'react';
import type { Listing } from '#contract/listings.ts';
import type { Api } from '../../api.ts';
import { useApp } from '../../use-app.tsx';

/** A shorter look is a wrong tap. */
const LOOK_MS = 1000;

/** Counts that somebody looks at a listing on sale, once the page has been in front of them for a moment. Cached pages are counted like any other. */
export function useCountView(listing: Pick<Listing, '_id' | 'status'> | undefined): void {
  const { api } = useApp();
  const id = listing?.status === 'available' ? listing._id : undefined;
  useEffect(() => (id === undefined || navigator.webdriver ? undefined : countView(api, id)), [api, id]);
}

/** Returns a function that stops waiting. */
function countView(api: Api, id: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    stop();
    // Nobody needs to know when a view couldn’t be counted.
    api.call('POST /products/:id/views', { params: { id } }).catch(() => {});
  };
  // A tab in the background, or a page that the browser opened ahead of time, isn’t looked at.
  const follow = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(send, LOOK_MS);
  };
  const stop = (): void => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', follow);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return stop;
}

import './styles.css';
import './zod-without-eval.ts';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PublicConfig } from '#contract/config.ts';
import { App, createQueries } from './app.tsx';
import { createBrowserApp } from './composition.tsx';
import { HYDRATION_ID, ROOT_ID } from './rendering/element-ids.ts';
import { createRouter, RouterProvider } from './router/index.ts';
import { loadRenderedView, loadView, type PageView, readAddress, readableSearch, Site } from './router-routes.tsx';
import { keepCacheToPerson } from './session/session-cache.ts';

/** The data that the server wrote beside the page. */
export type Hydration = {
  config: PublicConfig;
  queries: DehydratedState;
  /** `address`: path and query, as far as the server reads it. */
  page: { address: string } & Pick<PageView, 'title' | 'status'>;
};

/** In steps of a few milliseconds: in between, the browser responds to taps and scrolling. */
async function start(): Promise<void> {
  await yieldToBrowser();
  const root = document.getElementById(ROOT_ID);
  // Written by our own server for this very bundle.
  const hydration = JSON.parse(document.getElementById(HYDRATION_ID)?.textContent ?? '') as Hydration;
  if (!root) return;
  document.addEventListener('focusin', loadKeepFocus, { once: true });
  await yieldToBrowser();
  const shop = createBrowserApp(hydration.config);
  const queries = createQueries('browser');
  hydrate(queries, hydration.queries);
  keepCacheToPerson(shop.session, queries);
  const context = { shop, queries };
  // The first page's code must be loaded before React takes over, or the page would flash.
  const { page } = hydration;
  const rendered = new URL(page.address, window.location.origin);
  const first = await loadRenderedView(rendered, page);
  await yieldToBrowser();
  const router = createRouter({
    window,
    first,
    // After a reload, Back or Forward lead to another address even before the page has started.
    left: readAddress(window.location) === page.address ? null : rendered,
    load: (location) => loadView(location, context, 'browser'),
    readSearch: (pathname, search) => readableSearch(pathname, search, 'browser'),
  });
  // As a transition, which is interruptible: clicks are handled meanwhile.
  startTransition(() => {
    hydrateRoot(
      root,
      <App shop={shop} queries={queries}>
        <RouterProvider router={router}>{(view) => <Site view={view} />}</RouterProvider>
      </App>,
    );
  });
  await shop.session.start();
}

/** A first visit needn't load it. What the focus is in is noted at once, because it may be gone by then. */
function loadKeepFocus(event: FocusEvent): void {
  const path = event.composedPath();
  import('./ui/keep-focus.ts').then(
    ({ keepFocus }) => keepFocus(path),
    () => {},
  );
}

/** By a message, as React does: browsers throttle timers in background tabs, and a test's paused clock stops them. */
function yieldToBrowser(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

void start();

import './styles.css';
import './zod-without-eval.ts';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { PublicConfig } from '#contract/config.ts';
import { App, createQueries } from './app.tsx';
import { createBrowserShop } from './composition.tsx';
import { HYDRATION_ID, ROOT_ID } from './document.ts';
import { pageContext } from './page.ts';
import { createRoutes } from './router-routes.tsx';
import { keepCacheToPerson } from './session-cache.ts';

/** What the server wrote beside the page. */
export type Hydration = {
  config: PublicConfig;
  queries: DehydratedState;
  router: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null };
};

/** The first page's code must be there before React takes over, or it would flash. */
const loadFirstPage = async (routes: RouteObject[]): Promise<void> => {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
};

const start = async (): Promise<void> => {
  const root = document.getElementById(ROOT_ID);
  // Written by our own server for this very bundle.
  const hydration = JSON.parse(document.getElementById(HYDRATION_ID)?.textContent ?? '') as Hydration;
  if (!root) return;
  const shop = createBrowserShop(hydration.config);
  const queries = createQueries('browser');
  hydrate(queries, hydration.queries);
  keepCacheToPerson(shop.session, queries);
  const routes = createRoutes('browser');
  await loadFirstPage(routes);
  const router = createBrowserRouter(routes, {
    hydrationData: hydration.router,
    getContext: () => new RouterContextProvider(new Map([[pageContext, { shop, queries }]])),
  });
  hydrateRoot(
    root,
    <App shop={shop} queries={queries}>
      <RouterProvider router={router} />
    </App>,
  );
  await shop.session.start();
};

void start();

import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { notFound, type PageModule, pageContext } from './page.ts';
import { NOT_FOUND_TITLE, PageTitle } from './page-title.tsx';
import { Layout } from './pages/layout.tsx';
import { NotFound } from './pages/not-found.tsx';
import { dashboardFrame, dashboardPages, sitePages } from './routes.tsx';
import { FailedRead } from './ui/notices.tsx';
import { PageSpinner } from './ui/spinner.tsx';
import { useHydrated } from './ui/use-hydrated.ts';

type SitePage = (typeof sitePages)[number];
export type Side = 'server' | 'browser';

/** What stands in a page's place until the browser fills it. */
const BrowserShell = () => (
  <>
    <PageSpinner />
    <noscript>
      <p className="page-width pb-16 text-center">This page needs JavaScript. Browsing and searching the shop work without it.</p>
    </noscript>
  </>
);

/** The first rendering in the browser must equal the server's shell. */
const inBrowserOnly = (Page: ComponentType) => () => (useHydrated() ? <Page /> : <BrowserShell />);

const titled = (Page: ComponentType) => () => (
  <>
    <PageTitle />
    <Page />
  </>
);

const toLoader =
  (load: NonNullable<PageModule['load']>): RouteObject['loader'] =>
  ({ context, params, request }) =>
    load({ ...context.get(pageContext), params, url: new URL(request.url) });

const guarded = async (page: SitePage, Page: ComponentType): Promise<ComponentType> => {
  const { access } = page;
  if (access === 'public') return Page;
  const { Guard } = await import('./guard.tsx');
  return () => (
    <Guard access={access}>
      <Page />
    </Guard>
  );
};

const loadPage = async (page: SitePage) => {
  const module = await page.page();
  if (page.rendered === 'server') return { Component: titled(module.Page), ...(module.load && { loader: toLoader(module.load) }) };
  return { Component: inBrowserOnly(titled(await guarded(page, module.Page))) };
};

/** A page whose code can't be fetched: the connection is gone, or a newer shop has other files. Asking for the page anew mends both. */
const PageNotLoaded = () => (
  <div className="page-width py-16">
    <FailedRead message="This page could not be loaded. Check your connection and try again." onRetry={() => window.location.reload()} />
  </div>
);

const toRoute = (page: SitePage, side: Side): RouteObject => {
  const route = { id: page.id, path: page.path, handle: { title: page.title } };
  if (page.rendered === 'browser' && side === 'server') return { ...route, Component: BrowserShell };
  return { ...route, lazy: () => loadPage(page).catch(() => ({ Component: PageNotLoaded })) };
};

const everythingElse: RouteObject = {
  id: 'not-found',
  path: '*',
  handle: { title: NOT_FOUND_TITLE },
  Component: NotFound,
  loader: () => {
    throw notFound();
  },
};

/** The router's own form of routes.tsx: every page inside the layout, and every error shown as the 404 page. */
export const createRoutes = (side: Side): RouteObject[] => [
  {
    id: 'layout',
    Component: Layout,
    children: [
      {
        id: 'content',
        ErrorBoundary: NotFound,
        children: [
          ...sitePages.map((page) => toRoute(page, side)),
          { ...toRoute(dashboardFrame, side), children: dashboardPages.map((page) => toRoute(page, side)) } as RouteObject,
          everythingElse,
        ],
      },
    ],
  },
];

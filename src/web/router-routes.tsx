import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { isNowhere } from './api.ts';
import { Layout } from './pages/layout.tsx';
import { isNotFound, type PageContext } from './rendering/page.ts';
import { NOT_FOUND_TITLE, PageTitle } from './rendering/page-title.tsx';
import { type Location, matchPath, type Params, useLocation } from './router/index.ts';
import { type SitePage, sitePages } from './routes.tsx';
import { FailedRead } from './ui/alerts.tsx';
import { OutletContext } from './ui/outlet.tsx';
import { PageSpinner } from './ui/spinner.tsx';
import { useHydrated } from './ui/use-hydrated.ts';

export type Side = 'server' | 'browser';

/** The view at an address. */
export type PageView = {
  status: 200 | 404;
  title: string;
  params: Params;
  /** The pages whose code it needs, from the frame inwards. */
  ids: string[];
  components: ComponentType[];
};

type Matched = { chain: SitePage[]; params: Params };

/** The dashboard's addresses; visitors don't load the list of its pages. */
const DASHBOARD = /^\/dashboard(?:\/|$)/u;

/** Each created once, so that a page stays the same component across visits. */
const components = new Map<string, Promise<ComponentType>>();

type Address = Pick<Location, 'pathname' | 'search'>;

type BoundaryProps = { place: string; children: ReactNode };
type BoundaryState = { place: string; failed: boolean };

/** Shows the 404 page in place of a page that fails to render, until the user navigates. */
class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, failed: false };
  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }
  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, failed: false };
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Suspense>
        <BrokenPage />
      </Suspense>
    );
  }
}

const BrokenPage = lazy(async () => ({ default: await loadNotFound().catch(() => PageNotLoaded) }));

/** Removes parameters that the page does not read: neither the page nor its cache key varies by them. */
export function readableSearch(pathname: string, search: string, side: Side): string {
  if (search === '') return search;
  // Browser-rendered pages: the server's shell is the same for every query.
  const ofBrowser = side === 'server' ? '' : search;
  if (DASHBOARD.test(pathname)) return ofBrowser;
  const page = findIn(sitePages, pathname)?.page;
  if (!page) return search;
  if (page.rendered === 'browser') return ofBrowser;
  const read = [...new URLSearchParams(search)].filter(([name]) => page.reads?.includes(name));
  return read.length > 0 ? `?${new URLSearchParams(read)}` : '';
}

/** A page's path and query, without the parameters that it does not read on the server. */
export const readAddress = ({ pathname, search }: Address): string => `${pathname}${readableSearch(pathname, search, 'server')}`;

async function find(pathname: string): Promise<Matched | null> {
  const found = findIn(sitePages, pathname);
  if (found) return { chain: [found.page], params: found.params };
  if (!DASHBOARD.test(pathname)) return null;
  const { dashboardFrame, dashboardPages } = await import('./dashboard-routes.ts');
  const inside = findIn(dashboardPages, pathname);
  return inside && { chain: [dashboardFrame, inside.page], params: inside.params };
}

function findIn(pages: SitePage[], pathname: string): { page: SitePage; params: Params } | null {
  for (const page of pages) {
    const params = matchPath(page.path, pathname);
    if (params) return { page, params };
  }
  return null;
}

/** Loads the view at an address: its pages' code and data. In the browser it never throws: a failed load is a view too. */
export async function loadView({ pathname, search }: Address, context: PageContext, side: Side): Promise<PageView> {
  let matched: Matched | null = null;
  try {
    matched = await find(pathname);
    return matched ? await loadMatched(matched, new URL(search, 'http://shop'), context, side) : await notFoundView();
  } catch (error) {
    // On the server this is our bug and belongs in the log; in the browser it is most likely the connection.
    if (side === 'server') throw error;
    return notLoadedView(matched);
  }
}

async function loadMatched(matched: Matched, url: URL, context: PageContext, side: Side): Promise<PageView> {
  const { chain, params } = matched;
  try {
    const [titles, components] = await Promise.all([
      Promise.all(chain.map((page) => loadTitle(page, params, url, context, side))),
      Promise.all(chain.map((page, depth) => componentFor(page, depth, side))),
    ]);
    return { status: 200, title: titles.at(-1) ?? '', params, ids: idsOf(matched), components };
  } catch (error) {
    if (isNotFound(error) || isNowhere(error)) return notFoundAt(matched);
    throw error;
  }
}

const idsOf = (matched: Matched | null): string[] => matched?.chain.map(({ id }) => id) ?? [];

/** At a protected page's address, visitors are sent to log in first, as on every such page. */
async function notFoundAt(matched: Matched | null): Promise<PageView> {
  if (!matched || matched.chain.every(({ access }) => access === 'public')) return notFoundView();
  const { GuardedNotFound } = await import('./pages/guarded-not-found.tsx');
  return { ...(await notFoundView()), components: [GuardedNotFound] };
}

/** For every address that doesn't exist. */
export async function notFoundView(): Promise<PageView> {
  return { status: 404, title: NOT_FOUND_TITLE, params: {}, ids: [], components: [await loadNotFound()] };
}

const loadNotFound = async (): Promise<ComponentType> => (await import('./pages/not-found.tsx')).NotFound;

async function loadTitle(page: SitePage, params: Params, url: URL, context: PageContext, side: Side): Promise<string> {
  if (page.rendered === 'browser' && !page.checked && side === 'server') return page.title;
  const { load } = await page.page();
  return (await load?.({ ...context, params, url }))?.title ?? page.title;
}

/** `depth`: 1 for a page in the dashboard's frame. */
function componentFor(page: SitePage, depth: number, side: Side): Promise<ComponentType> {
  return page.rendered === 'browser' && side === 'server' ? Promise.resolve(depth > 0 ? BrowserShell : FullScreenShell) : loadComponent(page, depth);
}

/** The placeholder for a page that the browser renders. */
function BrowserShell() {
  return (
    <>
      <div className="noscript:hidden">
        <PageSpinner />
      </div>
      <noscript>
        <p className="page-width py-16 text-center">This page needs JavaScript. Browsing and searching the shop work without it.</p>
      </noscript>
    </>
  );
}

function loadComponent(page: SitePage, depth: number): Promise<ComponentType> {
  const known = components.get(page.id);
  if (known) return known;
  const loading = page.page().then(async ({ Page }) => {
    if (page.rendered === 'server') return Page;
    const InBrowser = inBrowserOnly(await guarded(page, Page));
    return depth > 0 ? InBrowser : onFullScreen(InBrowser);
  });
  components.set(page.id, loading);
  loading.catch(() => components.delete(page.id));
  return loading;
}

/** The first render in the browser must equal the server's shell. */
const inBrowserOnly = (Page: ComponentType) => () => (useHydrated() ? <Page /> : <BrowserShell />);

/** As high as the screen, so that the footer stays below it, and in its place, whatever is still to load. */
const onFullScreen = (Page: ComponentType) => () => (
  <div className="min-h-dvh print:min-h-0">
    <Page />
  </div>
);

const FullScreenShell = onFullScreen(BrowserShell);

async function guarded({ access }: SitePage, Page: ComponentType): Promise<ComponentType> {
  if (access === 'public') return Page;
  const { Guard } = await import('./session/guard.tsx');
  return () => (
    <Guard access={access}>
      <Page />
    </Guard>
  );
}

function notLoadedView(matched: Matched | null): PageView {
  return { status: 200, title: matched?.chain.at(-1)?.title ?? '', params: matched?.params ?? {}, ids: idsOf(matched), components: [PageNotLoaded] };
}

/** Shown when a page's code can't be loaded: the connection is lost, or a newer version of the shop has other files. Reloading the page fixes both. */
function PageNotLoaded() {
  return (
    <div className="page-width py-16">
      <FailedRead message="We couldn’t load this page. Check your connection and try again." onRetry={() => window.location.reload()} />
    </div>
  );
}

/** The same for a page that the server has already rendered: only its code is missing. */
export async function loadRenderedView({ pathname }: Address, { title, status }: Pick<PageView, 'title' | 'status'>): Promise<PageView> {
  let matched: Matched | null = null;
  try {
    matched = await find(pathname);
    if (!matched || status === 404) return { ...(await notFoundAt(matched)), title };
    const components = await Promise.all(matched.chain.map((page, depth) => componentFor(page, depth, 'browser')));
    return { status: 200, title, params: matched.params, ids: idsOf(matched), components };
  } catch {
    return { ...notLoadedView(matched), title };
  }
}

/** The layout, and within it the current view. */
export function Site({ view }: { view: PageView }) {
  const { key } = useLocation();
  return (
    <Layout>
      <PageTitle />
      <PageBoundary place={key}>
        <Nested components={view.components} />
      </PageBoundary>
    </Layout>
  );
}

function Nested({ components: [Outermost, ...inner] }: { components: ComponentType[] }): ReactNode {
  return Outermost ? (
    <OutletContext value={<Nested components={inner} />}>
      <Outermost />
    </OutletContext>
  ) : null;
}

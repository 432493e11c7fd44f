import { Component, type ComponentType, type ReactNode } from 'react';
import { isNowhere } from './api.ts';
import { Layout } from './pages/layout.tsx';
import { NotFound } from './pages/not-found.tsx';
import { isNotFound, type PageContext } from './rendering/page.ts';
import { NOT_FOUND_TITLE, PageTitle } from './rendering/page-title.tsx';
import { type Location, matchPath, type Params, useLocation } from './router/index.ts';
import { dashboardFrame, dashboardPages, type SitePage, sitePages } from './routes.tsx';
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
    return this.state.failed ? <NotFound /> : this.props.children;
  }
}

/** Removes parameters that the page does not read: neither the page nor its cache key varies by them. */
export function readableSearch(pathname: string, search: string, side: Side): string {
  const page = search === '' ? undefined : find(pathname)?.chain.at(-1);
  if (!page) return search;
  // Browser-rendered pages: the server's shell is the same for every query.
  if (page.rendered === 'browser') return side === 'server' ? '' : search;
  const read = [...new URLSearchParams(search)].filter(([name]) => page.reads?.includes(name));
  return read.length > 0 ? `?${new URLSearchParams(read)}` : '';
}

function find(pathname: string): Matched | null {
  for (const page of sitePages) {
    const params = matchPath(page.path, pathname);
    if (params) return { chain: [page], params };
  }
  for (const page of dashboardPages) {
    const params = matchPath(page.path, pathname);
    if (params) return { chain: [dashboardFrame, page], params };
  }
  return null;
}

/** Loads the view at an address: its pages' code and data. In the browser it never throws: a failed load is a view too. */
export async function loadView({ pathname, search }: Address, context: PageContext, side: Side): Promise<PageView> {
  const matched = find(pathname);
  if (!matched) return notFoundView();
  const { chain, params } = matched;
  const ids = chain.map(({ id }) => id);
  const url = new URL(search, 'http://shop');
  try {
    const [titles, ...loaded] = await Promise.all([
      Promise.all(chain.map((page) => loadTitle(page, params, url, context, side))),
      ...chain.map((page) => componentFor(page, side)),
    ]);
    return { status: 200, title: titles.at(-1) ?? '', params, ids, components: loaded };
  } catch (error) {
    if (isNotFound(error) || isNowhere(error)) return notFoundAt(matched);
    // On the server this is our bug and belongs in the log; in the browser it is most likely the connection.
    if (side === 'server') throw error;
    return { status: 200, title: chain.at(-1)?.title ?? '', params, ids, components: [PageNotLoaded] };
  }
}

/** At a protected page's address, visitors are sent to log in first, as on every such page. */
async function notFoundAt(matched: Matched | null): Promise<PageView> {
  if (!matched || matched.chain.every(({ access }) => access === 'public')) return notFoundView();
  const { GuardedNotFound } = await import('./pages/guarded-not-found.tsx');
  return { ...notFoundView(), components: [GuardedNotFound] };
}

/** For every address that doesn't exist. */
export const notFoundView = (): PageView => ({ status: 404, title: NOT_FOUND_TITLE, params: {}, ids: [], components: [NotFound] });

async function loadTitle(page: SitePage, params: Params, url: URL, context: PageContext, side: Side): Promise<string> {
  if (page.rendered === 'browser' && !page.checked && side === 'server') return page.title;
  const { load } = await page.page();
  return (await load?.({ ...context, params, url }))?.title ?? page.title;
}

function componentFor(page: SitePage, side: Side): Promise<ComponentType> {
  return page.rendered === 'browser' && side === 'server'
    ? Promise.resolve(dashboardPages.includes(page) ? BrowserShell : FullScreenShell)
    : loadComponent(page);
}

/** The placeholder for a page that the browser renders. */
function BrowserShell() {
  return (
    <>
      <PageSpinner />
      <noscript>
        <p className="page-width pb-16 text-center">This page needs JavaScript. Browsing and searching the shop work without it.</p>
      </noscript>
    </>
  );
}

function loadComponent(page: SitePage): Promise<ComponentType> {
  const known = components.get(page.id);
  if (known) return known;
  const loading = page.page().then(async ({ Page }) => {
    if (page.rendered === 'server') return Page;
    const InBrowser = inBrowserOnly(await guarded(page, Page));
    return dashboardPages.includes(page) ? InBrowser : onFullScreen(InBrowser);
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

/** Shown when a page's code can't be loaded: the connection is lost, or a newer version of the shop has other files. Reloading the page fixes both. */
function PageNotLoaded() {
  return (
    <div className="page-width py-16">
      <FailedRead message="We couldn’t load this page. Check your connection and try again." onRetry={() => window.location.reload()} />
    </div>
  );
}

/** The same for a page that the server has already rendered: only its code is missing. */
export async function loadRenderedView({ pathname }: Address, title: string, status: number): Promise<PageView> {
  const matched = find(pathname);
  if (!matched || status === 404) return { ...(await notFoundAt(matched)), title };
  const { chain, params } = matched;
  const loaded = await Promise.all(chain.map((page) => componentFor(page, 'browser'))).catch(() => [PageNotLoaded]);
  return { status: 200, title, params, ids: chain.map(({ id }) => id), components: loaded };
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

import { type DehydratedState, dehydrate, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { PublicConfig } from '#contract/config.ts';
import { isNowhere, type Page, type Send } from './api.ts';
import { App, createQueries } from './app.tsx';
import { createServerApp } from './composition.tsx';
import type { Hydration } from './entry.client.tsx';
import { FILTER_NAMES } from './features/listings/browsing/filter-names.ts';
import { type Assets, toDocument, toStandaloneDocument } from './rendering/document.ts';
import { createDrawing } from './rendering/drawn-once.ts';
import { type Allocate, createFragmentCache } from './rendering/fragment-cache.tsx';
import { FragmentsContext } from './rendering/fragments.tsx';
import { describePage } from './rendering/head.ts';
import { formatTitle } from './rendering/page-title.tsx';
import { StaticRouterProvider } from './router/index.ts';
import { loadView, notFoundView, readAddress, Site } from './router-routes.tsx';
import { type StandaloneId, standalonePages } from './standalone-pages.ts';
import { DrawContext } from './ui/late-phone-drawing.tsx';

export type PageRequest = {
  /** Path and query as requested. */
  url: string;
  /** Whether the server knows that nothing is there for this reader: replies with the 404 page. */
  isNowhere: boolean;
  /** The shop's public address without a trailing slash. */
  origin: string;
  config: PublicConfig;
  /** Calls the shop's API. */
  send: Send;
  /** Returns the files for the pages with these ids. */
  assetsOf(pageIds: string[]): Assets;
  /** Takes memory for the page's bytes. */
  allocate: Allocate;
};

/** `html` in UTF-8. */
export type RenderedPage = { status: number; html: Uint8Array };

const fragmentCache = createFragmentCache();
const draw = createDrawing();

/** Returns a page's path and query without parameters that the page does not read. */
export function toReadAddress(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : readAddress({ pathname: url.slice(0, mark), search: url.slice(mark) });
}

/** Renders one page of the shop, with its data, for an anonymous visitor. */
export async function renderPage({ url, isNowhere: isKnownNowhere, origin, config, send, assetsOf, allocate }: PageRequest): Promise<RenderedPage> {
  const shop = createServerApp(send, config);
  const queries = createQueries('server');
  const address = new URL(url.replace(/^\/+/u, '/'), origin);
  const loaded = isKnownNowhere ? await notFoundView() : await loadView(address, { shop, queries }, 'server');
  const failure = findFailure(queries);
  const view = leadsNowhere(failure) ? await notFoundView() : loaded;
  if (view !== loaded) queries.clear();
  const fragments = fragmentCache.forPage(address, ({ address: place, children }) => (
    <App shop={shop} queries={createQueries('server')}>
      <StaticRouterProvider address={place} view={view}>
        {() => children}
      </StaticRouterProvider>
    </App>
  ));
  const body = renderToString(
    <App shop={shop} queries={queries}>
      <FragmentsContext value={fragments}>
        <DrawContext value={draw}>
          <StaticRouterProvider address={address} view={view}>
            {(shown) => <Site view={shown} />}
          </StaticRouterProvider>
        </DrawContext>
      </FragmentsContext>
    </App>,
  );
  const status = view.status === 200 && failure ? statusOfFailure(failure) : view.status;
  const html = toDocument({
    title: formatTitle(view.title, config.shopName),
    shopName: config.shopName,
    origin,
    head: describePage({ id: status === 200 ? view.ids.at(-1) : undefined, params: view.params, address, origin, config, queries }),
    body,
    hydration: {
      config,
      queries: replaceItems(dehydrate(queries), fragments.standIn),
      page: { address: readAddress(address), title: view.title, status: view.status },
    } satisfies Hydration,
    look: config,
    assets: assetsOf(view.status === 404 ? ['not-found'] : view.ids),
  });
  queries.clear();
  return { status, html: fragments.assemble(html, allocate) };
}

/** Returns the HTML of a page that runs without React; it is the same for everybody. */
export function renderStandalone(id: StandaloneId, config: PublicConfig, assets: Assets): string {
  const { title, description, body } = standalonePages[id];
  return toStandaloneDocument({ title: formatTitle(title, config.shopName), description, body: body(config.shopName), look: config, assets });
}

/** Replaces the items of lists that are read a page at a time, and the phones beside another. */
function replaceItems({ queries, ...others }: DehydratedState, replace: (item: unknown) => unknown): DehydratedState {
  const replaceIn = (data: unknown): unknown => {
    if (isPaged(data)) return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(replace) })) };
    return hasSimilar(data) ? { ...data, similar: data.similar.map(replace) } : data;
  };
  return { ...others, queries: queries.map((query) => ({ ...query, state: { ...query.state, data: replaceIn(query.state.data) } })) };
}

const isPaged = (data: unknown): data is InfiniteData<Page<unknown[]>> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) && data.pages.every(({ items }) => Array.isArray(items));

const hasSimilar = (data: unknown): data is { similar: unknown[] } =>
  typeof data === 'object' && data !== null && 'similar' in data && Array.isArray(data.similar);

function findFailure(queries: QueryClient): Error | null | undefined {
  return queries
    .getQueryCache()
    .getAll()
    .find((query) => query.state.status === 'error')?.state.error;
}

/** An address with an unreadable part is a 404; an invalid filter is reported at its field instead. */
const leadsNowhere = (failure: Error | null | undefined): boolean => isNowhere(failure) && !FILTER_NAMES.some((name) => name in failure.fields);

/** A page whose data could not be read must not be cached, nor indexed by a search engine. */
const statusOfFailure = (failure: Error): number => (isNowhere(failure) ? failure.status : 503);

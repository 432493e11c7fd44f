import { dehydrate } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { PublicConfig } from '#contract/config.ts';
import { ApiError, type Send } from './api.ts';
import { App, createQueries } from './app.tsx';
import { createServerShop } from './composition.tsx';
import { type Assets, toDocument } from './document.ts';
import type { Hydration } from './entry.client.tsx';
import { formatTitle } from './page-title.tsx';
import { StaticRouterProvider } from './router/index.ts';
import { loadView, Site } from './router-routes.tsx';

export type PageRequest = {
  /** Path and query, as asked for. */
  url: string;
  /** Where people reach the shop; null when it is not known. */
  publicUrl: string | null;
  config: PublicConfig;
  /** Calls the shop's API. */
  send: Send;
  /** The files for the pages with these ids. */
  assetsOf(pageIds: string[]): Assets;
};

export type RenderedPage = { status: number; html: string };

/** A page that could not read what it shows must not be kept by a cache, nor by a search engine. */
const statusOfFailure = (failure: Error): number => (failure instanceof ApiError && failure.status >= 400 && failure.status < 500 ? failure.status : 503);

/** Renders one page of the shop, with what it shows, for somebody of whom nothing is known. */
export const renderPage = async ({ url, publicUrl, config, send, assetsOf }: PageRequest): Promise<RenderedPage> => {
  const shop = createServerShop(send, config);
  const queries = createQueries('server');
  const address = new URL(url.replace(/^\/+/u, '/'), publicUrl ?? 'http://shop');
  const view = await loadView(address, { shop, queries }, 'server');
  const body = renderToString(
    <App shop={shop} queries={queries}>
      <StaticRouterProvider address={address} view={view}>
        {(shown) => <Site view={shown} />}
      </StaticRouterProvider>
    </App>,
  );
  const failure = queries
    .getQueryCache()
    .getAll()
    .find((query) => query.state.status === 'error')?.state.error;
  const status = view.status === 200 && failure ? statusOfFailure(failure) : view.status;
  const hydration: Hydration = { config, queries: dehydrate(queries), page: { title: view.title, status: view.status } };
  queries.clear();
  const html = toDocument({
    title: formatTitle(view.title, config.shopName),
    description: `${config.shopName}: second-hand phones from people near you, with honest facts and a fair price.`,
    canonical: publicUrl && view.status === 200 ? `${publicUrl}${address.pathname}` : null,
    body,
    hydration,
    assets: assetsOf(view.ids),
  });
  return { status, html };
};

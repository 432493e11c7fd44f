import { dehydrate } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, RouterContextProvider, type StaticHandlerContext, StaticRouterProvider } from 'react-router';
import type { PublicConfig } from '#contract/config.ts';
import { ApiError, type Send } from './api.ts';
import { App, createQueries } from './app.tsx';
import { createServerShop } from './composition.tsx';
import { type Assets, toDocument } from './document.ts';
import type { Hydration } from './entry.client.tsx';
import { pageContext } from './page.ts';
import { formatTitle, NOT_FOUND_TITLE, titleOfMatches } from './page-title.tsx';
import { createRoutes } from './router-routes.tsx';

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

export type RenderedPage = { status: number; html: string; location?: string };

const handler = createStaticHandler(createRoutes('server'));

/** A page that could not read what it shows must not be kept by a cache, nor by a search engine. */
const statusOfFailure = (failure: Error): number => (failure instanceof ApiError && failure.status >= 400 && failure.status < 500 ? failure.status : 503);

/** Renders one page of the shop, with what it shows, for somebody of whom nothing is known. */
export const renderPage = async ({ url, publicUrl, config, send, assetsOf }: PageRequest): Promise<RenderedPage> => {
  const shop = createServerShop(send, config);
  const queries = createQueries('server');
  const requestContext = new RouterContextProvider(new Map([[pageContext, { shop, queries }]]));
  const address = new URL(url.replace(/^\/+/u, '/'), publicUrl ?? 'http://shop');
  const context = await handler.query(new Request(address), { requestContext });
  if (context instanceof Response) return { status: context.status, html: '', location: context.headers.get('location') ?? '/' };
  const body = renderToString(
    <App shop={shop} queries={queries}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  const hydration: Hydration = { config, queries: dehydrate(queries), router: toRouterHydration(context) };
  const failure = queries
    .getQueryCache()
    .getAll()
    .find((query) => query.state.status === 'error')?.state.error;
  queries.clear();
  const html = toDocument({
    title: formatTitle(context.errors ? NOT_FOUND_TITLE : titleOfMatches(toTitled(context)), config.shopName),
    description: `${config.shopName}: second-hand phones from people near you, with honest facts and a fair price.`,
    canonical: publicUrl && !context.errors ? `${publicUrl}${address.pathname}` : null,
    body,
    hydration,
    assets: assetsOf(context.matches.map((match) => match.route.id)),
  });
  return { status: context.statusCode === 200 && failure ? statusOfFailure(failure) : context.statusCode, html };
};

const toTitled = (context: StaticHandlerContext) =>
  context.matches.map((match) => ({ handle: match.route.handle, loaderData: context.loaderData[match.route.id] }));

/** Which errors there were is the server's own affair: every one of them is shown as the 404 page. */
const toRouterHydration = ({ loaderData, errors }: StaticHandlerContext): Hydration['router'] => ({
  loaderData,
  errors: errors && Object.fromEntries(Object.keys(errors).map((id) => [id, true])),
});

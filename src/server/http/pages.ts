import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { PublicConfig } from '#contract/config.ts';
import { HttpError, NotFoundError } from '../errors.ts';
import type { CachedReply } from './byte-cache.ts';
import { replyWithPlainPage } from './error-reply.ts';
import { toHeaders } from './fetch-handler.ts';
import type { ShopOrigin } from './origin.ts';
import { openBuiltRenderer, openDevRenderer, type PageRenderer } from './page-renderer.ts';
import { servePlainStyle } from './plain-page.ts';
import { nextLink, toValue } from './route.ts';
import type { Scope } from './scoped-cache.ts';
import { serveStandalonePages } from './standalone-pages.ts';

type PageOptions = {
  /** The public configuration as it is now. */
  config: () => Promise<PublicConfig>;
  origin: Pick<ShopOrigin, 'url'>;
  /** Decides whether a personal page, such as an order's, exists for the sender of these headers; null for every other path. */
  personalPages(path: string): ((headers: Headers) => Promise<boolean>) | null;
  /** Finds the page that a short address leads to; null for every other path. */
  findShortAddress(path: string): Promise<string | null>;
  /** Serve the sources through the development server. */
  dev: boolean;
};

type Send = Parameters<PageRenderer['render']>[0]['send'];

const NO_PAGES = /^\/(api|images|practice-cards|practice-google|healthz|readyz|metrics|assets|plain-page\.css|theme\.css)(\/|\?|$)/u;
/** The paths at which the pages’ router shows the search page. */
const SEARCH = /^\/search\/?$/iu;
/** A path that never has a page. */
const NOWHERE = '/page-not-found';
/** The router refuses longer paths before any page could reply. */
const MAX_PATH = 500;

/** Scopes a page was made from; null once it contains anything that may not be cached. */
type Shown = { scopes: Set<Scope> | null };

const FAILED = 'Something went wrong on our side, and nothing was lost. Please try again in a moment.';
/** Retry delay for a page whose data could not be read. */
const RETRY_SECONDS = 5;

/** The URL to route by: a page address that can't be decoded becomes the 404 page instead of the router's bare error. */
export const toReadableUrl = (url: string): string => (!isPageAddress(url) || isReadable(url) ? url : NOWHERE);

export const isPageAddress = (url: string): boolean => !NO_PAGES.test(url);

function isReadable(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  // URL parsers treat a backslash like a slash, so `/\` would be followed by a host.
  if (path.length > MAX_PATH || path.includes('\\')) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Serves every page of the shop, and the files they need. Call after all other routes are registered. */
export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  servePlainStyle(app, async () => (await options.config()).accent);
  const renderer = options.dev ? await openDevRenderer(app, isPageAddress) : await openBuiltRenderer(app);
  app.readAddresses.readPages((url) => (isPageAddress(url) ? renderer.toReadAddress(url) : url));
  serveStandalonePages(app, renderer, options.config);
  serveRenderedPages(app, renderer, options);
}

/** Serves every address without a route of its own with the renderer's output. */
export function serveRenderedPages(
  app: FastifyInstance,
  renderer: Pick<PageRenderer, 'render' | 'assetsOf'>,
  { config, origin, personalPages, findShortAddress }: Pick<PageOptions, 'config' | 'origin' | 'personalPages' | 'findShortAddress'>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const began = app.cached.begin();
    const shown: Shown = { scopes: new Set() };
    const send = sendToOwnApi(app, shown);
    const now = await config();
    try {
      const exists = personalPages(request.url.split('?', 1)[0] ?? '');
      if (exists) shown.scopes = null;
      const isNowhere = exists !== null && !(await exists(toHeaders(request)));
      const page = await renderer.render({
        url: request.url,
        isNowhere,
        origin: origin.url(),
        config: now,
        send,
        assetsOf: renderer.assetsOf,
        allocate: app.bufferPool.allocateFor(reply.raw),
      });
      if (shown.scopes) request.shown = { scopes: [...shown.scopes], began };
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      if (page.status === 503) reply.header('retry-after', String(RETRY_SECONDS));
      return reply.status(page.status).send(Buffer.from(page.html.buffer, page.html.byteOffset, page.html.length));
    } catch (error) {
      request.log.error({ err: error }, 'a page could not be rendered');
      return replyWithPlainPage(reply, 500, { title: `Something went wrong | ${now.shopName}`, sentence: FAILED });
    }
  };
  app.get('/*', async (request, reply) => {
    if (!isPageAddress(request.url)) throw new NotFoundError();
    // Browsers read a second slash as the start of a host; the page has one address.
    const [path = '', ...query] = request.url.split('?');
    if (path.includes('//')) return reply.redirect([path.replace(/\/{2,}/gu, '/'), ...query].join('?'), 308);
    const target = path.startsWith('/p/') ? await findShortAddress(path) : null;
    if (target !== null) return reply.header('cache-control', 'public, max-age=86400').redirect(target, 301);
    if (SEARCH.test(decodeURIComponent(path))) app.limits.countAddress(request, 'GET', calls['GET /searchProducts']);
    return app.costs.inTurn(request, null, () => answer(request, reply));
  });
}

/** Lets the page renderer call the shop's API without a socket; pages get exactly what a browser gets. */
function sendToOwnApi(app: FastifyInstance, shown: Shown): Send {
  return async (path, { method, headers }) => {
    const cache = app.cached;
    const url = `/api${path}`;
    const note = (cached: Pick<CachedReply, 'scopes'> | null): void => {
      if (!cached) shown.scopes = null;
      for (const scope of cached?.scopes ?? []) shown.scopes?.add(scope);
    };
    const cached = cache.isUpToDate() ? cache.find(url) : null;
    if (cached) {
      note(cached);
      const link = cached.headers.find(([name]) => name === 'link');
      return replyOf(JSON.parse(cached.body.toString()), link?.[1] ?? null);
    }
    const found = method === 'GET' && headers.authorization === undefined ? app.publicCalls.find(path) : null;
    const own = await found?.call.answer(found.raw, { caller: null, request: null }).catch(toRefusal);
    if (own instanceof HttpError) {
      note(null);
      return { ...replyOf(own.toReply(), null), ok: false, status: own.status };
    }
    if (own) {
      note(own.shows && { scopes: own.shows });
      return replyOf(toValue(own.reply), own.next === null ? null : nextLink(url, own.next));
    }
    // Unexpected errors get the same reply as for any client.
    const response = await app.inject({ method: method as 'GET', url, headers, authority: new URL(app.shopOrigin.url()).host });
    note(cache.find(url));
    const { link } = response.headers;
    return new Response(response.body, { status: response.statusCode, headers: typeof link === 'string' ? { link } : {} });
  };
}

function replyOf(value: unknown, link: string | null): Awaited<ReturnType<Send>> {
  return {
    ok: true,
    status: 200,
    headers: { get: (name) => (name === 'link' ? link : null) },
    json: async () => value,
  };
}

const toRefusal = (error: unknown): HttpError | null => (error instanceof HttpError ? error : null);

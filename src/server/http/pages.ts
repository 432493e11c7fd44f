import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { PublicConfig } from '#contract/config.ts';
import { HttpError, NotFoundError } from '../errors.ts';
import type { CachedReply, Scope } from './byte-cache.ts';
import { replyWithPlainPage } from './error-reply.ts';
import type { ShopOrigin } from './origin.ts';
import { openBuiltRenderer, openDevRenderer, type PageRenderer } from './page-renderer.ts';
import { servePlainStyle } from './plain-page.ts';
import { nextLink } from './route.ts';

type PageOptions = {
  /** What a browser may know of the shop as it is set now. */
  config: () => Promise<PublicConfig>;
  origin: Pick<ShopOrigin, 'url'>;
  /** Serve the sources themselves, through the development server. */
  dev: boolean;
};

type Send = Parameters<PageRenderer['render']>[0]['send'];

const NO_PAGES = /^\/(api|images|practice-cards|practice-google|healthz|readyz|metrics|assets|plain-page\.css|theme\.css)(\/|\?|$)/u;
/** An address of ours that is never a page. */
const NOWHERE = '/page-not-found';
/** The router refuses longer ones before any page could answer. */
const MAX_PATH = 500;

/** What a page was made of; null as soon as it holds anything that may not be kept. */
type Shown = { scopes: Set<Scope> | null };

const FAILED = 'Something went wrong on our side, and nothing was lost. Please try again in a moment.';
/** When a page whose contents could not be read is worth another look. */
const RETRY_SECONDS = 5;

/** What the router is to look for: a page's address that can't be read leads to the 404 page instead of a bare refusal. */
export const toReadableUrl = (url: string): string => (!isPageAddress(url) || isReadable(url) ? url : NOWHERE);

export const isPageAddress = (url: string): boolean => !NO_PAGES.test(url);

function isReadable(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  // Addresses are parsed with a backslash as good as a slash: behind `/\` would stand a host.
  if (path.length > MAX_PATH || path.includes('\\')) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Serves every page of the shop, and the files they need. To be called after everything else has its routes. */
export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  servePlainStyle(app, async () => (await options.config()).accent);
  const renderer = options.dev ? await openDevRenderer(app, isPageAddress) : await openBuiltRenderer(app);
  app.readAddresses.readPages((url) => (isPageAddress(url) ? renderer.toReadAddress(url) : url));
  serveRenderedPages(app, renderer, options);
}

/** Answers every address that nothing else answers with what the renderer makes of it. */
export function serveRenderedPages(
  app: FastifyInstance,
  renderer: Omit<PageRenderer, 'toReadAddress'>,
  { config, origin }: Pick<PageOptions, 'config' | 'origin'>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const began = app.cached.begin();
    const shown: Shown = { scopes: new Set() };
    const send = sendToOwnApi(app, shown);
    const now = await config();
    try {
      const page = await renderer.render({ url: request.url, origin: origin.url(), config: now, send, assetsOf: renderer.assetsOf });
      if (shown.scopes) request.shown = { scopes: [...shown.scopes], began };
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      if (page.status === 503) reply.header('retry-after', String(RETRY_SECONDS));
      return reply.status(page.status).send(page.html);
    } catch (error) {
      request.log.error({ err: error }, 'a page could not be rendered');
      return replyWithPlainPage(reply, 500, { title: `Something went wrong | ${now.shopName}`, sentence: FAILED });
    }
  };
  app.get('/*', async (request, reply) => {
    if (!isPageAddress(request.url)) throw new NotFoundError();
    // A second slash would be a host to the browser; the page has one address.
    const [path = '', ...query] = request.url.split('?');
    if (path.includes('//')) return reply.redirect([path.replace(/\/{2,}/gu, '/'), ...query].join('?'), 308);
    if (path === '/search') app.limits.countAddress(request, 'GET', calls['GET /searchProducts']);
    return app.costs.inTurn(request, null, () => answer(request, reply));
  });
}

/** The shop's API, asked by the page renderer without a socket: pages get exactly what a browser gets. */
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
    const own = method === 'GET' && headers.authorization === undefined ? await app.own.ask(path)?.catch(toRefusal) : null;
    if (own instanceof HttpError) {
      note(null);
      return { ...replyOf(own.toReply(), null), ok: false, status: own.status };
    }
    if (own) {
      note(own.shows && { scopes: own.shows });
      return replyOf(own.reply, own.next === null ? null : nextLink(url, own.next));
    }
    // What nobody foresaw is told as any client is told.
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

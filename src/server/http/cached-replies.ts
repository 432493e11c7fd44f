import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PRICES } from '#contract/shared/limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type BufferPool, createBufferPool } from './buffer-pool.ts';
import { type ByteCache, type CachedReply, isSameTag } from './byte-cache.ts';
import type { Clients } from './client-networks.ts';
import { compress, encodingFor } from './compression.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import type { Costs } from './costs.ts';
import type { CrossOrigin } from './cross-origin.ts';
import type { DirectReplies } from './direct-replies.ts';
import { drainOnClose } from './drain.ts';
import { answerHalfClosed } from './half-closed.ts';
import { findHostFault } from './host-guard.ts';
import type { ShopOrigin } from './origin.ts';
import { createPublicCalls, type PublicCalls } from './public-calls.ts';
import type { ReadAddresses } from './read-addresses.ts';
import { requestIdOf } from './request-id.ts';
import { type RequestSpans, routeOf } from './request-metrics.ts';
import type { Scope } from './scoped-cache.ts';
import { type Exchange, send } from './write-reply.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cached: ByteCache;
    publicCalls: PublicCalls;
    bufferPool: BufferPool;
  }
  interface FastifyRequest {
    /** What this reply shows, if it may be cached, and the generation in which its data was read. */
    shown: { scopes: readonly Scope[]; began: number } | null;
  }
}

const MAX_KEY = 600;
const COMPRESSIBLE = /^(?:text|application\/(?:json|javascript|manifest\+json|xml)|image\/svg)/u;
/** Headers that differ per reply or per encoding. */
const OWN_HEADERS = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'x-request-id',
  'connection',
  'date',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]);

/** In milliseconds: the longest time for a whole request, for its headers, and how often both are checked. */
export const ARRIVAL = { requestTimeout: 1_800_000, headersTimeout: 15_000, connectionsCheckingInterval: 5000 };

type Options = {
  origin: ShopOrigin;
  crossOrigin: CrossOrigin;
  metrics: Pick<Metrics, 'requests' | 'cachedReply' | 'refused'>;
  spans: RequestSpans | null;
  clients: Clients;
  connections: ConnectionLimits;
  readAddresses: ReadAddresses;
  costs: Pick<Costs, 'waitOf' | 'charge'>;
  direct: Pick<DirectReplies, 'find'>;
};

/** Creates the HTTP server. Cached and direct replies are sent before a request reaches Fastify; `handle` gets everything else. */
export function createCachingServer(cache: ByteCache, { origin, crossOrigin, metrics, spans, clients, connections, readAddresses, costs, direct }: Options) {
  return (handle: RequestListener, { keepAliveTimeout }: { keepAliveTimeout?: number }): Server => {
    // Fastify's hook refuses requests without a host, with the others.
    const server = createServer({ ...ARRIVAL, requireHostHeader: false, ...(keepAliveTimeout !== undefined && { keepAliveTimeout }) });
    answerHalfClosed(server);
    // While it closes, everything is left to the framework, which ends each connection with its reply.
    const isClosing = drainOnClose(server);
    const answer: RequestListener = (request, response) => {
      const go = () => handle(request, response);
      const { headers } = request;
      if (isRead(request)) request.url = readAddresses.toReadAddress(request.url ?? '/');
      const reader = crossOrigin.of(headers);
      const key = isClosing() || !isRead(request) || headers.authorization !== undefined ? null : keyOf(request.url, reader);
      const reply = key === null ? null : cache.find(key);
      // A span's calls belong to it only within the framework; pages of other origins get other addresses.
      const replyDirectly = reply || isClosing() || spans || reader !== null ? null : direct.find(request);
      if ((!reply && !replyDirectly) || findHostFault(request, origin)) return go();
      const client = clients.findNetwork(request);
      if (costs.waitOf(client) > 0) return go();
      const exchange: Exchange = {
        request,
        response,
        id: requestIdOf(headers),
        reader,
        written: measure(request, response, { metrics, spans, isHit: reply !== null }),
      };
      if (replyDirectly) return replyDirectly(exchange, go);
      if (!reply || key === null) return go();
      costs.charge(client, PRICES.cached);
      if (cache.isUpToDate()) return send(exchange, reply, go);
      cache.keepUp().then(() => {
        const still = cache.find(key);
        if (still) send(exchange, still, go);
        else go();
      }, go);
    };
    server.on('request', limitConnections(server, { ...clients, limits: connections, refused: () => metrics.refused('too_many_connections') }, answer));
    return server;
  };
}

/** The cache key; pages of another origin get other addresses. Null when a reply can't be cached. */
function keyOf(url: string | undefined, reader: string | null): string | null {
  if (url === undefined || url.length > MAX_KEY) return null;
  return reader === null ? url : `${url} abroad`;
}

/** Measures replies sent without the framework, as its hooks do for all others. */
function measure(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, spans, isHit }: Pick<Options, 'metrics' | 'spans'> & { isHit: boolean },
): Exchange['written'] {
  const began = performance.now();
  return ({ route, isShared }) => {
    const method = request.method ?? '';
    if (isShared) metrics.cachedReply(isHit);
    metrics.requests(method, route, response.statusCode).observe((performance.now() - began) / 1000);
    if (!spans) return;
    spans.begin(request);
    spans.end(request, { method, route, status: response.statusCode });
  };
}

/** Caches replies that may be cached, with an ETag for revalidation. Call before registering anything else that compresses replies. */
export function cacheReplies(
  app: FastifyInstance,
  cache: ByteCache,
  { metrics, crossOrigin }: { metrics: Pick<Metrics, 'cachedReply'>; crossOrigin: CrossOrigin },
): void {
  app.decorate('cached', cache);
  app.decorate('publicCalls', createPublicCalls());
  app.decorate('bufferPool', createBufferPool());
  app.decorateRequest('shown', null);
  app.addHook('onSend', async (request: FastifyRequest, reply, payload) => {
    const { shown } = request;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    // The body of a reply to HEAD is dropped later.
    if (shown === null || reply.statusCode !== 200 || !isRead(request)) return sendOnce(request, reply, payload);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    reply.header('vary', sharedVary(crossOrigin, { isApi: routeOf(request).startsWith('/api/') }));
    const key = keyOf(request.originalUrl, crossOrigin.of(request.headers));
    const made = {
      headers: cachedHeaders(reply.getHeaders()),
      body: typeof payload === 'string' ? Buffer.from(payload) : payload,
      scopes: shown.scopes,
      route: routeOf(request),
      isShared: true,
    };
    metrics.cachedReply(false);
    const cached = cache.put(key ?? '', key === null ? null : shown.began, made);
    const known = request.headers['if-none-match'];
    // Whoever asks first has nothing to revalidate with; if nobody asks again, nobody will.
    if (cached.isCached || known !== undefined) reply.header('etag', cached.etag);
    if (known !== undefined && isSameTag(known, cached.etag)) {
      reply.status(304);
      return '';
    }
    return encode(request, reply, cached);
  });
}

const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

/** What replies that strangers share differ by. */
export const sharedVary = ({ isOn }: Pick<CrossOrigin, 'isOn'>, { isApi }: { isApi: boolean }): string =>
  ['accept-encoding', ...(isApi ? ['authorization'] : []), ...(isApi && isOn ? ['origin'] : [])].join(', ');

/** Compresses a reply that nobody else gets; the library that compresses streams takes several times as long. */
function sendOnce(request: FastifyRequest, reply: FastifyReply, payload: string | Buffer): Promise<Buffer> | string | Buffer {
  if (reply.hasHeader('content-encoding') || !COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return payload;
  const differsBy = String(reply.getHeader('vary') ?? '');
  if (!/accept-encoding/iu.test(differsBy)) reply.header('vary', [differsBy, 'accept-encoding'].filter(Boolean).join(', '));
  return encode(request, reply, { body: typeof payload === 'string' ? Buffer.from(payload) : payload, compressed: {}, isCached: false });
}

async function encode({ headers }: FastifyRequest, reply: FastifyReply, made: Pick<CachedReply, 'body' | 'compressed' | 'isCached'>): Promise<Buffer> {
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined, made);
  if (encoding === 'identity') return made.body;
  const body = await compress(made, encoding);
  reply.header('content-encoding', encoding).header('content-length', body.length);
  return body;
}

function cachedHeaders(headers: Record<string, number | string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
}

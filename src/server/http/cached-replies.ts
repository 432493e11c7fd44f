import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PRICES } from '#contract/shared/limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type ByteCache, type CachedReply, compress, type Encoding, encodingFor, isSameTag, type Scope } from './byte-cache.ts';
import type { Clients } from './client-networks.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import type { Costs } from './costs.ts';
import { type CrossOrigin, readingHeaders } from './cross-origin.ts';
import { findHostFault } from './host-guard.ts';
import type { ShopOrigin } from './origin.ts';
import { createOwnCalls, type OwnCalls } from './own-calls.ts';
import type { ReadAddresses } from './read-addresses.ts';
import { requestIdOf } from './request-id.ts';
import { type RequestSpans, routeOf } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cached: ByteCache;
    /** The calls that anybody may make, for the shop itself. */
    own: OwnCalls;
  }
  interface FastifyRequest {
    /** What this reply shows, if it may be kept for others, and when its data began to be read. */
    shown: { scopes: readonly Scope[]; began: number } | null;
  }
}

const MAX_KEY = 600;
/** Different for each reply, or for each way it is packed. */
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

const headerLists = new WeakMap<CachedReply, Partial<Record<Encoding | 'none', string[]>>>();

type Exchange = { request: IncomingMessage; response: ServerResponse; reader: string | null; written(reply: CachedReply): void };

/** The longest that a request of any size may take to come, the longest for its head, and how often that is looked at, in milliseconds. */
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
};

/** The HTTP server: what is kept is answered at once, before anything else is done with a request; all else is `handle`'s. */
export function createCachingServer(cache: ByteCache, { origin, crossOrigin, metrics, spans, clients, connections, readAddresses, costs }: Options) {
  return (handle: RequestListener, { keepAliveTimeout }: { keepAliveTimeout?: number }): Server => {
    let closing = false;
    // A request without a host is refused where all others are.
    const server = createServer({ ...ARRIVAL, requireHostHeader: false, ...(keepAliveTimeout !== undefined && { keepAliveTimeout }) });
    const answer: RequestListener = (request, response) => {
      const go = () => handle(request, response);
      const { method, headers } = request;
      if (method === 'GET' || method === 'HEAD') request.url = readAddresses.toReadAddress(request.url ?? '/');
      const reader = crossOrigin.of(headers);
      const key = closing || (method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined ? null : keyOf(request.url, reader);
      const reply = key === null ? null : cache.find(key);
      if (!reply || key === null || findHostFault(request, origin)) return go();
      const client = clients.findNetwork(request);
      if (costs.waitOf(client) > 0) return go();
      costs.charge(client, PRICES.cached);
      const exchange: Exchange = { request, response, reader, written: measure(request, response, { metrics, spans }) };
      if (cache.isUpToDate()) return send(exchange, reply, go);
      cache.keepUp().then(() => {
        const still = cache.find(key);
        if (still) send(exchange, still, go);
        else go();
      }, go);
    };
    server.on('request', limitConnections(server, { ...clients, limits: connections, refused: () => metrics.refused('too_many_connections') }, answer));
    const close = server.close.bind(server);
    // What is answered while the server closes ends its connection, which is not done here.
    server.close = (done) => {
      closing = true;
      return close(done);
    };
    return server;
  };
}

/** What a reply is kept by: a page of another origin gets other addresses. Null for what is never kept. */
function keyOf(url: string | undefined, reader: string | null): string | null {
  if (url === undefined || url.length > MAX_KEY) return null;
  return reader === null ? url : `${url} abroad`;
}

/** Measures what is answered from memory, as the hooks measure all else. */
function measure(request: IncomingMessage, response: ServerResponse, { metrics, spans }: Pick<Options, 'metrics' | 'spans'>): Exchange['written'] {
  const began = performance.now();
  return ({ route }) => {
    const method = request.method ?? '';
    metrics.cachedReply(true);
    metrics.requests(method, route, response.statusCode).observe((performance.now() - began) / 1000);
    if (!spans) return;
    spans.begin(request);
    spans.end(request, { method, route, status: response.statusCode });
  };
}

function send(exchange: Exchange, reply: CachedReply, failed: () => void): void {
  const { request, written } = exchange;
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, reply);
  const finish = (body: Buffer): void => {
    write(exchange, reply, encoding, body);
    written(reply);
  };
  if (encoding === 'identity') finish(reply.body);
  else compress(reply, encoding).then(finish, failed);
}

function write({ request, response, reader }: Exchange, reply: CachedReply, encoding: Encoding, body: Buffer): void {
  const own = ['x-request-id', requestIdOf(request.headers), ...(reader === null ? [] : readingHeaders(reader).flat())];
  if (isSameTag(request.headers['if-none-match'], reply.etag)) {
    response.writeHead(304, [...headersOf(reply, 'none', 0), ...own]).end();
    return;
  }
  response.writeHead(200, [...headersOf(reply, encoding, body.length), ...own]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A kept reply's headers as Node writes them fastest: names and values in turn. */
function headersOf(reply: CachedReply, encoding: Encoding | 'none', length: number): string[] {
  const lists = headerLists.get(reply) ?? {};
  headerLists.set(reply, lists);
  lists[encoding] ??= [
    ...reply.headers.flat(),
    'etag',
    reply.etag,
    ...(encoding === 'none' ? [] : ['content-length', String(length)]),
    ...(encoding === 'none' || encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ];
  return lists[encoding];
}

/** Keeps what may be kept, with a tag by which a browser asks whether it is still the same. To be called before replies are packed by anything else. */
export function cacheReplies(
  app: FastifyInstance,
  cache: ByteCache,
  { metrics, crossOrigin }: { metrics: Pick<Metrics, 'cachedReply'>; crossOrigin: CrossOrigin },
): void {
  app.decorate('cached', cache);
  app.decorate('own', createOwnCalls());
  app.decorateRequest('shown', null);
  app.addHook('onSend', async (request: FastifyRequest, reply, payload) => {
    const { shown } = request;
    if (shown === null || reply.statusCode !== 200 || typeof payload !== 'string' || request.method !== 'GET') return payload;
    const isApi = request.originalUrl.startsWith('/api/');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    const differsBy = ['accept-encoding', ...(isApi ? ['authorization'] : []), ...(isApi && crossOrigin.isOn ? ['origin'] : [])];
    reply.header('vary', differsBy.join(', '));
    const key = keyOf(request.originalUrl, crossOrigin.of(request.headers));
    const made = { headers: cachedHeaders(reply.getHeaders()), body: Buffer.from(payload), scopes: shown.scopes, route: routeOf(request) };
    metrics.cachedReply(false);
    const cached = cache.put(key ?? '', key === null ? 0 : shown.began, made);
    reply.header('etag', cached.etag);
    if (isSameTag(request.headers['if-none-match'], cached.etag)) {
      reply.status(304);
      return '';
    }
    const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, cached);
    if (encoding === 'identity') return cached.body;
    const body = await compress(cached, encoding);
    reply.header('content-encoding', encoding).header('content-length', body.length);
    return body;
  });
}

function cachedHeaders(headers: Record<string, number | string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
}

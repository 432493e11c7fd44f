import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../errors.ts';
import { siteOf } from '../security/client-network.ts';
import { withinScope } from './request-scope.ts';

export type FetchHandler = (request: Request) => Promise<Response>;

/** Tells an embedded handler the client's address. Values sent by clients are replaced. */
export const CLIENT_ADDRESS = 'x-client-address';

/** Proxies' claims about the host a request was sent to; the shop knows its own address. */
const FORWARDED = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server', 'x-original-host', 'x-host'];

/** A handler below a path; `bodyLimit` in bytes, when lower than for other calls. */
export type Mounted = { prefix: string; handle: FetchHandler; bodyLimit?: number };

/** A path that a URL parser leaves as it is. It rewrites others (`/./`, `/%2e/`, `\\`), whose limits would be missed: they go by the path as sent. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

/** Mounts a fetch handler below a path, for plain paths only. It gets the body unparsed. */
export function mountFetchHandler(app: FastifyInstance, { prefix, handle, bodyLimit }: Mounted): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) }, (_request, body, done) => done(null, body));
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!PLAIN.test(request.url.split('?', 1)[0] ?? '')) throw new NotFoundError();
      const from = { by: { role: 'visitor' as const, id: null }, network: siteOf(app.findAddress(request)), requestId: request.id };
      return send(await withinScope(from, () => handle(toRequest(request))), reply);
    };
    // A `Request` can't have the method TRACE.
    const method = app.supportedMethods.filter((name) => name !== 'TRACE');
    for (const url of [prefix, `${prefix}/*`]) scope.route({ method, url, handler: answer });
  });
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.status(response.status);
  // Personal replies must not be cached.
  reply.header('cache-control', 'no-store');
  for (const [name, value] of response.headers) if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

function toRequest(request: FastifyRequest): Request {
  const bare = request.method === 'GET' || request.method === 'HEAD';
  const body = bare || !Buffer.isBuffer(request.body) || request.body.length === 0 ? undefined : new Uint8Array(request.body);
  const headers = toHeaders(request);
  headers.set(CLIENT_ADDRESS, request.server.findAddress(request));
  const origin = ownOriginOf(request);
  headers.set('host', new URL(origin).host);
  for (const name of FORWARDED) headers.delete(name);
  return new Request(`${origin}${request.url}`, { method: request.method, headers, body });
}

export function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const one of value) headers.append(name, one);
    else if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** The shop's own origin that this request came to; the host is already checked. */
export const ownOriginOf = ({ server: { shopOrigin }, headers: { host = '' } }: FastifyRequest): string => shopOrigin.at(host) ?? shopOrigin.url();

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError, NotSignedInError } from '../errors.ts';
import type { Registry } from '../metrics/registry.ts';
import type { ShopOrigin } from './origin.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/u;
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/iu;
/** Headers that proxies add: behind a local proxy, every request seems to come from this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const;
const BEARER = /^Bearer +(\S+)$/iu;
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

type MetricsAccess = { token: string | null; origin: Pick<ShopOrigin, 'url'> };

/** `/metrics`: this process's metrics in Prometheus' text format. */
export function serveMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    admit(request, access);
    return reply
      .header('cache-control', 'no-store')
      .type(TEXT_FORMAT)
      .send(await registry.text());
  });
}

/** Throws 404 to hide the route from clients without access, and 401 for a wrong token. */
function admit(request: FastifyRequest, { token, origin }: MetricsAccess): void {
  if (token === null) {
    if (isPublic(origin) || !isFromHere(request)) throw new NotFoundError();
    return;
  }
  const shown = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (shown === undefined) throw new NotFoundError();
  if (!timingSafeEqual(digest(shown), digest(token))) throw new NotSignedInError('This token doesn’t give access to the metrics.');
}

/** A shop with a public address has a proxy in front, which may forward anything; only a token gives access there. */
const isPublic = (origin: MetricsAccess['origin']): boolean => !LOCAL_HOST.test(new URL(origin.url()).host);

function isFromHere({ socket, headers }: FastifyRequest): boolean {
  return LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '') && FORWARDED.every((name) => headers[name] === undefined);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

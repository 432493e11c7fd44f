import type { FastifyInstance } from 'fastify';
import { type HttpError, MalformedError, MisdirectedError } from '../errors.ts';
import type { ShopOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The shop's own hosts and origins. */
    shopOrigin: ShopOrigin;
  }
}

type Asked = { headers: { host?: string | undefined }; rawHeaders: string[]; url?: string | undefined };

/** Monitoring reaches processes by their addresses; these replies contain no links. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

const MAX_HOST = 260;
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/iu;

/** Refuses every request whose host isn't the shop's, before anything relies on the host. */
export function guardHosts(app: FastifyInstance, origin: ShopOrigin): void {
  let hasWarned = false;
  app.decorate('shopOrigin', origin);
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = findHostFault({ headers: request.headers, rawHeaders: request.raw.rawHeaders, url: request.originalUrl }, origin);
    if (fault === null) return done();
    if (fault instanceof MisdirectedError && !hasWarned) {
      hasWarned = true;
      const { host } = request.headers;
      request.log.warn({ host, shop: origin.url() }, 'a request names a host that isn’t the shop’s: a proxy must pass on Host, and PUBLIC_URL must match it');
    }
    done(fault);
  });
  app.addHook('onListen', (done) => {
    origin.listensAt(app.addresses().filter((address) => typeof address !== 'string'));
    done();
  });
}

/** Why a request is not for this shop; null when it is. */
export function findHostFault({ headers: { host }, rawHeaders, url = '' }: Asked, origin: ShopOrigin): HttpError | null {
  // Some clients send an absolute address here, which may name another host.
  if (!url.startsWith('/')) return new MalformedError('This address can’t be read. Write it as a path that begins with a slash.');
  if (countHosts(rawHeaders) > 1) return new MalformedError('This request names more than one host.');
  if (host !== undefined && origin.at(host) !== null) return null;
  const isForm = host !== undefined && host.length <= MAX_HOST && HOST.test(host);
  if (PROBES.includes(url.split('?', 1)[0] ?? '') && (host === undefined || isForm)) return null;
  if (!isForm) return new MalformedError('This request has no Host header.');
  return new MisdirectedError(`This isn’t the shop’s address. Go to ${origin.url()}.`);
}

function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { ShopOrigin } from './origin.ts';

type Asked = { origin?: string | undefined; host?: string | undefined };

/** Which other origins' pages may call the API from a browser, with a token and never with a cookie. */
export type CrossOrigin = {
  /** Whether the operator allows any. */
  isOn: boolean;
  /** The allowed origin, other than the shop's own, that sent these headers; otherwise null. */
  of(headers: Asked): string | null;
  /** Makes the addresses of the shop's pictures in a reply absolute. */
  toWhole(reply: unknown): unknown;
  /** Makes those addresses in a request body relative again. */
  toOwn(body: unknown): unknown;
};

const MAX_ADDRESS = 200;
const PICTURE = /^\/(?:images|brands)\/[\w-]+(?:\/[\w-]+)?\.(?:webp|jpg|svg)$/u;

/** Response headers that browsers may read. */
const EXPOSED = 'Link, Retry-After, ETag, Content-Disposition, X-Request-Id';

const METHODS = [...new Set(Object.keys(calls).map((name) => name.split(' ')[0]))].join(', ');
const PREFLIGHT: [name: string, value: string][] = [
  ['access-control-allow-methods', METHODS],
  ['access-control-allow-headers', 'Authorization, Content-Type, If-None-Match'],
  ['access-control-max-age', '600'],
];

/** `allowed`: origins as browsers write them. */
export function createCrossOrigin(allowed: readonly string[], shop: ShopOrigin): CrossOrigin {
  const known = new Set(allowed);
  return {
    isOn: known.size > 0,
    of: ({ origin = '', host = '' }) => (known.has(origin) && shop.at(host) !== origin ? origin : null),
    toWhole: (reply) => mapTexts(reply, (text) => (isOwnPicture(text) ? shop.url() + text : text)),
    toOwn: (body) =>
      mapTexts(body, (text) => (text.startsWith(`${shop.url()}/`) && isOwnPicture(text.slice(shop.url().length)) ? text.slice(shop.url().length) : text)),
  };
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, map)]));
}

const isOwnPicture = (text: string): boolean => text.length <= MAX_ADDRESS && PICTURE.test(text);

/** Opens the API to allowed origins, and lets their pages show the shop's pictures. Call after the hooks that set other headers. */
export function openToOrigins(app: FastifyInstance, crossOrigin: CrossOrigin): void {
  if (!crossOrigin.isOn) return;
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (isPicture(url)) reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (!isOpened(url)) return;
    reply.header('vary', 'origin');
    const origin = crossOrigin.of(request.headers);
    if (origin === null) return;
    reply.headers(Object.fromEntries(readingHeaders(origin)));
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    return reply.headers(Object.fromEntries(PREFLIGHT)).status(204).send();
  });
}

const isPicture = (route = ''): boolean => route.startsWith('/images/') || route.startsWith('/brands/');

/** Only the API is open: login, pages and practice providers are for the shop alone. */
const isOpened = (route = ''): boolean => route.startsWith('/api/') && route !== '/api/auth' && !route.startsWith('/api/auth/');

/** Lets an allowed page read a reply. Depends on the origin, so it is never cached with a reply. */
export function readingHeaders(origin: string): [name: string, value: string][] {
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', EXPOSED],
  ];
}

import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/iu;

/**
 * Where people reach the shop, without a slash at the end. What the operator says; else the request's own host, but only one of
 * this machine: any other could be a stranger's invention, to be kept in caches and shown to others. Null when nobody knows.
 */
export const originOf = (publicUrl: string | null, { headers }: Pick<FastifyRequest, 'headers'>): string | null => {
  if (publicUrl !== null) return publicUrl;
  const { host } = headers;
  return host !== undefined && LOOPBACK.test(host) && URL.canParse(`http://${host}`) ? `http://${host.toLowerCase()}` : null;
};

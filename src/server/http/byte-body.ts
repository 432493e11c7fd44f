import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MalformedError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler gets bytes. */
    byteBody?: boolean;
  }
}

/** Reads bodies of bytes for the calls that take them; no other does. */
export function readByteBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    if (request.routeOptions.config.byteBody) return done(null, bytes);
    return done(new MalformedError('This content type isn’t supported here. Send JSON.'), undefined);
  });
}

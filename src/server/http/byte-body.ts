import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MalformedError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler gets the body as bytes. */
    byteBody?: boolean;
  }
}

/** Parses byte bodies for the calls that accept them, and for no others. */
export function readByteBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    if (request.routeOptions.config.byteBody) return done(null, bytes);
    return done(new MalformedError('This content type isn’t supported here. Send JSON.'), undefined);
  });
}

import type { FastifyRequest } from 'fastify';
import { hideCardNumbers } from '../card-numbers.ts';

/** What a log line says of a request: never a query or a token, which may hold addresses and secrets. */
export const toLoggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  path: hideCardNumbers(request.url.split('?')[0] ?? '')
    .replace(/\/reset-password\/.+/u, '/reset-password/…')
    .replace(/[^/]+@[^/]+|[^/]+%40[^/]+/giu, '…'),
});

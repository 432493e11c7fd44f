import type { FastifyInstance } from 'fastify';
import { siteOf } from '../security/client-network.ts';
import type { SecurityLog } from '../security/security-log.ts';
import { routeOf } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's id, once a token has proven it. */
    person?: string;
  }
}

const REFUSED = new Set([401, 403, 429]);

/** Logs each request refused for lack of access or over a limit: who, from which network, and for what. */
export function logRefusals(app: FastifyInstance, log: SecurityLog): void {
  log.listen((event, sentence) => app.log.info(event, sentence));
  app.addHook('onResponse', (request, reply, done) => {
    if (REFUSED.has(reply.statusCode))
      log.note({
        event: 'refused',
        account: request.person ?? null,
        status: reply.statusCode,
        method: request.method,
        route: routeOf(request),
        network: siteOf(app.findAddress(request)),
        reqId: request.id,
      });
    done();
  });
}

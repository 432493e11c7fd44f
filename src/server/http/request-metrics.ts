import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import type { Span, Tracer } from '../ports/tracer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/** What nothing of the shop answers. */
const NOWHERE = 'none';

/** Spans are begun before a request has its log, so that each of its lines can name the trace. */
export type RequestSpans = {
  begin(request: IncomingMessage): string;
  end(request: IncomingMessage, outcome: { method: string; route: string; status: number }): void;
  of(request: IncomingMessage): Span | undefined;
};

/** Measures every reply, and traces its request where the operator wants that. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorate('metrics', metrics);
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests(request.method, routeOf(request), reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}

/** The pattern that a request's address fits, such as `/api/products/:id`; never the address itself. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? NOWHERE;

export function createRequestSpans(tracer: Tracer): RequestSpans {
  const spans = new WeakMap<IncomingMessage, Span>();
  return {
    of: (request) => spans.get(request),
    begin(request) {
      const span = tracer.begin('request');
      spans.set(request, span);
      return span.traceId;
    },
    end(request, { method, route, status }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
      spans.get(request)?.end({ name: `${method} ${route}`, isFailed: status >= 500, attributes });
    },
  };
}

/** What a request does is a part of its trace. To be called before any other hook. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, spans: RequestSpans): void {
  const go = (request: FastifyRequest, done: () => void): void => {
    const span = spans.of(request.raw);
    if (span) tracer.within(span, done);
    else done();
  };
  app.addHook('onRequest', (request, _reply, done) => go(request, done));
  // Reading a body goes on from the socket, which knows no request.
  app.addHook('preValidation', (request, _reply, done) => go(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    spans.end(request.raw, { method: request.method, route: routeOf(request), status: reply.statusCode });
    done();
  });
}

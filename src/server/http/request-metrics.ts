import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import type { Span, Tracer } from '../ports/tracer.ts';
import { EVENT_STREAM } from './event-stream.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/** The route label of unmatched requests. */
const NOWHERE = 'none';

/** Spans begin before a request gets its logger, so that each of its log lines can name the trace. */
export type RequestSpans = {
  begin(request: IncomingMessage): string;
  end(request: IncomingMessage, outcome: { method: string; route: string; status: number }): void;
  of(request: IncomingMessage): Span | undefined;
};

/** Measures the duration of every reply. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorate('metrics', metrics);
  app.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as its client stays.
    if (reply.raw.getHeader('content-type') === EVENT_STREAM) return done();
    metrics.requests(request.method, routeOf(request), reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}

/** The route pattern of a request, such as `/api/products/:id`; never the address itself. */
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

/** Runs each request within its trace. Call before adding any other hook. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, spans: RequestSpans): void {
  const go = (request: FastifyRequest, done: () => void): void => {
    const span = spans.of(request.raw);
    if (span) tracer.within(span, done);
    else done();
  };
  app.addHook('onRequest', (request, _reply, done) => go(request, done));
  // Reading a body continues from socket events, outside the request's context.
  app.addHook('preValidation', (request, _reply, done) => go(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    spans.end(request.raw, { method: request.method, route: routeOf(request), status: reply.statusCode });
    done();
  });
}

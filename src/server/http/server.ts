import Fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import type { ByteCache } from './byte-cache.ts';
import { ARRIVAL, createCachingServer } from './cached-replies.ts';
import type { Clients } from './client-networks.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import type { Costs } from './costs.ts';
import type { CrossOrigin } from './cross-origin.ts';
import type { DirectReplies } from './direct-replies.ts';
import { replyWithError } from './error-reply.ts';
import { toPresentUrl } from './former-paths.ts';
import { loggerOptions } from './logging.ts';
import { toReadableUrl } from './pages.ts';
import type { ReadAddresses } from './read-addresses.ts';
import { refuseConnection } from './refused-connections.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestSpans } from './request-metrics.ts';

/** Every field of a listing at its limit, in four-byte characters, is half of this; files have limits of their own. */
const BODY_BYTES = 256_000;

type Measured = Pick<Services, 'origin' | 'metrics' | 'security'> & {
  crossOrigin: CrossOrigin;
  spans: RequestSpans | null;
  clients: Clients;
  readAddresses: ReadAddresses;
  costs: Costs;
  direct: DirectReplies;
};

type ServerOptions = {
  logLevel: string;
  /** Where the log goes; standard output when absent. */
  logStream?: { write(line: string): void };
};

/** The HTTP server, with limits for bodies and connections. */
export function createServer(
  { logLevel, logStream }: ServerOptions,
  cache: ByteCache,
  { origin, crossOrigin, metrics, spans, security, clients, readAddresses, costs, direct }: Measured,
): FastifyInstance {
  return Fastify({
    serverFactory: createCachingServer(cache, {
      origin,
      crossOrigin,
      metrics,
      spans,
      clients,
      readAddresses,
      costs,
      direct,
      connections: connectionsFor(security),
    }),
    logger: { ...loggerOptions(logLevel), ...(logStream && { stream: logStream }) },
    genReqId: ({ headers }) => requestIdOf(headers),
    ...(spans && {
      childLoggerFactory: (logger, bindings, options, request) =>
        logger.child(request === undefined ? bindings : { ...bindings, traceId: spans.begin(request) }, options),
    }),
    bodyLimit: BODY_BYTES,
    requestTimeout: ARRIVAL.requestTimeout,
    forceCloseConnections: 'idle',
    // What still arrives while the server closes is answered like what was open, and ends its connection.
    return503OnClosing: false,
    // A page address that can't be decoded becomes the 404 page; the API keeps its error reply.
    rewriteUrl: (request) => toPresentUrl(toReadableUrl(request.url ?? '/')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Hooks don't run for these errors.
    frameworkErrors(error, request, reply) {
      request.server.secureReply(request, reply);
      void replyWithError(error, request, reply.header('x-request-id', request.id));
    },
    clientErrorHandler(error, socket) {
      refuseConnection(error, socket, metrics.refused);
    },
  });
}

/** Benchmarks that turn limits off also connect from a single address. */
function connectionsFor({ rateLimits }: Services['security']): typeof CONNECTION_LIMITS {
  return rateLimits === 0 ? { ...CONNECTION_LIMITS, perNetwork: CONNECTION_LIMITS.total, perSite: CONNECTION_LIMITS.total } : CONNECTION_LIMITS;
}

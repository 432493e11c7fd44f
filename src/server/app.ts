import { setTimeout as wait } from 'node:timers/promises';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import { type ChangeFeed, createChangeFeed } from './db/change-feed.ts';
import type { Replica } from './db/replica.ts';
import { NotFoundError } from './errors.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { createReadViewer } from './features/accounts/viewer.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import { compareRoutes } from './features/compare/routes.ts';
import { configRoutes } from './features/config/routes.ts';
import { type Contacts, createContacts } from './features/contacts/index.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { decisionRoutes } from './features/decisions/routes.ts';
import { duplicatePhotoRoutes } from './features/duplicate-photos/routes.ts';
import { imageRoutes } from './features/images/routes.ts';
import { imeiRoutes } from './features/imei/routes.ts';
import { listingRoutes } from './features/listings/routes.ts';
import { lostPhoneRoutes } from './features/lost-phones/routes.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { addGauges, createReadyChecks } from './features/operations/index.ts';
import { operationsRoutes } from './features/operations/routes.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { disputeRoutes } from './features/payments/dispute-routes.ts';
import { reservationRoutes } from './features/payments/reservation-routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { saleRoutes } from './features/payments/sale-routes.ts';
import { personalDataRoutes } from './features/personal-data/routes.ts';
import { createKnownModels, type KnownModels } from './features/phone-models/index.ts';
import { phoneModelRoutes } from './features/phone-models/routes.ts';
import { createSalesHistory, type SalesHistory } from './features/price-estimates/index.ts';
import { priceEstimateRoutes } from './features/price-estimates/routes.ts';
import { promotionRoutes } from './features/promotion/routes.ts';
import { possessionRoutes } from './features/proof-of-possession/routes.ts';
import { removalRoutes } from './features/removals/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { riskRoutes } from './features/risk/routes.ts';
import { createSearchIndex, type SearchIndex } from './features/search/index.ts';
import { searchRoutes } from './features/search/routes.ts';
import { draftRoutes } from './features/selling/drafts/routes.ts';
import { listingImportRoutes } from './features/selling/imports/routes.ts';
import { sellingRoutes } from './features/selling/routes.ts';
import { serveThemeStyle, shopSettingsRoutes } from './features/shop-settings/routes.ts';
import { sitemapRoutes } from './features/sitemap/routes.ts';
import { createAccess } from './http/access.ts';
import { limitAccounts } from './http/account-limits.ts';
import { type BodyLimits, trackBodies } from './http/bodies.ts';
import { readByteBodies } from './http/byte-body.ts';
import { type ByteCache, createByteCache } from './http/byte-cache.ts';
import { ARRIVAL, cacheReplies, createStoringServer } from './http/cached-replies.ts';
import { limitCalls } from './http/call-limits.ts';
import { type Clients, createClients } from './http/client-networks.ts';
import { CONNECTION_LIMITS } from './http/connection-limits.ts';
import { budgetRequests, type Costs, createCosts } from './http/costs.ts';
import { type CrossOrigin, createCrossOrigin, openToOrigins } from './http/cross-origin.ts';
import { replyWithError } from './http/error-reply.ts';
import { mountFetchHandler } from './http/fetch-handler.ts';
import { toPresentUrl } from './http/former-paths.ts';
import { serveHealth } from './http/health.ts';
import { guardHosts } from './http/host-guard.ts';
import { serveIcons } from './http/icons.ts';
import { serveImageFiles } from './http/image-files.ts';
import { readJsonBodies } from './http/json-body.ts';
import { logRefusals } from './http/log-refusals.ts';
import { loggerOptions } from './http/logging.ts';
import { serveMetrics } from './http/metrics.ts';
import { serveOpenApi } from './http/openapi.ts';
import { toReadableUrl } from './http/pages.ts';
import { createReadAddresses, type ReadAddresses } from './http/read-addresses.ts';
import { requestIdOf } from './http/request-id.ts';
import { createRequestSpans, measureRequests, type RequestSpans, traceRequests } from './http/request-metrics.ts';
import { createServeCall } from './http/route.ts';
import { secureReplies } from './http/security.ts';
import { serveSecurityText } from './http/security-text.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    models: KnownModels;
  }
}

export type AppOptions = {
  logLevel: string;
  /** Where the log goes; standard output when absent. */
  logStream?: { write(line: string): void };
  /** Hold every reply against the contract; costs a fifth of the speed. */
  checkReplies: boolean;
  /** Scripts that a development server writes into pages are let through. */
  dev: boolean;
  /** How much memory replies that are kept may take; 48 MB when absent. */
  cacheBytes?: number;
  /** Changes of how bodies are waited for. */
  bodies?: Partial<BodyLimits>;
};

/** Every field of a listing at its limit, in letters of four bytes, is half of it; files have limits of their own. */
const BODY_BYTES = 256_000;
const CATCH_UP_MS = 1000;
const CACHE_BYTES = 48 * 1024 * 1024;
const BROTLI_QUALITY = 4;

type Measured = Pick<Services, 'origin' | 'metrics' | 'security'> & {
  crossOrigin: CrossOrigin;
  spans: RequestSpans | null;
  clients: Clients;
  readAddresses: ReadAddresses;
  costs: Costs;
};

/** The whole HTTP side of the shop but its pages, ready to be asked or to listen. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const feed = createChangeFeed(() => services.db);
  // Whoever renders anew after a change finds the shop as it is set then.
  await services.settings.follow(feed);
  // The shelf hears of changes first: what is kept afterwards was made from it as it is then.
  const searchIndex = createSearchIndex(services.db, feed);
  const models = createKnownModels(services, (error) => app.log.warn({ err: error }, 'the catalogue of models could not be read'));
  const salesHistory = createSalesHistory(services.db, feed, { clock: services.clock, launchOf: models.launchOf });
  const publicFeed = services.replica ? createPublicFeed(services.replica, feed) : feed;
  const cache = createByteCache(publicFeed, options.cacheBytes ?? CACHE_BYTES);
  const { tracer, metrics } = services;
  const spans = tracer && createRequestSpans(tracer);
  const clients = createClients(services.security.trustedProxies, (proxy) =>
    app.log.warn({ proxy }, 'requests come through a proxy that TRUSTED_PROXIES does not name: everybody behind it is counted as one'),
  );
  const readAddresses = createReadAddresses();
  const costs = createCosts({ ...services.security, now: services.clock.now }, clients.findNetwork);
  const crossOrigin = createCrossOrigin(services.security.allowedOrigins, services.origin);
  const app = createServer(options, cache, { ...services, crossOrigin, spans, clients, readAddresses, costs });
  if (tracer && spans) traceRequests(app, tracer, spans);
  measureRequests(app, metrics);
  logRefusals(app, services.securityLog);
  cacheReplies(app, cache, { metrics, crossOrigin });
  app.decorate('readAddresses', readAddresses);
  limitCalls(app, services, clients);
  trackBodies(app, options.bodies);
  secureReplies(app, {
    dev: options.dev,
    secure: services.origin.isSecure,
    ...windowsOf(services),
    cards: services.payments.kind,
    pictures: services.images.source,
  });
  guardHosts(app, services.origin);
  openToOrigins(app, crossOrigin);
  budgetRequests(app, costs);
  limitAccounts(app, services.security.rateLimits);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } });
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((request, reply) => replyWithError(new NotFoundError(), request, reply));
  app.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id));
  endConnectionsOnClose(app);
  readJsonBodies(app);
  readByteBodies(app);
  for (const mounted of services.embedded) mountFetchHandler(app, mounted);
  serveHealth(app, createReadyChecks(services, searchIndex));
  const gauges = addGauges(services, { searchIndex, cache });
  app.addHook('onClose', async () => gauges.stop());
  serveMetrics(app, metrics.registry, { token: services.setup.metricsToken, origin: services.origin });
  serveImageFiles(app, services.imageFiles, services.makePreview);
  const branding = () => services.settings.current().branding;
  serveOpenApi(app, () => branding().shopName);
  serveIcons(app, { shopName: () => branding().shopName, logo: () => branding().logo, readLogo: createReadLogo(services) });
  serveThemeStyle(app);
  serveSecurityText(app, { ...services, contact: services.security.contact });
  sitemapRoutes(app, services);
  followOwnWrites(app, [...new Set([feed, publicFeed])]);
  app.decorate('models', models);
  models.onNews(() => {
    salesHistory.forgetJudgements();
    cache.endEverything();
  });
  app.addHook('onListen', () => void models.load().catch((error: unknown) => app.log.warn({ err: error }, 'the catalogue of models could not be read yet')));
  app.addHook('onListen', () => void salesHistory.open().catch((error: unknown) => app.log.warn({ err: error }, 'what was sold could not be read yet')));
  app.addHook('onListen', () => void searchIndex.load().catch((error: unknown) => app.log.warn({ err: error }, 'what is on sale could not be read yet')));
  const contacts = createContacts({ ...services, findAddress: app.findAddress });
  serveApi(app, { ...services, searchIndex, salesHistory, models, crossOrigin, contacts }, options, cache);
  app.all('/api/*', async () => {
    throw new NotFoundError();
  });
  return app;
}

/** What is kept was read from a replica, and ends when the change arrives there; the shelf has heard of it by then. */
function createPublicFeed(replica: Replica, feed: ChangeFeed): ChangeFeed {
  const publicFeed = createChangeFeed(() => replica.db());
  publicFeed.listen({ onChanges: () => feed.catchUp(), onLost: () => feed.catchUp() });
  return publicFeed;
}

function createServer(
  { logLevel, logStream }: AppOptions,
  cache: ByteCache,
  { origin, crossOrigin, metrics, spans, security, clients, readAddresses, costs }: Measured,
): FastifyInstance {
  return Fastify({
    serverFactory: createStoringServer(cache, {
      origin,
      crossOrigin,
      metrics,
      spans,
      clients,
      readAddresses,
      costs,
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
    // A page's address that can't be read leads to the 404 page; the API's keep their refusal.
    rewriteUrl: (request) => toPresentUrl(toReadableUrl(request.url ?? '/')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No hook sees these.
    frameworkErrors(error, request, reply) {
      request.server.secureReply(reply);
      void replyWithError(error, request, reply.header('x-request-id', request.id));
    },
    clientErrorHandler(_error, socket) {
      metrics.refused('malformed');
      if (!socket.writable) return;
      const body = JSON.stringify({ message: 'This request can’t be read.', code: 'malformed' });
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  });
}

/** Whoever takes limits off to measure has one address, too. */
function connectionsFor({ rateLimits }: Services['security']): typeof CONNECTION_LIMITS {
  return rateLimits === 0 ? { ...CONNECTION_LIMITS, perNetwork: CONNECTION_LIMITS.total, perSite: CONNECTION_LIMITS.total } : CONNECTION_LIMITS;
}

function windowsOf({ publicConfig: { identity } }: Services) {
  return {
    firebase: identity.firebase,
    opensWindows: identity.google === 'google' || identity.oidc !== undefined,
  };
}

/** A connection that was busy when the server began to close ends with its reply, instead of being kept open for another. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** A logo as the server keeps it, large enough for every icon; null for one at a host of pictures. */
function createReadLogo({ images, imageFiles }: Services) {
  return async (address: string): Promise<Buffer | null> => {
    const id = imageIdOf(address, images);
    return id === null ? null : imageFiles.read(id, '640.webp');
  };
}

/** Whoever wrote something finds it everywhere as soon as they are answered. */
function followOwnWrites(app: FastifyInstance, feeds: ChangeFeed[]): void {
  app.addHook('onSend', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    // A database that has just taken a write and answers no more must not hold up the answer.
    const gaveUp = wait(CATCH_UP_MS, undefined, { ref: false });
    await Promise.race([Promise.all(feeds.map((feed) => feed.catchUp())), gaveUp]).catch((error: unknown) =>
      request.log.warn({ err: error }, 'changes could not be read'),
    );
  });
}

function serveApi(
  app: FastifyInstance,
  services: Services & { searchIndex: SearchIndex; salesHistory: SalesHistory; models: KnownModels; crossOrigin: CrossOrigin; contacts: Contacts },
  options: AppOptions,
  cache: ByteCache,
): void {
  const admit = createAccess(createReadViewer(services), services);
  const serve = createServeCall(app, { admit, limits: app.limits, checkReplies: options.checkReplies, cache, own: app.own, crossOrigin: services.crossOrigin });
  accountRoutes(serve, services);
  auditRoutes(serve, services);
  catalogRoutes(serve, services);
  compareRoutes(serve, services);
  configRoutes(serve, services);
  contactRoutes(serve, services);
  draftRoutes(serve, services);
  imageRoutes(serve, app, services);
  imeiRoutes(serve, services);
  listingRoutes(serve, services);
  sellingRoutes(serve, services);
  listingImportRoutes(serve, services);
  lostPhoneRoutes(serve, services);
  mailRoutes(serve, services);
  reportRoutes(serve, services);
  decisionRoutes(serve, services);
  riskRoutes(serve, services);
  removalRoutes(serve, services);
  notificationRoutes(serve, services);
  operationsRoutes(serve, services, () => app.checkReadiness());
  orderRoutes(serve, services);
  paymentRoutes(serve, services);
  saleRoutes(serve, services);
  disputeRoutes(serve, services);
  reservationRoutes(serve, services);
  personalDataRoutes(serve, services);
  possessionRoutes(serve, services);
  duplicatePhotoRoutes(serve, services);
  phoneModelRoutes(serve, services);
  promotionRoutes(serve, services);
  searchRoutes(serve, services);
  shopSettingsRoutes(serve, services);
  priceEstimateRoutes(serve, { ...services, launchOf: services.models.launchOf });
}

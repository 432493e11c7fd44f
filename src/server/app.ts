import { setTimeout as wait } from 'node:timers/promises';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { minutes } from '#contract/shared/durations.ts';
import { imageIdOf } from '#contract/shared/image-sizes.ts';
import { serveApi } from './api-routes.ts';
import { type ChangeFeed, createChangeFeed } from './db/change-feed.ts';
import { type Replica, readThrough } from './db/replica.ts';
import { NotFoundError } from './errors.ts';
import { createSavedSearches, type SavedSearches, serveUnsubscribing } from './features/alerts/index.ts';
import { createContacts } from './features/contacts/index.ts';
import { createViewCounter } from './features/interest/index.ts';
import { createFindShortAddress, createFindSimilar, createPresentations, createSellerRecords, type Presentations } from './features/listings/index.ts';
import { addGauges, createReadyChecks } from './features/operations/index.ts';
import { createOrderPages } from './features/payments/index.ts';
import { createKnownModels, type KnownModels } from './features/phone-models/index.ts';
import { createSalesHistory } from './features/price-estimates/index.ts';
import { createSearchIndex } from './features/search/index.ts';
import { serveThemeStyle } from './features/shop-settings/routes.ts';
import { sitemapRoutes } from './features/sitemap/routes.ts';
import { limitAccounts } from './http/account-limits.ts';
import { type BodyLimits, trackBodies } from './http/bodies.ts';
import { readByteBodies } from './http/byte-body.ts';
import { createByteCache } from './http/byte-cache.ts';
import { cacheReplies } from './http/cached-replies.ts';
import { limitCalls } from './http/call-limits.ts';
import { createClients } from './http/client-networks.ts';
import { budgetRequests, createCosts } from './http/costs.ts';
import { createCrossOrigin, openToOrigins } from './http/cross-origin.ts';
import { createDirectReplies } from './http/direct-replies.ts';
import { endConnectionsOnClose } from './http/end-connections.ts';
import { replyWithError } from './http/error-reply.ts';
import { mountFetchHandler } from './http/fetch-handler.ts';
import { serveHealth } from './http/health.ts';
import { guardHosts } from './http/host-guard.ts';
import { serveIcons } from './http/icons.ts';
import { serveImageFiles } from './http/image-files.ts';
import { readJsonBodies } from './http/json-body.ts';
import { logRefusals } from './http/log-refusals.ts';
import { serveMetrics } from './http/metrics.ts';
import { serveOpenApi } from './http/openapi.ts';
import { servePages } from './http/pages.ts';
import { createReadAddresses } from './http/read-addresses.ts';
import { createRequestSpans, measureRequests, traceRequests } from './http/request-metrics.ts';
import { secureReplies } from './http/security.ts';
import { serveSecurityText } from './http/security-text.ts';
import { createServer } from './http/server.ts';
import { createSharedReads } from './http/shared-reads.ts';
import type { SearchEngine } from './ports/search-engine.ts';
import { publicConfigNow, type Services } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    models: KnownModels;
    presentations: Presentations;
    /** Compared with listings in this process. */
    savedSearches: SavedSearches;
  }
}

export type AppOptions = {
  logLevel: string;
  /** Where the log goes; standard output when absent. */
  logStream?: { write(line: string): void };
  /** Checks every reply against the contract; makes the server a fifth slower. */
  checkReplies: boolean;
  /** Allows scripts that a development server adds to pages. */
  dev: boolean;
  /** Memory limit of the reply cache; 48 MB by default. */
  cacheBytes?: number;
  /** Overrides how often event streams are checked. */
  heartbeatMs?: number;
  /** Overrides of the limits on slow bodies. */
  bodies?: Partial<BodyLimits>;
};

const CATCH_UP_MS = 1000;
const SAVE_INDEX_MS = minutes(10);
const CACHE_BYTES = 48 * 1024 * 1024;
/** How much what people who are logged in share may take, beside that. */
const READS_SHARE = 0.25;
const BROTLI_QUALITY = 4;

/** Builds the shop's whole HTTP server except its pages, ready to inject requests or listen. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { replica } = services;
  const feed = createChangeFeed(() => replica?.followed() ?? services.reads, { isOrdered: services.isAlone });
  const reading = readThrough(services.db, () => replica?.followed() ?? services.reads);
  // First, so that pages rendered after a change use the current settings.
  await services.settings.follow(feed);
  const models = createKnownModels(services, (error) => app.log.warn({ err: error }, 'the phone catalog could not be reloaded'));
  // Before the cache, so that replies cached after a change come from an up-to-date search index.
  const searchEngine = createSearchIndex(reading, feed, {
    saved: {
      file: services.savedIndex,
      scratch: services.scratch,
      now: services.clock.now,
      onUnusable: (error) => app.log.warn({ err: error }, 'the saved search index can’t be used, so everything for sale is read again'),
    },
    isCatalogWord: models.hasWord,
  });
  const salesHistory = createSalesHistory(reading, feed, { clock: services.clock, launchOf: models.launchOf });
  const presentations = createPresentations(reading, feed, {
    primary: services.reads,
    salesHistory,
    onUnreadable: (ids) => app.log.warn({ ids }, 'stored presentations of listings were damaged or old; they are written again'),
    onOtherVersion: (id) => app.log.warn({ id }, 'stored presentations of listings are of another version; each is written again when it is shown'),
    onError: (error) => app.log.warn({ err: error }, 'presentations of listings could not be stored yet'),
  });
  const beside = {
    findSellerRecord: createSellerRecords(feed, { primary: services.reads, clock: services.clock }),
    findSimilar: createFindSimilar(feed, services.reads),
  };
  const publicFeed = replica ? createPublicFeed(replica, feed) : feed;
  const cacheBytes = options.cacheBytes ?? CACHE_BYTES;
  const cache = createByteCache(publicFeed, cacheBytes);
  const sharedReads = createSharedReads(feed, cacheBytes * READS_SHARE);
  const { tracer, metrics } = services;
  const spans = tracer && createRequestSpans(tracer);
  const clients = createClients(services.security.trustedProxies, (proxy) =>
    app.log.warn({ proxy }, 'requests come through a proxy that is not in TRUSTED_PROXIES: everyone behind it counts as one visitor'),
  );
  const readAddresses = createReadAddresses();
  const costs = createCosts({ ...services.security, now: services.clock.now }, clients.findNetwork);
  const crossOrigin = createCrossOrigin(services.security.allowedOrigins, services.origin);
  const direct = createDirectReplies(sharedReads);
  const app = createServer(options, cache, { ...services, crossOrigin, spans, clients, readAddresses, costs, direct });
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
  serveHealth(app, createReadyChecks(services, searchEngine));
  const gauges = addGauges(services, { searchEngine, cache, sharedReads });
  app.addHook('onClose', async () => gauges.stop());
  serveMetrics(app, metrics.registry, { token: services.setup.metricsToken, origin: services.origin });
  serveImageFiles(app, services.imageFiles, services.makePreview);
  const branding = () => services.settings.current().branding;
  serveOpenApi(app, () => branding().shopName);
  serveIcons(app, { shopName: () => branding().shopName, logo: () => branding().logo, readLogo: createReadLogo(services) });
  serveThemeStyle(app);
  serveSecurityText(app, { ...services, contact: services.security.contact });
  sitemapRoutes(app, { ...services, db: services.reads });
  serveUnsubscribing(app, services);
  followOwnWrites(app, [...new Set([feed, publicFeed])]);
  app.decorate('models', models);
  app.decorate('presentations', presentations);
  app.addHook('onClose', () => presentations.stop());
  app.decorate('savedSearches', createSavedSearches(services.db));
  models.onNews(() => {
    salesHistory.forgetJudgements();
    cache.endEverything();
    sharedReads.endEverything();
  });
  app.addHook('onListen', () => void models.load().catch((error: unknown) => app.log.warn({ err: error }, 'the phone catalog could not be loaded yet')));
  app.addHook('onListen', () => void salesHistory.open().catch((error: unknown) => app.log.warn({ err: error }, 'the sales history could not be loaded yet')));
  maintainSearchEngine(app, searchEngine);
  const contacts = createContacts({ ...services, findAddress: app.findAddress });
  const views = createViewCounter({ ...services, onError: (error) => app.log.warn({ err: error }, 'views of listings could not be counted yet') });
  app.addHook('onClose', () => views.write());
  serveApi(
    app,
    { ...services, ...beside, searchEngine, salesHistory, presentations, models, crossOrigin, contacts, views, savedSearches: app.savedSearches, direct },
    options,
    cache,
  );
  app.all('/api/*', async () => {
    throw new NotFoundError();
  });
  return app;
}

/** Loads the search index when the server listens, and saves it now and then, so that searches work soon after the next start. */
function maintainSearchEngine(app: FastifyInstance, searchEngine: SearchEngine): void {
  const save = () => void searchEngine.save().catch((error: unknown) => app.log.warn({ err: error }, 'the search index could not be loaded or saved yet'));
  const timer = setInterval(save, SAVE_INDEX_MS).unref();
  app.addHook('onListen', save);
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await searchEngine.close();
  });
}

/** Serves the shop's pages; call last. `dev`: from the sources, through the development server. */
export function serveShopPages(app: FastifyInstance, services: Services, { dev }: { dev: boolean }): Promise<void> {
  return servePages(app, {
    config: () => publicConfigNow(services),
    origin: services.origin,
    personalPages: createOrderPages(services),
    findShortAddress: createFindShortAddress(services.reads),
    dev,
  });
}

/** Cached replies were read from a replica, so they expire when the change arrives there; the search index has applied it by then. */
function createPublicFeed(replica: Replica, feed: ChangeFeed): ChangeFeed {
  const publicFeed = createChangeFeed(() => replica.db());
  publicFeed.listen({ onChanges: () => feed.catchUp(), onLost: () => feed.catchUp() });
  return publicFeed;
}

function windowsOf({ publicConfig: { identity } }: Services) {
  return {
    firebase: identity.firebase,
    opensWindows: identity.google === 'google' || identity.oidc !== undefined,
  };
}

/** Reads a logo the server stores, large enough for every icon; null for one on an outside picture host. */
function createReadLogo({ images, imageFiles }: Services) {
  return async (address: string): Promise<Buffer | null> => {
    const id = imageIdOf(address, images);
    return id === null ? null : imageFiles.read(id, '640.webp');
  };
}

/** Makes a caller's own write visible everywhere before they get the reply. */
function followOwnWrites(app: FastifyInstance, feeds: ChangeFeed[]): void {
  app.addHook('onSend', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    // A database that stops responding right after a write must not delay the reply.
    const gaveUp = wait(CATCH_UP_MS, undefined, { ref: false });
    await Promise.race([Promise.all(feeds.map((feed) => feed.catchUp())), gaveUp]).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the change feed could not be read'),
    );
  });
}

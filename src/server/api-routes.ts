import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './features/accounts/routes.ts';
import { createReadViewer } from './features/accounts/viewer.ts';
import type { SavedSearches } from './features/alerts/index.ts';
import { alertRoutes } from './features/alerts/routes.ts';
import { wantedRoutes } from './features/alerts/wanted/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { cancellationRoutes } from './features/cancellations/routes.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import { cityRoutes } from './features/cities/routes.ts';
import { compareRoutes } from './features/compare/routes.ts';
import { configRoutes } from './features/config/routes.ts';
import type { Contacts } from './features/contacts/index.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { conversationReportRoutes } from './features/conversation-reports/routes.ts';
import { conversationRoutes } from './features/conversations/routes.ts';
import { decisionRoutes } from './features/decisions/routes.ts';
import { duplicatePhotoRoutes } from './features/duplicate-photos/routes.ts';
import { firstPurchaseRoutes } from './features/first-purchase/routes.ts';
import { fulfillmentRoutes } from './features/fulfillment/routes.ts';
import { handoverRoutes } from './features/handover/routes.ts';
import { imageRoutes } from './features/images/routes.ts';
import { imeiRoutes } from './features/imei/routes.ts';
import type { ViewCounter } from './features/interest/index.ts';
import { interestRoutes } from './features/interest/routes.ts';
import type { FindSimilar, Presentations, SellerRecords } from './features/listings/index.ts';
import { listingRoutes } from './features/listings/routes.ts';
import { lookupRoutes } from './features/lookups/routes.ts';
import { lostPhoneRoutes } from './features/lost-phones/routes.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { meetingPlaceRoutes } from './features/meeting-places/routes.ts';
import { meetingRoutes } from './features/meetings/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { offerRoutes } from './features/offers/routes.ts';
import { operationsRoutes } from './features/operations/routes.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { passportRoutes } from './features/passports/routes.ts';
import { disputeRoutes } from './features/payments/dispute-routes.ts';
import { reservationRoutes } from './features/payments/reservation-routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { saleRoutes } from './features/payments/sale-routes.ts';
import { payoutRoutes } from './features/payouts/routes.ts';
import { personalDataRoutes } from './features/personal-data/routes.ts';
import type { KnownModels } from './features/phone-models/index.ts';
import { phoneModelRoutes } from './features/phone-models/routes.ts';
import { phoneTestRoutes } from './features/phone-tests/routes.ts';
import type { SalesHistory } from './features/price-estimates/index.ts';
import { priceEstimateRoutes } from './features/price-estimates/routes.ts';
import { problemRoutes } from './features/problems/routes.ts';
import { promotionRoutes } from './features/promotion/routes.ts';
import { possessionRoutes } from './features/proof-of-possession/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { removalRoutes } from './features/removals/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { restoreReview } from './features/reviews/index.ts';
import { reviewRoutes } from './features/reviews/routes.ts';
import { riskRoutes } from './features/risk/routes.ts';
import { savedRoutes } from './features/saved/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { sellerRoutes } from './features/sellers/routes.ts';
import { draftRoutes } from './features/selling/drafts/routes.ts';
import { editingRoutes } from './features/selling/editing/routes.ts';
import { listingImportRoutes } from './features/selling/imports/routes.ts';
import { ownListingChangeRoutes } from './features/selling/own-listing-changes/routes.ts';
import { sellingRoutes } from './features/selling/routes.ts';
import { shopSettingsRoutes } from './features/shop-settings/routes.ts';
import { createAccess, recognize } from './http/access.ts';
import type { ByteCache } from './http/byte-cache.ts';
import { sharedVary } from './http/cached-replies.ts';
import type { CrossOrigin } from './http/cross-origin.ts';
import type { DirectReplies } from './http/direct-replies.ts';
import { createEventStreams } from './http/event-stream.ts';
import { createServeCall } from './http/route.ts';
import type { SearchEngine } from './ports/search-engine.ts';
import type { Services } from './services.ts';

/** Registers every call of the API. */
export function serveApi(
  app: FastifyInstance,
  services: Services & {
    searchEngine: SearchEngine;
    salesHistory: SalesHistory;
    presentations: Presentations;
    findSellerRecord: SellerRecords;
    findSimilar: FindSimilar;
    models: KnownModels;
    crossOrigin: CrossOrigin;
    contacts: Contacts;
    views: ViewCounter;
    savedSearches: SavedSearches;
    direct: DirectReplies;
  },
  { checkReplies, heartbeatMs }: { checkReplies: boolean; heartbeatMs?: number },
  cache: ByteCache,
): void {
  const readViewer = createReadViewer(services);
  const serve = createServeCall(app, {
    admit: createAccess(readViewer, services),
    limits: app.limits,
    checkReplies,
    cache,
    publicCalls: app.publicCalls,
    crossOrigin: services.crossOrigin,
    streams: createEventStreams(app, heartbeatMs),
  });
  accountRoutes(serve, services);
  auditRoutes(serve, services);
  cancellationRoutes(serve, services);
  catalogRoutes(serve, services);
  compareRoutes(serve, services);
  configRoutes(serve, services);
  contactRoutes(serve, services);
  cityRoutes(serve, services);
  conversationRoutes(serve, app, services);
  conversationReportRoutes(serve, services);
  draftRoutes(serve, services);
  firstPurchaseRoutes(serve, services);
  fulfillmentRoutes(serve, services);
  handoverRoutes(serve, services);
  imageRoutes(serve, app, services);
  imeiRoutes(serve, services);
  interestRoutes(serve, { ...services, findNetwork: app.findNetwork });
  listingRoutes(serve, services);
  sellerRoutes(serve, services);
  sellingRoutes(serve, services);
  editingRoutes(serve, services);
  ownListingChangeRoutes(serve, services);
  listingImportRoutes(serve, services);
  lookupRoutes(serve, services);
  lostPhoneRoutes(serve, services);
  mailRoutes(serve, services);
  meetingRoutes(serve, services);
  meetingPlaceRoutes(serve, services);
  reportRoutes(serve, services);
  decisionRoutes(serve, { ...services, restoreReview });
  reviewRoutes(serve, services);
  savedRoutes(serve, services);
  alertRoutes(serve, services);
  wantedRoutes(serve, services);
  riskRoutes(serve, services);
  removalRoutes(serve, services);
  notificationRoutes(serve, services);
  offerRoutes(serve, services);
  operationsRoutes(serve, services, () => app.checkReadiness());
  orderRoutes(serve, services);
  passportRoutes(serve, services);
  paymentRoutes(serve, services);
  saleRoutes(serve, services);
  disputeRoutes(serve, services);
  reservationRoutes(serve, services);
  payoutRoutes(serve, services);
  personalDataRoutes(serve, services);
  possessionRoutes(serve, services);
  pushRoutes(serve, services);
  duplicatePhotoRoutes(serve, services);
  phoneModelRoutes(serve, services);
  phoneTestRoutes(serve, app, services);
  problemRoutes(serve, services);
  promotionRoutes(serve, services);
  searchRoutes(serve, services);
  shopSettingsRoutes(serve, services);
  priceEstimateRoutes(serve, services);
  const vary = sharedVary(services.crossOrigin, { isApi: true });
  services.direct.begin({ app, recognize: (authorization) => recognize(readViewer, authorization), vary });
}

import { accountCalls } from './accounts/accounts.ts';
import { passkeyCalls } from './accounts/passkeys.ts';
import { proofCalls } from './accounts/proof.ts';
import { secondFactorCalls } from './accounts/second-factor.ts';
import { signInCalls } from './accounts/sign-ins.ts';
import { alertCalls } from './alerts/alerts.ts';
import { wantedCalls } from './alerts/wanted.ts';
import { auditCalls } from './audit.ts';
import { cancellationCalls } from './cancellations.ts';
import { catalogCalls } from './catalog.ts';
import { cityCalls } from './cities.ts';
import { compareCalls } from './compare.ts';
import { configCalls } from './config.ts';
import { contactCalls } from './contacts.ts';
import { conversationReportCalls } from './conversation-reports.ts';
import { conversationCalls } from './conversations.ts';
import { decisionCalls } from './decisions.ts';
import { duplicatePhotoCalls } from './duplicate-photos.ts';
import { firstPurchaseCalls } from './first-purchase.ts';
import { fulfillmentCalls } from './fulfillment.ts';
import { handoverCalls } from './handover.ts';
import { imageCalls } from './images.ts';
import { imeiCalls } from './imei.ts';
import { interestCalls } from './interest.ts';
import { listingCalls } from './listings.ts';
import { lookupCalls } from './lookups.ts';
import { lostPhoneCalls } from './lost-phones.ts';
import { mailCalls } from './mail.ts';
import { meetingPlaceCalls } from './meeting-places.ts';
import { meetingCalls } from './meetings.ts';
import { notificationCalls } from './notifications.ts';
import { offerCalls } from './offers.ts';
import { operationsCalls } from './operations.ts';
import { orderCalls } from './orders.ts';
import { passportCalls } from './passports.ts';
import { disputeCalls } from './payments/disputes.ts';
import { paymentCalls } from './payments/payments.ts';
import { reservationCalls } from './payments/reservations.ts';
import { payoutCalls } from './payouts.ts';
import { personalDataCalls } from './personal-data.ts';
import { phoneModelCalls } from './phone-models.ts';
import { phoneTestCalls } from './phone-tests/phone-tests.ts';
import { priceEstimateCalls } from './price-estimates.ts';
import { problemCalls } from './problems.ts';
import { promotionCalls } from './promotion.ts';
import { possessionCalls } from './proof-of-possession.ts';
import { pushCalls } from './push.ts';
import { removalCalls } from './removals.ts';
import { reportCalls } from './reports.ts';
import { reviewCalls } from './reviews.ts';
import { riskCalls } from './risk.ts';
import { savedCalls } from './saved.ts';
import { searchCalls } from './search.ts';
import { sellerCalls } from './sellers.ts';
import { draftCalls } from './selling/drafts.ts';
import { editingCalls } from './selling/editing.ts';
import { listingImportCalls } from './selling/listing-imports.ts';
import { ownListingChangeCalls } from './selling/own-listing-changes.ts';
import { sellingCalls } from './selling/selling.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { shopSettingsCalls } from './shop-settings.ts';

/** The whole API, below `/api`. The browser imports only its type, so that the schemas stay out of its bundle. */
export const calls = {
  ...accountCalls,
  ...auditCalls,
  ...cancellationCalls,
  ...catalogCalls,
  ...cityCalls,
  ...compareCalls,
  ...configCalls,
  ...contactCalls,
  ...conversationCalls,
  ...conversationReportCalls,
  ...draftCalls,
  ...editingCalls,
  ...decisionCalls,
  ...firstPurchaseCalls,
  ...fulfillmentCalls,
  ...handoverCalls,
  ...imageCalls,
  ...imeiCalls,
  ...possessionCalls,
  ...interestCalls,
  ...listingCalls,
  ...listingImportCalls,
  ...lookupCalls,
  ...lostPhoneCalls,
  ...mailCalls,
  ...meetingCalls,
  ...meetingPlaceCalls,
  ...notificationCalls,
  ...offerCalls,
  ...operationsCalls,
  ...orderCalls,
  ...passkeyCalls,
  ...passportCalls,
  ...paymentCalls,
  ...disputeCalls,
  ...reservationCalls,
  ...payoutCalls,
  ...personalDataCalls,
  ...phoneModelCalls,
  ...phoneTestCalls,
  ...problemCalls,
  ...promotionCalls,
  ...proofCalls,
  ...pushCalls,
  ...removalCalls,
  ...reportCalls,
  ...reviewCalls,
  ...savedCalls,
  ...alertCalls,
  ...wantedCalls,
  ...riskCalls,
  ...searchCalls,
  ...secondFactorCalls,
  ...sellerCalls,
  ...ownListingChangeCalls,
  ...sellingCalls,
  ...shopSettingsCalls,
  ...duplicatePhotoCalls,
  ...signInCalls,
  ...priceEstimateCalls,
} as const satisfies Record<string, Endpoint>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

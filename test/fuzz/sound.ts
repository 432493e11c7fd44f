import fc, { type Arbitrary } from 'fast-check';
import { ProblemDecision, ReportedReason } from '#contract/problems.ts';
import { days } from '#contract/shared/durations.ts';
import { GALAXY_S21 } from '#test/support/phone-tests/software-phone.ts';
import { PUSH_SUBSCRIPTION } from '#test/support/world/push.ts';
import { listingInput } from '#test/support/world/world.ts';
import { imei, Ref } from './values.ts';
import type { RefKind, Who } from './world.ts';
import { TEST_ANSWER } from './world-phone-tests.ts';

/** Overrides for a valid request, where schema and field names alone don't lead to one. */
type Sound = {
  who?: readonly Who[];
  params?: Record<string, Arbitrary<unknown>>;
  query?: Record<string, Arbitrary<unknown>>;
  body?: Arbitrary<unknown>;
  isSigned?: true;
};
/** A day after today (UTC). */
const inDays = (count: number): string => new Date(Date.now() + days(count)).toISOString().slice(0, 10);

const [RIVAL, SELLER, COMPETITOR, NEWCOMER] = [1, 2, 3, 5];

const text = fc.constantFrom('It was looked at with care.', 'O “motivo” é este…', '<b>bold</b>', '漢字 🙂');
const because = fc.record({ reason: text });
const input = fc.record({ text });

const proof = { direction: fc.constant('handover'), madeAt: fc.nat(), offline: fc.boolean() };
const mac = fc.constant('A'.repeat(22));

const line = fc.constantFrom('Redial', 'Old & gold', 'Loja do Zé', '<i>phones</i>', '電話 🙂');
const site = fc.record({ url: fc.constantFrom('https://forum.example.test/a?b=c', 'mailto:shop@example.test', '/') });

const settings = fc.record({
  revision: one('revision'),
  shopName: maybe(line),
  logo: maybe(one('picture')),
  accent: maybe(fc.constantFrom('#335577', '#ABCDEF', '#000000', '#ffffff')),
  phone: maybe(line),
  email: maybe(fc.constantFrom('shop@example.test', 'O’Neil@example.test')),
  community: maybe(three(site).map((sites) => sites.map((one, at) => ({ ...one, name: `Site ${at}` })))),
  slides: maybe(three(fc.record({ claim: line, text: line, button: line }))),
  promises: maybe(three(fc.record({ qualityFeature: line, description: line, terms: line }))),
  sections: maybe(fc.shuffledSubarray(['arrivals', 'brands', 'promises', 'offers'], { minLength: 4 })),
  brands: maybe(fc.uuid().map((name) => [{ _id: null, name: `Brand ${name.slice(0, 8)}`, img: '' }])),
  hideEmptyBrands: maybe(fc.boolean()),
  newArrivals: maybe(fc.integer({ min: 1, max: 8 })),
  newArrivalDays: maybe(fc.integer({ min: 1, max: 30 })),
  holdMinutes: maybe(fc.integer({ min: 5, max: 60 })),
  inspectionHours: maybe(fc.integer({ min: 1, max: 336 })),
  firstPurchasePercent: maybe(fc.integer({ min: 0, max: 100 })),
  sellerFeePercent: maybe(fc.integer({ min: 0, max: 20 })),
  sellerFeeFixed: maybe(fc.constant(0)),
  firstPurchaseCap: maybe(fc.integer({ min: 1, max: 10_000 })),
});

/** Doesn't suspend sellers: little else could be done in their world afterwards. */
const decision = fc.oneof(
  fc.record({ kind: fc.constantFrom('hold', 'removal', 'clearance'), listingId: one('spareListing'), reason: text }),
  fc.record({ kind: fc.constant('warning'), sellerId: one('user', SELLER), reason: text }),
);

const newPerson = fc.uuid().map((id) => ({ email: `new-${id}@example.test`, password: 'practice123', name: 'New Person' }));
const arrived = fc.record({
  id: fc.uuid().map((id) => `evt_${id}`),
  object: fc.constant('event'),
  type: fc.constant('payment_intent.succeeded'),
  data: fc.record({ object: fc.record({ object: fc.constant('payment_intent'), id: one('arrivedIntent') }) }),
});

/** By call, as named in the OpenAPI document. */
export const SOUND: Record<string, Sound> = {
  'GET /jwt': { query: { email: one('email', NEWCOMER) } },
  'POST /users': { body: fc.record({ email: one('email', NEWCOMER), name: line, role: fc.constantFrom('buyer', 'seller') }) },
  'PUT /products/': { query: { email: one('email', COMPETITOR), id: one('user', COMPETITOR) } },
  'POST /users/{id}/unverify': { params: { id: one('user', COMPETITOR) } },
  'DELETE /users/sellers/{id}': { params: { id: one('user', RIVAL) } },
  'POST /password': { who: ['competitor'], body: fc.constant({ currentPassword: 'practice123', newPassword: 'practice456' }) },
  'POST /secondFactor': { who: ['seller'], body: fc.constant({ password: 'practice123' }) },
  'POST /secondFactor/confirm': { who: ['competitor'], body: fc.record({ code: one('firstCode') }) },
  'POST /secondFactor/recoveryCodes': { who: ['buyer'], body: fc.record({ password: fc.constant('practice123'), code: one('recoveryCode') }) },
  'POST /secondFactor/off': { who: ['buyer'], body: fc.record({ password: fc.constant('practice123'), code: one('recoveryCode', 1) }) },
  'DELETE /sessions/{id}': { who: ['rival'], params: { id: one('session', RIVAL) } },
  'POST /auth/sign-in/email': { body: fc.record({ email: one('email', SELLER), password: fc.constant('practice123') }) },
  'POST /auth/sign-up/email': { body: newPerson },
  'POST /auth/request-password-reset': { body: fc.record({ email: one('email', NEWCOMER), redirectTo: fc.constant('/reset-password') }) },
  'POST /auth/reset-password': { body: fc.record({ newPassword: fc.constant('practice456'), token: one('resetToken') }) },
  'GET /auth/reset-password/{token}': { params: { token: one('resetToken') }, query: { callbackURL: fc.constant('/reset-password') } },
  'DELETE /personalData': { who: ['competitor'], query: { email: one('email', COMPETITOR) } },

  'POST /possessionCodes': { who: ['competitor'], body: fc.constantFrom({ listing: null }, { listing: new Ref('listing', 1) }) },
  'GET /possessionCodes/{id}': { who: ['seller'], params: { id: one('code') } },
  'POST /possessionCodes/{id}/photo': {
    who: ['seller'],
    params: { id: one('openCode') },
    body: fc.record({ image: one('picture'), shown: fc.boolean() }),
  },
  'POST /phoneTestCodes': { who: ['seller'], body: fc.record({ listing: one('listing') }) },
  'GET /phoneTestCodes/{id}': { who: ['seller'], params: { id: one('phoneTest') } },
  'POST /phoneTestCodes/{id}/publish': { who: ['seller'], params: { id: one('finishedTest') }, body: fc.constant({}) },
  'POST /products/{id}/phoneTest/hide': { who: ['seller'], params: { id: one('listing') } },
  'GET /products/{id}/phoneTest': { params: { id: one('listing') } },
  'GET /orders/{orderId}/phoneTest': { who: ['buyer', 'seller'], params: { orderId: one('settledOrder') } },
  'POST /phoneTestRuns': { body: fc.record({ token: one('testToken'), publicKey: one('testKey'), traits: fc.constant(GALAXY_S21), clock: fc.nat() }) },
  'POST /phoneTestRuns/answers': {
    body: fc.record({
      token: one('testToken'),
      step: fc.constant('battery'),
      nonce: one('testNonce'),
      result: fc.constant(TEST_ANSWER),
      signature: one('testSignature'),
      clock: fc.nat(),
    }),
  },
  'POST /possessionPhotos/{id}/decision': {
    params: { id: one('code') },
    body: fc.oneof(fc.constant({ decision: 'confirmed' }), fc.record({ decision: fc.constant('refused'), reason: text })),
  },
  'POST /duplicatePhotos/{id}/decision': {
    params: { id: one('duplicatePhoto') },
    body: fc.oneof(fc.constant({ decision: 'dismissed' }), fc.record({ decision: fc.constant('removed'), listing: one('seenListing') })),
  },
  'GET /imageUploads/{id}': { who: ['buyer'], params: { id: one('partOfUpload') } },
  'PUT /imageUploads/{id}': { who: ['buyer'], params: { id: one('partOfUpload') }, query: { offset: fc.constant('0') } },
  'POST /imageUploads/{id}/complete': { who: ['buyer'], params: { id: one('wholeUpload') } },
  'DELETE /imageUploads/{id}': { who: ['buyer'], params: { id: one('partOfUpload') } },

  'GET /selectedProducts/{id}': { params: { id: one('listing', 1) } },
  'GET /selectedItem/{id}': { params: { id: one('listing', 1) } },
  'GET /newArrivalItem/{id}': { params: { id: one('listing', 1) } },
  'POST /products': { body: fc.record({ description: text, model_name: line, imei: maybe(imei) }).map(listingInput) },
  'DELETE /products/{id}': { who: ['seller'], params: { id: one('listing', 7) } },
  'GET /products/{id}': { who: ['seller'], params: { id: one('listing', 8) } },
  'POST /ownListingChanges': {
    who: ['seller'],
    body: fc.record({
      act: fc.constantFrom('pause', 'resume', 'price'),
      ids: fc.constant([new Ref('listing', 8)]),
      percent: fc.constantFrom(-10, 10),
      prices: fc.constant([289]),
    }),
  },
  'PATCH /products/{id}': { who: ['seller'], params: { id: one('listing', 8) }, body: fc.record({ revision: fc.constant(1), description: text }) },
  'POST /advertise': { who: ['competitor'], body: fc.record({ _id: one('listing', 1) }) },
  'POST /reportedItems': { body: fc.record({ _id: one('listing', 1), reason: fc.constantFrom('fake', 'stolen'), note: text }) },
  'DELETE /reportedItems/{id}': { params: { id: one('reportedListing') } },
  'POST /removedItems/{id}/restore': { params: { id: one('removedListing') } },
  'POST /decisions': { body: decision },
  'POST /decisions/{id}/undo': { params: { id: one('decision') }, body: because },
  'POST /answers/{id}/settle': { params: { id: one('answer') }, body: because },
  'POST /myDecisions/{id}/answer': { who: ['competitor'], params: { id: one('warning') }, body: input },
  'POST /lostPhones': { body: fc.record({ imei, lostOn: fc.constantFrom('2026-01-02', '2020-02-29'), place: text, proof: text }) },
  'DELETE /lostPhones/{id}': { who: ['buyer'], params: { id: one('lostPhone') } },
  'POST /lostPhones/{id}/decision': {
    params: { id: one('lostPhone', 1) },
    body: fc.record({ decision: fc.constantFrom('accepted', 'refused'), reason: text }),
  },
  'POST /imeiQuestions/{id}/close': { params: { id: one('imeiQuestion') } },

  'POST /bookings': { who: ['rival'], body: fc.record({ productId: one('paidListing'), phone: text, meeting_location: text }) },
  'GET /payment/{orderId}': { who: ['buyer'], params: { orderId: one('order') } },
  'GET /orders/{orderId}/history': { who: ['buyer', 'admin'], params: { orderId: one('order') } },
  'GET /orders/{orderId}/receipt': { who: ['buyer'], params: { orderId: one('settledOrder') } },
  'GET /orders/{orderId}': { who: ['buyer', 'seller'], params: { orderId: one('settledOrder') } },
  'GET /orders/{orderId}/problem': { who: ['buyer', 'seller'], params: { orderId: one('escalatedOrder') } },
  'POST /orders/{orderId}/problem': {
    who: ['buyer'],
    params: { orderId: one('settledOrder') },
    body: fc.record({ reason: fc.constantFrom(...ReportedReason.options), text }),
  },
  'DELETE /orders/{orderId}/problem': { who: ['buyer'], params: { orderId: one('escalatedOrder') } },
  'POST /orders/{orderId}/problem/answer': {
    who: ['seller'],
    params: { orderId: one('problemOrder') },
    body: fc.record({ answer: fc.constantFrom('return', 'offer', 'refuse'), amount: fc.integer({ min: 1, max: 280 }), text }),
  },
  'POST /orders/{orderId}/problem/offer': { who: ['buyer'], params: { orderId: one('offeredOrder') }, body: fc.record({ accept: fc.boolean() }) },
  'POST /orders/{orderId}/problem/statements': { who: ['buyer', 'seller'], params: { orderId: one('escalatedOrder') }, body: fc.record({ text }) },
  'POST /orders/{orderId}/problem/escalation': { who: ['buyer', 'seller'], params: { orderId: one('returningOrder') }, body: fc.record({ text }) },
  'GET /people/{id}': { params: { id: one('user', SELLER) } },
  'GET /people/{id}/records': { params: { id: one('user', SELLER) }, query: { part: fc.constantFrom('sales', 'signIns') } },
  'GET /problems/{orderId}': { params: { orderId: one('escalatedOrder') } },
  'POST /problems/{orderId}/decision': {
    params: { orderId: one('escalatedOrder') },
    body: fc.record({ decision: fc.constantFrom(...ProblemDecision.options), amount: fc.integer({ min: 1, max: 280 }), reason: text }),
  },
  'POST /orders/{orderId}/draft': { who: ['competitor'], params: { orderId: one('boughtOrder') } },
  'POST /users/selling': { who: ['rival'] },
  'GET /passports/{id}': { params: { id: one('sellersPassport') } },
  'GET /passports/{id}/ownership': { params: { id: one('sellersPassport') } },
  'POST /passports/{id}/repairs': { who: ['seller'], params: { id: one('sellersPassport') } },
  'GET /orders/{orderId}/passport': { who: ['buyer', 'seller'], params: { orderId: one('settledOrder') } },
  'GET /orders/{orderId}/handover': { who: ['buyer', 'seller'], params: { orderId: one('settledOrder') } },
  // Both proofs are there: repeating one changes nothing.
  'POST /orders/{orderId}/handover/confirmation': { who: ['buyer'], params: { orderId: one('settledOrder') }, body: fc.record({ ...proof, mac }) },
  'POST /orders/{orderId}/handover/code': {
    who: ['seller'],
    params: { orderId: one('settledOrder') },
    body: fc.record({ ...proof, code: fc.constantFrom({ how: 'typed', digits: '123456' }, { how: 'scanned', orderId: 'x', step: 1, mac: 'A'.repeat(22) }) }),
  },
  'POST /orders/{orderId}/acceptance': { who: ['buyer'], params: { orderId: one('settledOrder') } },
  'POST /orders/{orderId}/cancellation': {
    who: ['buyer', 'seller'],
    params: { orderId: one('missedOrder') },
    body: fc.record({ reason: text, relist: fc.boolean() }),
  },
  'GET /orders/{orderId}/relisting': { who: ['seller'], params: { orderId: one('canceledOrder') } },
  'POST /orders/{orderId}/relisting': { who: ['seller'], params: { orderId: one('canceledOrder') } },
  'GET /orders/{orderId}/meeting': { who: ['buyer', 'seller'], params: { orderId: one('orderToMeet') } },
  'GET /orders/{orderId}/places': { who: ['buyer', 'seller'], params: { orderId: one('orderToMeet') } },
  'GET /orders/{orderId}/meeting.ics': { who: ['buyer', 'seller'], params: { orderId: one('orderToMeet') } },
  'POST /orders/{orderId}/proposals': {
    who: ['buyer', 'seller'],
    params: { orderId: one('orderToMeet') },
    body: fc.record({ at: fc.constant(new Date(Date.now() + 86_400_000).toISOString()), place: text }),
  },
  'POST /orders/{orderId}/proposals/{proposalId}/answer': {
    who: ['buyer'],
    params: { orderId: one('orderToMeet'), proposalId: one('proposal') },
    body: fc.record({ answer: fc.constantFrom('accept', 'decline') }),
  },
  'DELETE /orders/{orderId}/meeting': { who: ['buyer', 'seller'], params: { orderId: one('orderWithMeeting') } },
  'POST /orders/{orderId}/noShow': { who: ['buyer', 'seller'], params: { orderId: one('orderToMeet') } },
  'POST /orders/{orderId}/noShow/answer': {
    who: ['buyer'],
    params: { orderId: one('missedOrder') },
    body: fc.record({ answer: fc.constantFrom('was_there', 'was_not_there') }),
  },
  'GET /orders/{orderId}/reviews': { who: ['buyer', 'seller'], params: { orderId: one('reviewableOrder') } },
  'PUT /orders/{orderId}/review': {
    who: ['buyer', 'seller'],
    params: { orderId: one('reviewableOrder') },
    body: fc.record({ stars: fc.integer({ min: 1, max: 5 }), text }),
  },
  'GET /phoneSummaries': { query: { ids: one('spareListing') } },
  'POST /saved': { body: fc.record({ ids: fc.array(one('spareListing'), { minLength: 1, maxLength: 3 }) }) },
  'POST /offers': {
    who: ['rival'],
    body: fc.record({ productId: one('spareListing'), price: fc.integer({ min: 100, max: 250 }), phone: text, meeting_location: text }),
  },
  'POST /offers/{id}/counter': { who: ['seller'], params: { id: one('offerToCounter') }, body: fc.record({ price: fc.constant(280) }) },
  'POST /offers/{id}/accept': { who: ['seller'], params: { id: one('offerToAccept') } },
  'POST /offers/{id}/refuse': { who: ['seller'], params: { id: one('offerToRefuse') } },
  'POST /offers/{id}/withdraw': { who: ['buyer'], params: { id: one('offerToWithdraw') } },
  'GET /conversations/{id}/offers': { who: ['buyer', 'seller'], params: { id: one('conversation') } },
  'GET /products/{id}/lowestOffer': { who: ['seller'], params: { id: one('listing', 8) } },
  'PUT /products/{id}/lowestOffer': { who: ['seller'], params: { id: one('listing', 8) }, body: fc.record({ price: fc.constantFrom(null, 250) }) },
  'POST /pushDevices': { body: fc.uuid().map((id) => ({ ...PUSH_SUBSCRIPTION, endpoint: `https://8.8.8.8/${id}` })) },
  'DELETE /pushDevices/{id}': { who: ['rival'], params: { id: one('pushDevice') } },
  'POST /savedSearches': { body: fc.record({ search: text }) },
  'PUT /savedSearches/{id}': { who: ['buyer'], params: { id: one('savedSearch') } },
  'GET /savedSearches/{id}/wantedAd': { who: ['buyer'], params: { id: one('searchToPost') } },
  'PUT /savedSearches/{id}/wantedAd': { who: ['buyer'], params: { id: one('searchToPost') }, body: fc.constant({ topPrice: 900, until: inDays(20) }) },
  'DELETE /savedSearches/{id}/wantedAd': { who: ['rival'], params: { id: one('adToEnd') } },
  'GET /products/{id}/wantedAds': { who: ['seller'], params: { id: one('phoneToAnswer') } },
  'POST /products/{id}/answeredAds': { who: ['seller'], params: { id: one('phoneToAnswer') }, body: fc.record({ adId: one('wantedAd') }) },
  'POST /wantedAds/{id}/remove': { who: ['admin'], params: { id: one('adToRemove') } },
  'DELETE /savedSearches/{id}': { who: ['rival'], params: { id: one('rivalsSearch') } },
  'POST /conversations': { who: ['rival'], body: fc.record({ productId: one('spareListing') }) },
  'POST /orders/{orderId}/conversation': { who: ['buyer', 'seller'], params: { orderId: one('reviewableOrder') } },
  'GET /conversations/{id}': { who: ['buyer', 'seller'], params: { id: one('conversation') } },
  'GET /conversations/{id}/messages': { who: ['buyer', 'seller'], params: { id: one('conversation') } },
  'POST /conversations/{id}/messages': { who: ['buyer', 'seller'], params: { id: one('conversation') }, body: fc.record({ clientId: fc.uuid(), text }) },
  'PUT /conversations/{id}/mute': { who: ['buyer', 'seller'], params: { id: one('conversation') }, body: fc.record({ muted: fc.boolean() }) },
  'PUT /conversations/{id}/block': { who: ['buyer', 'seller'], params: { id: one('conversation') }, body: fc.record({ blocked: fc.constant(false) }) },
  'POST /conversations/{id}/reports': { who: ['buyer', 'seller'], params: { id: one('conversation') }, body: because },
  'POST /reportedConversations/{id}/decision': {
    params: { id: one('reportedConversation') },
    body: fc.record({ decision: fc.constantFrom('dismiss', 'warn'), reason: text }),
  },
  'POST /conversations/{id}/read': {
    who: ['buyer', 'seller'],
    params: { id: one('conversation') },
    body: fc.record({ number: fc.integer({ min: 1, max: 3 }) }),
  },
  'POST /reviews/{id}/answer': { who: ['buyer'], params: { id: one('review') }, body: input },
  'PUT /notifications/settings/{topic}': {
    params: { topic: fc.constantFrom('orders', 'meetings', 'reviews') },
    body: fc.record({ email: fc.boolean(), push: fc.boolean() }),
  },
  'POST /notifications/{id}/read': { who: ['seller'], params: { id: one('notification') } },
  'POST /reviews/{id}/reports': { who: ['buyer', 'seller'], params: { id: one('review') }, body: because },
  'POST /reportedReviews/{id}/decision': {
    params: { id: one('reportedReview') },
    body: fc.record({ decision: fc.constantFrom('keep', 'remove'), reason: text }),
  },
  'GET /sellers/{id}': { params: { id: one('user', SELLER) } },
  'GET /sellers/{id}/products': { params: { id: one('user', SELLER) } },
  'GET /sellers/{id}/reviews': { params: { id: one('user', SELLER) } },
  'POST /orders/{orderId}/wait': { who: ['rival'], params: { orderId: one('waitingOrder') } },
  'DELETE /orders/{orderId}/wait': { who: ['rival'], params: { orderId: one('waitingOrder') } },
  'POST /orders/{orderId}/refund': { params: { orderId: one('arrivedOrder') }, body: fc.record({ reason: text, relist: fc.boolean() }) },
  'GET /statements/{month}': { who: ['seller'], params: { month: fc.constant(new Date().toISOString().slice(0, 7)) } },
  'GET /statements/{month}/export': { who: ['seller'], params: { month: fc.constant(new Date().toISOString().slice(0, 7)) } },
  'POST /webhooks/payouts': {
    body: fc.record({ type: fc.constant('account.updated'), data: fc.record({ object: fc.record({ object: fc.constant('account'), id: text }) }) }),
    isSigned: true,
  },
  'POST /payments/{paymentId}/refund': { params: { paymentId: one('refusedPayment') } },
  'POST /orders/{orderId}/payout': { params: { orderId: one('settledOrder') } },
  'POST /create-payment-intent': { who: ['rival'], body: fc.record({ price: fc.constant(289), orderId: one('openOrder') }) },
  'POST /payments/{productId}': {
    who: ['buyer'],
    params: { productId: one('paidListing') },
    body: fc.record({ orderId: one('arrivedOrder'), transactionId: one('arrivedIntent') }),
  },
  'POST /webhooks/payments': { body: arrived, isSigned: true },

  'GET /drafts/{id}': { who: ['seller'], params: { id: one('draft') } },
  'PUT /drafts/{id}': {
    who: ['competitor'],
    params: { id: one('draft', 1) },
    body: fc.record({ revision: fc.constant(1), content: fc.record({ description: text, model_name: line }) }),
  },
  'DELETE /drafts/{id}': { who: ['seller'], params: { id: one('draft') } },
  'POST /listingImports': { who: ['competitor'] },
  'GET /listingImports/{id}': { who: ['seller'], params: { id: one('import') } },
  'GET /listingImports/{id}/rows': { who: ['seller'], params: { id: one('import') } },
  'GET /listingImports/{id}/problems': { who: ['seller'], params: { id: one('import') } },
  'POST /listingImports/{id}/confirm': { who: ['seller'], params: { id: one('import') } },
  'POST /listingImports/{id}/cancel': { who: ['seller'], params: { id: one('import') } },

  'PUT /shopSettings': { body: settings },
  'POST /shopSettings/versions/{revision}/restore': {
    params: { revision: one('revision') },
    body: fc.record({ revision: one('revision') }),
  },
};

function one(kind: RefKind, at = 0): Arbitrary<unknown> {
  return fc.constant(new Ref(kind, at));
}

function maybe<T>(value: Arbitrary<T>): Arbitrary<T | null> {
  return fc.oneof(fc.constant(null), value);
}

function three<T>(value: Arbitrary<T>): Arbitrary<T[]> {
  return fc.array(value, { minLength: 3, maxLength: 3 });
}

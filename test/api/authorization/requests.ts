import { type ExpressionBuilder, sql } from 'kysely';
import type { CallName } from '#contract/calls.ts';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import { forEachKey, TYPED_KEYS } from '#contract/listing-fields.ts';
import type { OrderSide } from '#contract/orders.ts';
import { days, hours } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Tables } from '#server/db/tables.ts';
import { syncDispute } from '#server/features/payments/disputes.ts';
import { sweepPayments } from '#server/features/payments/sweep.ts';
import { toValues } from '#server/features/shop-settings/stored.ts';
import type { TestApp } from '#test/support/app.ts';
import { createSoftwarePasskey } from '#test/support/doubles/software-passkey.ts';
import { beginPasskey, HERE } from '#test/support/passkeys.ts';
import { askForCode, createSoftwarePhone, GALAXY_S21 } from '#test/support/phone-tests/software-phone.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { appCode, beginSecondFactor, turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createMeeting, createNoShow, createPastMeeting, createProposal } from '#test/support/world/meetings.ts';
import { PUSH_SUBSCRIPTION } from '#test/support/world/push.ts';
import { bookingInput, PASSWORD, PRICE } from '#test/support/world/values.ts';
import {
  beginPayment,
  completeOrder,
  createCategory,
  createListing,
  createOrder,
  createPerson,
  intentIdOf,
  listingInput,
  type Person,
  payWithCard,
  sellTo,
} from '#test/support/world/world.ts';
import type { Whose } from './expected.ts';
import type { People } from './people.ts';

/** A request that succeeds for the row's owner; `shows` is what a list then contains of that row. */
export type Asked = {
  path: string;
  body?: unknown;
  payload?: Buffer;
  type?: string;
  shows?: string;
  cookie?: string /** What an allowed caller gets instead of a 2xx. */;
  done?: number;
};

/** The people who own the rows: buyers, sellers, or anybody. */
export type World = {
  shop: TestApp;
  people: People;
  buyer: Person;
  seller: Person;
  anybody: Person;
  /** The caller; null when the request is rejected whatever it contains. */
  asker: Person | null;
};

type Make = (world: World) => Promise<Asked> | Asked;

let numbers = 0;

const DRAFT = { ...forEachKey(TYPED_KEYS, () => ''), model: '' };

const PROBLEM = { reason: 'not_working', text: 'It doesn’t charge.' };

const REASON = 'It was looked at with care.';

/** How to make each call for an existing row. A call without an entry does not compile. */
export const REQUESTS: Record<CallName, Make> = {
  'GET /jwt': ({ anybody }) => at(`/jwt?email=${anybody.email}`),
  'POST /users': ({ anybody }) => ({ path: '/users', body: { email: anybody.email, name: 'Ma Trix', role: 'buyer' } }),
  'GET /users/admin/:email': ({ anybody }) => at(`/users/admin/${anybody.email}`),
  'GET /users/sellers/:email': ({ seller }) => at(`/users/sellers/${seller.email}`),
  'GET /users/verify': ({ seller }) => at(`/users/verify?email=${seller.email}`),
  'GET /users/buyers': () => at('/users/buyers?user=buyer'),
  'GET /users/sellers': () => at('/users/sellers?user=seller'),
  'DELETE /users/sellers/:id': async ({ shop }) => at(`/users/sellers/${(await createPerson(shop, 'buyer')).id}`),
  'GET /users/selling': () => at('/users/selling'),
  'POST /users/selling': () => ({ path: '/users/selling', body: { confirmed: true } }),
  'PUT /products/': ({ seller }) => at(`/products/?email=${seller.email}&id=${seller.id}`),
  'POST /users/:id/unverify': ({ seller }) => ({ path: `/users/${seller.id}/unverify`, body: { reason: 'The papers were somebody else’s.' } }),
  'GET /productCategories': () => at('/productCategories'),
  'GET /config': () => at('/config'),
  'GET /firstPurchase/:productId': async (world) => at(`/firstPurchase/${await listingOf(world)}`),
  'POST /images': form,
  'POST /imageUploads': () => ({ path: '/imageUploads', body: { size: 1000 } }),
  'PUT /imageUploads/:id': async (world) => {
    const { id, bytes } = await uploadOf(world);
    return { path: `/imageUploads/${id}?offset=0`, payload: bytes, type: 'application/octet-stream' };
  },
  'GET /imageUploads/:id': async (world) => at(`/imageUploads/${(await uploadOf(world)).id}`),
  'POST /imageUploads/:id/complete': async (world) => {
    const { id, bytes } = await uploadOf(world);
    await sendPart(world, id, bytes);
    return at(`/imageUploads/${id}/complete`);
  },
  'DELETE /imageUploads/:id': async (world) => at(`/imageUploads/${(await uploadOf(world)).id}`),
  'GET /products': async (world) => at(`/products?email=${world.seller.email}`, await listingOf(world)),
  'POST /products': async ({ shop, seller }) => {
    await createCategory(shop);
    return { path: `/products?email=${seller.email}`, body: listingInput() };
  },
  'DELETE /products/:id': detail('/products'),
  'POST /ownListingChanges': async (world) => ({ path: '/ownListingChanges', body: { act: 'pause', ids: [await listingOf(world)] } }),
  'GET /products/:id': detail('/products'),
  'GET /products/:id/interest': async (world) => at(`/products/${await listingOf(world)}/interest`),
  'POST /products/:id/views': async (world) => ({ path: `/products/${await strangersListing(world)}/views`, body: {} }),
  'PATCH /products/:id': async (world) => ({ path: `/products/${await listingOf(world)}`, body: { revision: 1, location: 'Faro' } }),
  'GET /newArrivalProducts': () => at('/newArrivalProducts'),
  'GET /selectedProducts/:id': detail('/selectedProducts'),
  'GET /selectedItem/:id': detail('/selectedItem'),
  'GET /newArrivalItem/:id': detail('/newArrivalItem'),
  'POST /lostPhones': async (world) => {
    await lostPhoneOf(world);
    return { path: '/lostPhones', body: lostPhone() };
  },
  'GET /lostPhones': async (world) => at('/lostPhones', await lostPhoneOf(world)),
  'GET /myLostPhones': async (world) => at('/myLostPhones', await lostPhoneOf(world)),
  'POST /lostPhones/:id/decision': async (world) => ({
    path: `/lostPhones/${await lostPhoneOf(world)}/decision`,
    body: { decision: 'refused', reason: 'No box.' },
  }),
  'DELETE /lostPhones/:id': async (world) => at(`/lostPhones/${await lostPhoneOf(world)}`),
  'GET /imeiQuestions': async (world) => at('/imeiQuestions', await imeiQuestion(world)),
  'POST /imeiQuestions/:id/close': async (world) => at(`/imeiQuestions/${await imeiQuestion(world)}/close`),
  'GET /mailbox': () => at('/mailbox'),
  'GET /reportedItems': async (world) => at('/reportedItems', await reportedListing(world)),
  'GET /reportedItems/:productId': async (world) => at(`/reportedItems/${await reportedListing(world)}`),
  'POST /reportedItems': async (world) => ({ path: '/reportedItems', body: { _id: await strangersListing(world) } }),
  'DELETE /reportedItems/:id': async (world) => at(`/reportedItems/${await reportedListing(world)}`),
  'GET /removedItems': () => at('/removedItems'),
  'POST /removedItems/:id/restore': async (world) => {
    const id = await listingOf(world);
    await world.shop.call('DELETE', `/products/${id}`, { as: world.seller.token });
    return at(`/removedItems/${id}/restore`);
  },
  'GET /contactViews': () => at('/contactViews'),
  'GET /notifications': async (world) => at('/notifications', await paidOrderOf(world)),
  'GET /notifications/settings': () => at('/notifications/settings'),
  'PUT /notifications/settings/:topic': () => ({ path: '/notifications/settings/meetings', body: { email: false } }),
  'GET /notifications/unread': () => at('/notifications/unread'),
  'POST /notifications/read': () => at('/notifications/read'),
  'POST /notifications/:id/read': async (world) => at(`/notifications/${await notificationOf(world)}/read`),
  'GET /bookings': async (world) => at(`/bookings?email=${world.anybody.email}`, await orderOf(world)),
  'POST /bookings': async (world) => ({ path: '/bookings', body: bookingInput(await strangersListing(world)) }),
  'GET /payment/:orderId': ofOrder((id) => `/payment/${id}`),
  'GET /orders/:orderId': async (world) => at(`/orders/${await paidOrderOf(world)}`),
  'GET /orders/:orderId/problem': async (world) => at(`/orders/${await problemOf(world, 'escalated')}/problem`),
  'POST /orders/:orderId/problem': async (world) => ({ path: `/orders/${await handedOverOrderOf(world)}/problem`, body: PROBLEM }),
  'DELETE /orders/:orderId/problem': async (world) => at(`/orders/${await problemOf(world, 'escalated')}/problem`),
  'POST /orders/:orderId/problem/answer': async (world) => ({
    path: `/orders/${await problemOf(world, 'problem_reported', 'seller')}/problem/answer`,
    body: { answer: 'return' },
  }),
  'POST /orders/:orderId/problem/offer': async (world) => ({
    path: `/orders/${await problemOf(world, 'refund_offered')}/problem/offer`,
    body: { accept: true },
  }),
  'POST /orders/:orderId/problem/statements': async (world) => ({
    path: `/orders/${await problemOf(world, 'escalated')}/problem/statements`,
    body: { text: 'There is more.' },
  }),
  'POST /orders/:orderId/problem/escalation': async (world) => ({
    path: `/orders/${await problemOf(world, 'returning')}/problem/escalation`,
    body: { text: 'They don’t come.' },
  }),
  'GET /problems': async (world) => at('/problems', await problemOf(world, 'escalated')),
  'GET /problems/:orderId': async (world) => at(`/problems/${await problemOf(world, 'escalated')}`),
  'POST /problems/:orderId/decision': async (world) => ({
    path: `/problems/${await problemOf(world, 'escalated')}/decision`,
    body: { decision: 'pay_seller', reason: 'The phone is fine.' },
  }),
  'POST /orders/:orderId/acceptance': async (world) => at(`/orders/${await handedOverOrderOf(world)}/acceptance`),
  'POST /orders/:orderId/cancellation': async (world) => ({ path: `/orders/${await paidOrderOf(world)}/cancellation`, body: { reason: REASON } }),
  'GET /orders/:orderId/relisting': async (world) => at(`/orders/${await paidOrderOf(world)}/relisting`),
  'POST /orders/:orderId/relisting': async (world) => at(`/orders/${await canceledSaleOf(world)}/relisting`),
  'GET /orders/:orderId/meeting': async (world) => at(`/orders/${await paidOrderOf(world)}/meeting`),
  'POST /orders/:orderId/proposals': async (world) => ({
    path: `/orders/${await paidOrderOf(world)}/proposals`,
    body: { at: new Date(world.shop.clock.now() + hours(5)).toISOString(), place: 'The main library' },
  }),
  'POST /orders/:orderId/proposals/:proposalId/answer': async (world) => {
    const orderId = await paidOrderOf(world);
    return { path: `/orders/${orderId}/proposals/${await createProposal(world.shop, orderId, 'seller')}/answer`, body: { answer: 'accept' } };
  },
  'GET /orders/:orderId/places': async (world) => at(`/orders/${await paidOrderOf(world)}/places`),
  'DELETE /orders/:orderId/meeting': async (world) => {
    const orderId = await paidOrderOf(world);
    await createMeeting(world.shop, orderId, 600);
    return at(`/orders/${orderId}/meeting`);
  },
  'GET /orders/:orderId/meeting.ics': async (world) => at(`/orders/${await orderToMeet(world)}/meeting.ics`),
  'POST /orders/:orderId/noShow': async (world) => at(`/orders/${await orderToMeet(world)}/noShow`),
  'POST /orders/:orderId/noShow/answer': async (world) => {
    const orderId = await orderToMeet(world);
    await createNoShow(world.shop, orderId);
    return { path: `/orders/${orderId}/noShow/answer`, body: { answer: 'was_there' } };
  },
  'GET /orders/:orderId/reviews': async (world) => at(`/orders/${await completeOrderOf(world)}/reviews`),
  'PUT /orders/:orderId/review': async (world) => ({ path: `/orders/${await completeOrderOf(world)}/review`, body: { stars: 5, text: 'Thank you.' } }),
  'POST /reviews/:id/answer': async (world) => ({ path: `/reviews/${await reviewOf(world)}/answer`, body: { text: 'Thank you too.' } }),
  'POST /reviews/:id/reports': async (world) => ({ path: `/reviews/${await reviewOf(world, 'buyer')}/reports`, body: { reason: REASON } }),
  'GET /offers': () => at('/offers'),
  'GET /offers/waiting': () => at('/offers/waiting'),
  'POST /offers': async (world) => ({ path: '/offers', body: { ...bookingInput(await strangersListing(world)), price: PRICE - 20 } }),
  'POST /offers/:id/counter': async (world) => ({ path: `/offers/${await offerTo(world)}/counter`, body: { price: PRICE - 30 } }),
  'POST /offers/:id/accept': async (world) => ({ path: `/offers/${await offerTo(world)}/accept` }),
  'POST /offers/:id/refuse': async (world) => ({ path: `/offers/${await offerTo(world)}/refuse` }),
  'POST /offers/:id/withdraw': async (world) => ({ path: `/offers/${await offerOf(world)}/withdraw` }),
  'GET /conversations/:id/offers': async (world) => at(`/conversations/${await conversationOf(world)}/offers`),
  'GET /products/:id/lowestOffer': async (world) => at(`/products/${await listingOf(world)}/lowestOffer`),
  'PUT /products/:id/lowestOffer': async (world) => ({ path: `/products/${await listingOf(world)}/lowestOffer`, body: { price: 200 } }),
  'GET /conversations': () => at('/conversations'),
  'POST /conversations': async (world) => ({ path: '/conversations', body: { productId: await strangersListing(world) } }),
  'POST /orders/:orderId/conversation': async (world) => ({ path: `/orders/${await paidOrderOf(world)}/conversation` }),
  'GET /conversations/events': () => at('/conversations/events'),
  'PUT /conversations/:id/mute': async (world) => ({ path: `/conversations/${await conversationOf(world)}/mute`, body: { muted: true } }),
  'PUT /conversations/:id/block': async (world) => ({ path: `/conversations/${await conversationOf(world)}/block`, body: { blocked: false } }),
  'GET /conversations/unread': () => at('/conversations/unread'),
  'GET /conversations/:id': async (world) => at(`/conversations/${await conversationOf(world)}`),
  'GET /conversations/:id/messages': async (world) => at(`/conversations/${await conversationOf(world)}/messages`),
  'POST /conversations/:id/messages': async (world) => ({
    path: `/conversations/${await conversationOf(world)}/messages`,
    body: { clientId: crypto.randomUUID(), text: 'Is it still available?' },
  }),
  'POST /conversations/:id/read': async (world) => ({ path: `/conversations/${await conversationOf(world)}/read`, body: { number: 1 } }),
  'POST /conversations/:id/reports': async (world) => ({ path: `/conversations/${await conversationOf(world)}/reports`, body: { reason: REASON } }),
  'GET /reportedConversations': async (world) => at('/reportedConversations', await reportedConversationOf(world)),
  'POST /reportedConversations/:id/decision': async (world) => ({
    path: `/reportedConversations/${await reportedConversationOf(world)}/decision`,
    body: { decision: 'warn', reason: REASON },
  }),
  'GET /pushDevices': async (world) => at('/pushDevices', await pushDeviceOf(world)),
  'POST /pushDevices': () => ({ path: '/pushDevices', body: { ...PUSH_SUBSCRIPTION, endpoint: `https://8.8.8.8/${crypto.randomUUID()}` } }),
  'DELETE /pushDevices/:id': async (world) => at(`/pushDevices/${await pushDeviceOf(world)}`),
  'GET /savedSearches': () => at('/savedSearches'),
  'POST /savedSearches': () => ({ path: '/savedSearches', body: { search: 'galaxy under 300' } }),
  'PUT /savedSearches/:id': async (world) => ({ path: `/savedSearches/${await savedSearchOf(world)}`, body: { frequency: 'daily' } }),
  'GET /wantedAds': () => at('/wantedAds'),
  'GET /savedSearches/:id/wantedAd': async (world) => at(`/savedSearches/${await searchToPost(world)}/wantedAd`),
  'PUT /savedSearches/:id/wantedAd': async (world) => ({ path: `/savedSearches/${await searchToPost(world)}/wantedAd`, body: adFor(world) }),
  'DELETE /savedSearches/:id/wantedAd': async (world) => at(`/savedSearches/${await wantedAdOf(world)}/wantedAd`),
  'GET /wantedAds/forPhone': () => at('/wantedAds/forPhone?name=Samsung&model_name=Galaxy+S21'),
  'GET /products/:id/wantedAds': async (world) => at(`/products/${await listingOf(world)}/wantedAds`),
  'POST /products/:id/answeredAds': async (world) => {
    const path = `/products/${await listingOf(world)}/answeredAds`;
    return { path, body: { adId: await wantedAdOf(world, await createPerson(world.shop, 'buyer')) } };
  },
  'POST /wantedAds/:id/remove': async (world) => ({ path: `/wantedAds/${await wantedAdOf(world)}/remove`, body: { reason: 'Not a phone' } }),
  'DELETE /savedSearches/:id': async (world) => at(`/savedSearches/${await savedSearchOf(world)}`),
  'GET /phoneSummaries': async (world) => at(`/phoneSummaries?ids=${await strangersListing(world)}`),
  'GET /saved': async (world) => at('/saved', await savedBy(world)),
  'GET /saved/ids': async (world) => at('/saved/ids', await savedBy(world)),
  'POST /saved': async (world) => ({ path: '/saved', body: { ids: [await strangersListing(world)] } }),
  'DELETE /saved/:id': async (world) => at(`/saved/${await savedBy(world)}`),
  'GET /sellers/:id/reviews': ({ seller }) => at(`/sellers/${seller.id}/reviews`),
  'GET /reportedReviews': async (world) => at('/reportedReviews', await reportedReviewOf(world)),
  'POST /reportedReviews/:id/decision': async (world) => ({
    path: `/reportedReviews/${await reportedReviewOf(world)}/decision`,
    body: { decision: 'remove', reason: REASON },
  }),
  'POST /orders/:orderId/draft': async (world) => {
    const orderId = await paidOrderOf(world);
    await completeOrder(world.shop, orderId);
    // As if it had been handed over, so that it is no longer its seller's.
    return at(`/orders/${orderId}/draft`);
  },
  'GET /passports/:id': async (world) => at(`/passports/${await passportOf(world)}`),
  'GET /passports/:id/ownership': async (world) => at(`/passports/${await passportOf(world)}/ownership`),
  'POST /passports/:id/repairs': async (world) => ({ path: `/passports/${await passportOf(world)}/repairs`, body: { part: 'battery', by: 'shop' } }),
  'GET /orders/:orderId/passport': async (world) => at(`/orders/${await paidOrderOf(world)}/passport`),
  'GET /orders/:orderId/handover': async (world) => at(`/orders/${await paidOrderOf(world)}/handover`),
  'POST /orders/:orderId/handover/confirmation': async (world) => {
    const orderId = await paidOrderOf(world);
    return { path: `/orders/${orderId}/handover/confirmation`, body: await confirmation(world.shop, { orderId }) };
  },
  'POST /orders/:orderId/handover/code': async (world) => {
    const orderId = await paidOrderOf(world);
    await world.shop.services.db.updateTable('fulfillments').set({ state: 'returning', handed_over_at: 1 }).where('order_id', '=', orderId).execute();
    return { path: `/orders/${orderId}/handover/code`, body: await scannedCode(world.shop, { orderId, direction: 'return' }) };
  },
  'GET /orders/:orderId/history': ofOrder((id) => `/orders/${id}/history`),
  'DELETE /bookings/:orderId': async (world) => at(`/bookings/${await orderOf(world)}`),
  'DELETE /orders/:orderId/reservation': ofOrder((id) => `/orders/${id}/reservation`),
  'POST /orders/:orderId/wait': async (world) => at(`/orders/${await waitingOrder(world)}/wait`),
  'DELETE /orders/:orderId/wait': async (world) => at(`/orders/${await waitingOrder(world)}/wait`),
  'POST /create-payment-intent': async (world) => ({ path: '/create-payment-intent', body: { price: PRICE, orderId: await orderOf(world) } }),
  'POST /payments/:productId': pay,
  'POST /webhooks/payments': () => ({ path: '/webhooks/payments', body: { id: 'evt_1', type: 'payment_intent.succeeded' } }),
  'GET /payoutAccount': () => at('/payoutAccount'),
  'POST /payoutAccount/check': () => at('/payoutAccount/check'),
  'POST /payoutAccount/link': () => at('/payoutAccount/link'),
  'GET /statements/:month': ({ shop }) => at(`/statements/${toIso(shop.clock.now()).slice(0, 7)}`),
  'GET /statements/:month/export': ({ shop }) => at(`/statements/${toIso(shop.clock.now()).slice(0, 7)}/export`),
  'POST /webhooks/payouts': () => ({ path: '/webhooks/payouts', body: { id: 'evt_1', type: 'account.updated' } }),
  'GET /payments': () => at('/payments'),
  'POST /orders/:orderId/refund': async (world) => ({
    path: `/orders/${await paidOrderOf(world)}/refund`,
    body: { reason: 'It never came.', relist: false },
  }),
  // The card provider refunds, so there is nothing to note.
  'POST /payments/:paymentId/refund': async (world) => ({ path: `/payments/${await paymentOf(world)}/refund`, done: 409 }),
  // The shop's payout service pays, so there is nothing to note.
  'POST /orders/:orderId/payout': async (world) => ({ path: `/orders/${await paidOrderOf(world)}/payout`, done: 409 }),
  'GET /orders/:orderId/receipt': async (world) => at(`/orders/${await paidOrderOf(world)}/receipt`),
  'GET /sales': async (world) => {
    const { shop, people, seller } = world;
    return at('/sales', await sellTo(shop, people.strangers.buyer, await createListing(shop, seller)));
  },
  'GET /find': () => at('/find?search=matrix'),
  'GET /people/:id': ({ seller }) => at(`/people/${seller.id}`),
  'GET /people/:id/records': ({ seller }) => at(`/people/${seller.id}/records?part=sales`),
  'GET /orders/:orderId/details': async (world) => at(`/orders/${await orderOf(world)}/details`),
  'GET /disputes': () => at('/disputes'),
  'GET /disputes/:id/evidence': async (world) => at(`/disputes/${await disputeOf(world)}/evidence`),
  'GET /sales/summary': () => at('/sales/summary'),
  'GET /phoneModels': () => at('/phoneModels?search=galaxy'),
  'GET /phoneModels/:id': () => at('/phoneModels/google-pixel-5'),
  'GET /advertise': () => at('/advertise'),
  'POST /advertise': async (world) => ({ path: '/advertise', body: { _id: await listingOf(world) } }),
  'GET /isAdvertise/:productId': detail('/isAdvertise'),
  'GET /searchProducts': () => at('/searchProducts?search=galaxy'),
  'GET /cities': () => at('/cities?search=port'),
  'GET /searchSuggestions': () => at('/searchSuggestions?search=gal'),
  'GET /productFacets': () => at('/productFacets'),
  'GET /sellers/:id': ({ seller }) => at(`/sellers/${seller.id}`),
  'GET /sellers/:id/products': async (world) => at(`/sellers/${world.seller.id}/products`, await listingOf(world)),
  'GET /compare': async (world) => at(`/compare?ids=${await listingOf(world)}`),
  'GET /drafts': async (world) => at('/drafts', await draftOf(world)),
  'GET /drafts/:id': async (world) => at(`/drafts/${await draftOf(world)}`),
  'PUT /drafts/:id': async (world) => {
    await draftOf(world);
    return { path: `/drafts/${crypto.randomUUID()}`, body: { revision: 0, content: DRAFT } };
  },
  'DELETE /drafts/:id': async (world) => at(`/drafts/${await draftOf(world)}`),
  'POST /possessionCodes': async (world) => ({ path: '/possessionCodes', body: { listing: await listingOf(world) } }),
  'GET /possessionCodes': async (world) => at(`/possessionCodes?listing=${await listingOf(world)}`),
  'GET /possessionCodes/:id': async (world) => at(`/possessionCodes/${await codeOf(world)}`),
  'POST /possessionCodes/:id/photo': photoFor,
  'POST /phoneTestCodes': async (world) => ({ path: '/phoneTestCodes', body: { order: await paidOrderOf(world) } }),
  'GET /phoneTestCodes/:id': async (world) => {
    const { id } = await testCodeOf(world, world.anybody, { order: await paidOrderOf(world) });
    return at(`/phoneTestCodes/${id}`);
  },
  'POST /phoneTestCodes/:id/publish': async (world) => ({ path: `/phoneTestCodes/${await finishedTestOf(world)}/publish`, body: {} }),
  'POST /products/:id/phoneTest/hide': async (world) => at(`/products/${await listingOf(world)}/phoneTest/hide`),
  'GET /products/:id/phoneTest': async (world) => at(`/products/${await listingOf(world)}/phoneTest`),
  'GET /orders/:orderId/phoneTest': async (world) => at(`/orders/${await paidOrderOf(world)}/phoneTest`),
  'GET /phoneTestKeys': () => at('/phoneTestKeys'),
  'POST /phoneTestRuns': async (world) => {
    const { publicKey } = await createSoftwarePhone(world.shop);
    const { token } = await testCodeOf(world, world.seller, { listing: await listingOf(world) });
    return { path: '/phoneTestRuns', body: { token, publicKey, traits: GALAXY_S21, clock: world.shop.clock.now() } };
  },
  'POST /phoneTestRuns/answers': async (world) => {
    const phone = await createSoftwarePhone(world.shop);
    const { token } = await testCodeOf(world, world.seller, { listing: await listingOf(world) });
    return { path: '/phoneTestRuns/answers', body: await phone.sign(token, await phone.start(token), { outcome: 'skipped' }) };
  },
  'GET /possessionPhotos': async (world) => at('/possessionPhotos', await sentPhoto(world)),
  'POST /possessionPhotos/:id/decision': async (world) => ({ path: `/possessionPhotos/${await sentPhoto(world)}/decision`, body: { decision: 'confirmed' } }),
  'GET /duplicatePhotos': async (world) => at('/duplicatePhotos', await duplicatePhoto(world)),
  'POST /duplicatePhotos/:id/decision': async (world) => ({
    path: `/duplicatePhotos/${await duplicatePhoto(world)}/decision`,
    body: { decision: 'dismissed' },
  }),
  'POST /listingImports': async (world) => ({ path: '/listingImports', ...fileOf('file', 'text/csv', await templateOf(world)) }),
  'GET /listingImports': async (world) => at('/listingImports', await importOf(world)),
  'GET /listingImports/:id': ofImport((id) => `/listingImports/${id}`),
  'GET /listingImports/:id/rows': ofImport((id) => `/listingImports/${id}/rows`),
  'POST /listingImports/:id/confirm': ofImport((id) => `/listingImports/${id}/confirm`),
  'POST /listingImports/:id/cancel': ofImport((id) => `/listingImports/${id}/cancel`),
  'GET /listingImports/:id/problems': ofImport((id) => `/listingImports/${id}/problems`),
  'GET /listingTemplate': () => at('/listingTemplate'),
  'GET /listingExport': async (world) => at('/listingExport', await listingOf(world)),
  'GET /operations': () => at('/operations'),
  'GET /personalData': ({ anybody }) => at('/personalData', anybody.email),
  'DELETE /personalData': readyToLeave,
  'GET /auditLog': () => at('/auditLog'),
  'GET /auditLog/seal': () => at('/auditLog/seal'),
  'GET /auditLog/export': () => at('/auditLog/export'),
  'GET /reviewQueue': () => at('/reviewQueue'),
  'GET /decisions': async (world) => at('/decisions', await decisionOf(world)),
  'POST /decisions': async (world) => ({ path: '/decisions', body: { kind: 'hold', listingId: await listingOf(world), reason: REASON } }),
  'POST /decisions/:id/undo': async (world) => ({ path: `/decisions/${await decisionOf(world)}/undo`, body: { reason: REASON } }),
  'POST /answers/:id/settle': async (world) => ({ path: `/answers/${await answerOf(world)}/settle`, body: { reason: REASON } }),
  'GET /myDecisions': async (world) => at('/myDecisions', await decisionOf(world)),
  'POST /myDecisions/:id/answer': async (world) => ({ path: `/myDecisions/${await decisionOf(world)}/answer`, body: { text: 'I see.' } }),
  'GET /sessions': ({ anybody }) => at('/sessions', anybody.sessionId),
  'DELETE /sessions/:id': async (world) => at(`/sessions/${await anotherSessionOf(world)}`),
  'DELETE /sessions': () => at('/sessions'),
  'DELETE /users/:id/sessions': async ({ shop }) => at(`/users/${(await createPerson(shop, 'buyer')).id}/sessions`),
  'POST /password': () => ({ path: '/password', body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
  'GET /secondFactor': () => at('/secondFactor'),
  'POST /secondFactor': async (world) => {
    await withoutFactor(world);
    return { path: '/secondFactor', body: { password: PASSWORD } };
  },
  'POST /secondFactor/confirm': async (world) => ({ path: '/secondFactor/confirm', body: { code: await firstCodeOf(world) } }),
  'POST /secondFactor/passkeys': async (world) => {
    await withoutFactor(world);
    if (world.asker) await passkeyOf({ ...world, anybody: world.asker });
    return { path: '/secondFactor/passkeys', body: { password: PASSWORD } };
  },
  'GET /passkeys': async (world) => at('/passkeys', await passkeyOf(world)),
  'POST /passkeys/options': async (world) => ({ path: '/passkeys/options', cookie: await cookieOf(world) }),
  'POST /passkeys': async (world) => {
    const cookie = await cookieOf(world);
    const begun = world.asker && cookie ? await beginPasskey(world.shop, { token: world.asker.token, cookie }) : null;
    const response = createSoftwarePasskey(HERE).create({ challenge: begun?.body.challenge ?? 'none' });
    return { path: '/passkeys', cookie: begun?.cookie ?? '', body: { name: 'Laptop', response } };
  },
  'PATCH /passkeys/:id': async (world) => ({ path: `/passkeys/${await passkeyOf(world)}`, body: { name: 'Phone' } }),
  'DELETE /passkeys/:id': async (world) => at(`/passkeys/${await passkeyOf(world)}`),
  'GET /proof': () => at('/proof'),
  'POST /proof': async (world) => {
    await withoutFactor(world);
    return { path: '/proof', body: { password: PASSWORD } };
  },
  'POST /proof/mail': async (world) => {
    await withoutFactor(world);
    await withoutPassword(world);
    return { path: '/proof/mail' };
  },
  'POST /secondFactor/recoveryCodes': async (world) => ({ path: '/secondFactor/recoveryCodes', body: await proofOf(world) }),
  'POST /secondFactor/off': async (world) => ({ path: '/secondFactor/off', body: await proofOf(world) }),
  'GET /shopSettings': () => at('/shopSettings'),
  'PUT /shopSettings': () => ({ path: '/shopSettings', body: { ...toValues({}), revision: 0 } }),
  'POST /shopSettings/versions/:revision/restore': () => ({ path: '/shopSettings/versions/0/restore', body: { revision: 0 } }),
  'GET /priceEstimate': () => at('/priceEstimate?brand=Samsung&model_name=Galaxy%20S21'),
  'GET /priceHistory': () => at('/priceHistory?brand=Samsung&model_name=Galaxy%20S21'),
  'GET /modelPrices': () => at('/modelPrices'),
  'GET /modelPrices/:id': () => at('/modelPrices/samsung-galaxy-s21'),
};

/** The owner of the rows that a caller's request names: the caller, if their role can own any, or a stranger. */
export function worldFor(shop: TestApp, people: People, { person, role }: People['callers']['buyer'], whose: Whose): World {
  const { strangers } = people;
  const isOwn = whose === 'own' && person !== null && role !== null;
  return {
    shop,
    people,
    buyer: isOwn && role === 'buyer' ? person : strangers.buyer,
    seller: isOwn && role === 'seller' ? person : strangers.seller,
    anybody: isOwn ? person : strangers.buyer,
    asker: person,
  };
}

/** A new IMEI with its check digit. */
function nextImei(): string {
  const body = `35${String(++numbers).padStart(12, '0')}`;
  const sum = [...body].reduce((all, digit, at) => all + (at % 2 === 1 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] ?? 0) : Number(digit)), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function at(path: string, shows?: string): Asked {
  return { path, ...(shows !== undefined && { shows }) };
}

function listingOf({ shop, seller }: World) {
  return createListing(shop, seller);
}

/** Of a phone that anybody owns now. */
async function passportOf({ shop, people, anybody }: World): Promise<string> {
  const listingId = await createListing(shop, people.strangers.seller, { imei: newImei() });
  const { body } = await shop.call('GET', `/selectedItem/${listingId}`);
  const { passport } = body as { passport: string };
  await shop.services.db.updateTable('passport_owners').set({ user_id: anybody.id }).where('passport_id', '=', passport).execute();
  return passport;
}

function strangersListing({ shop, people }: World) {
  return createListing(shop, people.strangers.seller);
}

async function orderOf(world: World) {
  return createOrder(world.shop, world.anybody, await strangersListing(world));
}

async function disputeOf(world: World): Promise<string> {
  const { shop, anybody } = world;
  const orderId = await createOrder(shop, anybody, await strangersListing(world));
  await payWithCard(shop, await beginPayment(shop, anybody, orderId), '4000000000000259');
  const { db, payments } = shop.services;
  for await (const { id } of payments.listDisputes()) {
    await sweepPayments(shop.services);
    await syncDispute(shop.services, id);
  }
  return (await db.selectFrom('disputes').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id;
}

async function paidOrderOf(world: World) {
  return sellTo(world.shop, world.anybody, await strangersListing(world));
}

async function paymentOf(world: World): Promise<string> {
  const orderId = await paidOrderOf(world);
  const { id } = await world.shop.services.db.selectFrom('payments').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow();
  return id;
}

async function notificationOf(world: World): Promise<string> {
  await paidOrderOf(world);
  const { id } = await world.shop.services.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', world.anybody.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function completeOrderOf(world: World) {
  const orderId = await paidOrderOf(world);
  await completeOrder(world.shop, orderId);
  return orderId;
}

/** A device on which `anybody` gets push notifications. */
async function pushDeviceOf({ shop, anybody }: World): Promise<string> {
  return ((await shop.call('POST', '/pushDevices', { as: anybody.token, body: PUSH_SUBSCRIPTION })).body as { _id: string })._id;
}

/** A search that `anybody` saved. */
async function savedSearchOf(world: World): Promise<string> {
  const search = `galaxy ${crypto.randomUUID()}`;
  const { body } = await world.shop.call('POST', '/savedSearches', { as: world.anybody.token, body: { search } });
  return (body as { insertedId: string }).insertedId;
}

/** A search that can be a wanted ad, which its person saved. */
async function searchToPost({ shop, anybody }: World, person = anybody): Promise<string> {
  numbers += 1;
  await createCategory(shop);
  const saved = await shop.call('POST', '/savedSearches', { as: person.token, body: { name: 'Samsung', priceFrom: String(numbers) } });
  return (saved.body as { insertedId: string }).insertedId;
}

const adFor = ({ shop }: World) => ({ topPrice: 900, until: new Date(shop.clock.now() + days(10)).toISOString().slice(0, 10) });

async function wantedAdOf(world: World, person = world.anybody): Promise<string> {
  const id = await searchToPost(world, person);
  await world.shop.call('PUT', `/savedSearches/${id}/wantedAd`, { as: person.token, body: adFor(world) });
  return id;
}

/** A phone that `anybody` saved. */
async function savedBy(world: World): Promise<string> {
  const id = await strangersListing(world);
  await world.shop.call('POST', '/saved', { as: world.anybody.token, body: { ids: [id] } });
  return id;
}

/** A conversation of `anybody` with a seller, and a message in it. */
async function conversationOf(world: World): Promise<string> {
  const { shop, anybody } = world;
  // One person begins all of these conversations, and can begin only so many a day.
  await shop.services.db.updateTable('conversations').set({ created_at: 1 }).where('buyer_id', '=', anybody.id).execute();
  const begun = await shop.call('POST', '/conversations', { as: anybody.token, body: { productId: await strangersListing(world) } });
  const { _id } = begun.body as { _id: string };
  await shop.call('POST', `/conversations/${_id}/messages`, { as: anybody.token, body: { clientId: crypto.randomUUID(), text: 'Hello.' } });
  return _id;
}

/** An offer of `anybody` to a seller. */
async function offerOf(world: World): Promise<string> {
  const { shop, anybody } = world;
  await shop.services.db.updateTable('offers').set({ created_at: 1, state: 'withdrawn' }).where('buyer_id', '=', anybody.id).execute();
  const body = { ...bookingInput(await strangersListing(world)), price: PRICE - 20 };
  return ((await shop.call('POST', '/offers', { as: anybody.token, body })).body as { _id: string })._id;
}

/** The same, answered by the seller. */
async function offerTo(world: World): Promise<string> {
  const id = await offerOf(world);
  const { db } = world.shop.services;
  await db.updateTable('offers').set({ by_side: 'seller' }).where('id', '=', id).execute();
  return id;
}

/** An open report by `anybody`. */
async function reportedConversationOf(world: World): Promise<string> {
  const { shop, anybody } = world;
  const { body } = await shop.call('POST', `/conversations/${await conversationOf(world)}/reports`, { as: anybody.token, body: { reason: REASON } });
  return String((body as { insertedId?: string }).insertedId);
}

/** A review of `anybody` that both sides can read; with `buyer`, theirs of the seller, which everybody can read. */
async function reviewOf(world: World, by: 'seller' | 'buyer' = 'seller'): Promise<string> {
  const { shop, anybody, people } = world;
  const orderId = await completeOrderOf(world);
  for (const { token } of [people.strangers.seller, anybody]) await shop.call('PUT', `/orders/${orderId}/review`, { as: token, body: { stars: 2 } });
  const { id } = await shop.services.db.selectFrom('reviews').select('id').where('order_id', '=', orderId).where('side', '=', by).executeTakeFirstOrThrow();
  return id;
}

async function reportedReviewOf(world: World): Promise<string> {
  const id = await reviewOf(world);
  await world.shop.call('POST', `/reviews/${id}/reports`, { as: world.anybody.token, body: { reason: REASON } });
  return id;
}

async function uploadOf({ shop, anybody }: World): Promise<{ id: string; bytes: Buffer }> {
  const bytes = await pictureOf('png', 330, 330);
  const { body } = await shop.call('POST', '/imageUploads', { as: anybody.token, body: { size: bytes.length } });
  return { id: String((body as { insertedId: string }).insertedId), bytes };
}

function sendPart({ shop, anybody }: World, id: string, bytes: Buffer) {
  return shop.app.inject({
    method: 'PUT',
    url: `/api/imageUploads/${id}?offset=0`,
    payload: bytes,
    headers: { authorization: `Bearer ${anybody.token}`, 'content-type': 'application/octet-stream' },
  });
}

function lostPhone() {
  return { imei: nextImei(), lostOn: '2024-05-01', place: 'Tram 28', proof: 'The box is here.' };
}

async function lostPhoneOf({ shop, anybody }: World): Promise<string> {
  // The limit is five undecided reports.
  await shop.services.db.updateTable('lost_phones').set({ state: 'withdrawn' }).where('reporter_id', '=', anybody.id).execute();
  const { body } = await shop.call('POST', '/lostPhones', { as: anybody.token, body: lostPhone() });
  return String((body as { insertedId: string }).insertedId);
}

async function reportedListing(world: World): Promise<string> {
  const id = await strangersListing(world);
  await world.shop.call('POST', '/reportedItems', { as: world.people.strangers.buyer.token, body: { _id: id } });
  return id;
}

/** Two of them are on the waitlist of the same phone, which another order is paying for. */
async function waitingOrder(world: World): Promise<string> {
  const { shop, people, anybody } = world;
  const id = await strangersListing(world);
  const rival = anybody.id === people.strangers.buyer.id ? (people.callers.buyer.person ?? anybody) : people.strangers.buyer;
  const [order, rivals] = [await createOrder(shop, anybody, id), await createOrder(shop, rival, id)];
  await beginPayment(shop, rival, rivals);
  return order;
}

async function imeiQuestion(world: World): Promise<string> {
  const { shop, people } = world;
  const imei = nextImei();
  await createListing(shop, people.strangers.seller, { imei });
  const other = people.callers.seller.person ?? people.strangers.seller;
  await shop.call('POST', '/products', { as: other.token, body: listingInput({ imei }) });
  const { id } = await shop.services.db.selectFrom('imei_questions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
}

async function form(): Promise<Asked> {
  const bytes = await pictureOf('png', 330, 330);
  const head = '--cut\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  return { path: '/images', payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--cut--\r\n')]), type: 'multipart/form-data; boundary=cut' };
}

async function pay(world: World): Promise<Asked> {
  const { shop, anybody } = world;
  const listingId = await strangersListing(world);
  const orderId = await createOrder(shop, anybody, listingId);
  const secret = await beginPayment(shop, anybody, orderId);
  await payWithCard(shop, secret);
  return { path: `/payments/${listingId}`, body: { orderId, transactionId: intentIdOf(secret) } };
}

function detail(path: string) {
  return async (world: World) => at(`${path}/${await listingOf(world)}`);
}

async function handedOverOrderOf(world: World): Promise<string> {
  const orderId = await paidOrderOf(world);
  await world.shop.services.db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: 1 }).where('order_id', '=', orderId).execute();
  return orderId;
}

/** A problem with a phone that was handed over to this person, or by them, as it stands before the call. */
async function problemOf(world: World, state: FulfillmentState, side: OrderSide = 'buyer'): Promise<string> {
  const { shop, anybody, people } = world;
  const { db } = shop.services;
  const orderId = await handedOverOrderOf(world);
  const problem = { order_id: orderId, opened_by: 'buyer', reason: 'not_working', opened_at: 1, offer_cents: 1000 } as const;
  const undecided = { answer: null, decision: null, decision_cents: null, decision_reason: null, decided_by: null, decided_at: null };
  await db
    .insertInto('problems')
    .values({ id: `problem ${orderId}`, ...problem, ...undecided })
    .execute();
  await db
    .updateTable('fulfillments')
    .set({ state, due_at: shop.clock.now() + 1000 })
    .where('order_id', '=', orderId)
    .execute();
  const sides = { buyer_id: people.strangers.seller.id, seller_id: anybody.id };
  if (side === 'seller') await db.updateTable('orders').set(sides).where('id', '=', orderId).execute();
  return orderId;
}

/** A sale that its buyer canceled. Only sellers can list phones; for the others, a row of the database says that it was theirs. */
async function canceledSaleOf(world: World): Promise<string> {
  const { shop, anybody, people } = world;
  const orderId = await paidOrderOf(world);
  await shop.call('POST', `/orders/${orderId}/cancellation`, { as: anybody.token, body: { reason: REASON } });
  const sides = { buyer_id: people.strangers.seller.id, seller_id: anybody.id };
  await shop.services.db.updateTable('orders').set(sides).where('id', '=', orderId).execute();
  return orderId;
}

async function orderToMeet(world: World): Promise<string> {
  const orderId = await paidOrderOf(world);
  await createPastMeeting(world.shop, orderId);
  return orderId;
}

function ofOrder(path: (id: string) => string) {
  return async (world: World) => at(path(await orderOf(world)));
}

function fileOf(name: string, type: string, bytes: Buffer | string): Pick<Asked, 'payload' | 'type'> {
  const head = `--cut\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\ncontent-type: ${type}\r\n\r\n`;
  return { payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--cut--\r\n')]), type: 'multipart/form-data; boundary=cut' };
}

async function templateOf({ shop, seller }: World): Promise<string> {
  await createCategory(shop, 'Samsung');
  return (await shop.app.inject({ url: '/api/listingTemplate', headers: { authorization: `Bearer ${seller.token}` } })).body;
}

async function importOf(world: World): Promise<string> {
  const { shop, seller } = world;
  // Only one import can be in progress.
  await shop.services.db.deleteFrom('listing_imports').where('seller_id', '=', seller.id).execute();
  const { payload, type } = fileOf('file', 'text/csv', await templateOf(world));
  const headers = { authorization: `Bearer ${seller.token}`, 'content-type': String(type) };
  const response = await shop.app.inject({ method: 'POST', url: '/api/listingImports', payload, headers });
  return (response.json() as { _id: string })._id;
}

function ofImport(path: (id: string) => string) {
  return async (world: World) => at(path(await importOf(world)));
}

async function draftOf({ shop, seller }: World): Promise<string> {
  const id = crypto.randomUUID();
  // The limit is ten drafts.
  await shop.services.db.deleteFrom('drafts').where('seller_id', '=', seller.id).execute();
  await shop.call('PUT', `/drafts/${id}`, { as: seller.token, body: { revision: 0, content: DRAFT } });
  return id;
}

async function codeOf({ shop, seller }: World): Promise<string> {
  // The limit is ten codes a day.
  await shop.services.db.updateTable('possession_photos').set({ created_at: 0 }).where('seller_id', '=', seller.id).execute();
  return ((await shop.call('POST', '/possessionCodes', { as: seller.token, body: { listing: null } })).body as { _id: string })._id;
}

/** A code for a phone test. Those before count as older: the limit is twenty a day. */
async function testCodeOf({ shop }: World, person: Person, about: { listing?: string; order?: string }) {
  await shop.services.db.updateTable('phone_tests').set({ created_at: 0 }).execute();
  return askForCode(shop, person, about);
}

/** A test of a listing, as if a phone had run it. */
async function finishedTestOf(world: World): Promise<string> {
  const { id } = await testCodeOf(world, world.seller, { listing: await listingOf(world) });
  const finished = { public_key: 'key', traits: JSON.stringify(GALAXY_S21), started_at: 1, finished_at: world.shop.clock.now() };
  await world.shop.services.db.updateTable('phone_tests').set(finished).where('id', '=', id).execute();
  return id;
}

async function photoFor(world: World): Promise<Asked> {
  const id = await codeOf(world);
  numbers += 1;
  const { address } = await world.shop.services.images.put(await pictureOf('png', 330 + numbers, 330));
  return { path: `/possessionCodes/${id}/photo`, body: { image: address, shown: false } };
}

/** A photo that was sent for a listed phone. */
async function sentPhoto(world: World): Promise<string> {
  const { shop, seller } = world;
  const { path, body } = await photoFor(world);
  const id = path.split('/')[2] ?? '';
  await shop.call('POST', path, { as: seller.token, body });
  await createListing(shop, seller, { inHand: id });
  return id;
}

async function duplicatePhoto(world: World): Promise<string> {
  const { shop } = world;
  const [listing, other] = [await strangersListing(world), await listingOf(world)];
  const id = crypto.randomUUID();
  const found = { image_id: 'one', other_image_id: 'other', likeness: 'same' as const, mirrored: 0 as const, created_at: shop.clock.now() };
  await shop.services.db
    .insertInto('duplicate_photos')
    .values({ id, listing_id: listing, other_listing_id: other, ...found, closed_at: null, decision: null, decided_by: null })
    .execute();
  return id;
}

/** Puts a reported listing under review, so that its seller and the reporter can answer. */
async function decisionOf(world: World): Promise<string> {
  const { shop, people, anybody } = world;
  const listingId = await strangersListing(world);
  await shop.call('POST', '/reportedItems', { as: anybody.token, body: { _id: listingId } });
  const body = { kind: 'hold', listingId, reason: REASON };
  const decided = await shop.call('POST', '/decisions', { as: people.callers.admin.person?.token ?? '', body });
  return (decided.body as { insertedId: string }).insertedId;
}

async function answerOf(world: World): Promise<string> {
  const { shop, anybody } = world;
  const answered = await shop.call('POST', `/myDecisions/${await decisionOf(world)}/answer`, { as: anybody.token, body: { text: 'I see.' } });
  return (answered.body as { insertedId: string }).insertedId;
}

/** Settles everything that would prevent somebody from deleting their account. */
async function readyToLeave({ shop, anybody }: World): Promise<Asked> {
  const { db } = shop.services;
  const theirs = (eb: ExpressionBuilder<Tables, 'orders'>) => eb.or([eb('buyer_id', '=', anybody.id), eb('seller_id', '=', anybody.id)]);
  await db.updateTable('orders').set({ paid_out_at: shop.clock.now() }).where(theirs).execute();
  await db
    .updateTable('fulfillments')
    .set({ state: 'completed', due_at: null })
    .where('order_id', 'in', db.selectFrom('orders').select('id').where(theirs))
    .execute();
  await db.updateTable('orders').set({ state: 'closed' }).where(theirs).where('state', 'in', ['paying', 'refunding']).execute();
  return at(`/personalData?email=${anybody.email}`);
}

/** As if they had never turned on a second factor. */
async function withoutFactor({ shop, asker }: World): Promise<void> {
  if (asker === null) return;
  const { db } = shop.services;
  const account = sql`(select "id" from identity_users where "email" = ${asker.email})`;
  await sql`delete from recovery_codes where user_id in ${account}`.execute(db);
  await sql`delete from second_factors where user_id in ${account}`.execute(db);
  await sql`update identity_accounts set "providerId" = 'credential' where "userId" in ${account}`.execute(db);
  await verifyAddress(shop, asker.email);
}

/** As if they had signed up through a provider, and had no recent email with a code. */
async function withoutPassword({ shop, asker }: World): Promise<void> {
  if (asker === null) return;
  const { db } = shop.services;
  const account = sql`(select "id" from identity_users where "email" = ${asker.email})`;
  await sql`update identity_accounts set "providerId" = 'google' where "userId" in ${account}`.execute(db);
  await db.deleteFrom('outbox').where('recipient', '=', asker.email).where('kind', '=', 'proof_code').execute();
}

/** The caller's own session cookie, with a verified address. */
async function cookieOf({ shop, people, asker }: World): Promise<string> {
  if (asker === null) return '';
  await verifyAddress(shop, asker.email);
  return Object.values(people.callers).find(({ person }) => person?.email === asker.email)?.cookie ?? '';
}

/** A person's passkey, written as the identity service writes it. */
async function passkeyOf({ shop, anybody }: World): Promise<string> {
  const id = crypto.randomUUID();
  const made = new Date(shop.clock.now()).toISOString();
  await sql`insert into identity_passkeys ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
    select ${id}, 'Laptop', 'key', "id", ${id}, 0, 'singleDevice', ${shop.config.database.kind === 'sqlite' ? 0 : false}, ${made}
    from identity_users where "email" = ${anybody.email}`.execute(shop.services.db);
  return id;
}

async function firstCodeOf(world: World): Promise<string> {
  await withoutFactor(world);
  return world.asker === null ? '123456' : appCode(await beginSecondFactor(world.shop, world.asker.token, PASSWORD), world.shop.clock.now());
}

/** The proof for turning a second factor off. */
async function proofOf(world: World): Promise<{ password: string; code: string }> {
  await withoutFactor(world);
  const codes = world.asker === null ? [] : (await turnOnSecondFactor(world.shop, world.asker.token, PASSWORD)).recoveryCodes;
  return { password: PASSWORD, code: codes[0] ?? '123456' };
}

/** A second session of the same person, written as the identity service writes it. */
async function anotherSessionOf({ shop, anybody }: World): Promise<string> {
  const id = crypto.randomUUID();
  const [made, ends] = [new Date(shop.clock.now()).toISOString(), new Date(shop.clock.now() + 86_400_000).toISOString()];
  await sql`insert into identity_sessions ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId")
    select ${id}, ${ends}, ${id}, ${made}, ${made}, "id" from identity_users where "email" = ${anybody.email}`.execute(shop.services.db);
  return id;
}

import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, seconds } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { assessLater } from '#server/db/risks.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUser } from '#server/features/accounts/index.ts';
import { createAlerting } from '#server/features/alerts/index.ts';
import { insertMatches, markAlerted, takeMatches } from '#server/features/alerts/match-queries.ts';
import { deleteSavedSearch } from '#server/features/alerts/queries.ts';
import { endRemovals } from '#server/features/decisions/index.ts';
import { endDecisions, insertDecision } from '#server/features/decisions/queries.ts';
import { lockListing } from '#server/features/listings/index.ts';
import { write } from '#server/features/offers/commands.ts';
import { transitionOffers } from '#server/features/offers/transition-queries.ts';
import { createPushing, queuePushes } from '#server/features/push/index.ts';
import { deleteSubscriptions } from '#server/features/push/queries.ts';
import { putBack, takeOff } from '#server/features/removals/index.ts';
import { insertReport } from '#server/features/reports/queries.ts';
import { assessListingsOf, createAssessing } from '#server/features/risk/index.ts';
import { message } from '#server/messages/message.ts';
import { createTestApp, type TestApp, type TestReply } from '#test/support/app.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { PUSH_SUBSCRIPTION } from '#test/support/world/push.ts';
import { completeOrder, createCategory, createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let postgres: PostgresServer;
let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  shop = await createTestApp({}, { databaseServer: postgres.url });
  [seller, buyer, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
  await createCategory(shop);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await postgres.stop();
});

type Begun = { first(tx: Db): Promise<unknown>; rest?(tx: Db): Promise<unknown> };

/** Makes a call while a transaction has done only its first part: the rest comes once the call waits for it, or has ended. Returns the call's reply. */
async function during({ first, rest = async () => {} }: Begun, call: () => Promise<TestReply>): Promise<TestReply> {
  const { reply } = await shop.services.db.transaction().execute(async (tx) => {
    await first(tx);
    let isDone = false;
    const reply = call().finally(() => {
      isDone = true;
    });
    while (!isDone && !(await isAnybodyWaiting())) await wait(10);
    await rest(tx);
    return { reply };
  });
  return reply;
}

async function isAnybodyWaiting(): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_locks where not granted`.execute(shop.services.db);
  return Number(rows[0]?.waiting) > 0;
}

const call = (as: Person, method: string, path: string, body?: object) => shop.call(method, path, { as: as.token, body });
const idOf = ({ body }: TestReply): string => (body as { insertedId: string }).insertedId;

test('A clearance is undone while one of the reporters reports the listing again', async () => {
  const listingId = await createListing(shop, seller);
  await call(buyer, 'POST', '/reportedItems', { _id: listingId });
  const clearance = idOf(await call(admin, 'POST', '/decisions', { kind: 'clearance', listingId, reason: 'The photos are fine.' }));
  const report = async (tx: Db) => {
    await lockListing(tx, listingId);
    await insertReport(tx, { listingId, reporterId: buyer.id }, shop.clock.now());
  };
  const undone = await during({ first: report }, () => call(admin, 'POST', `/decisions/${clearance}/undo`, { reason: 'They aren’t.' }));
  expect(undone).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
});

test('A removal is undone by one admin while another restores the listing', async () => {
  const listingId = await createListing(shop, seller);
  const removal = idOf(await call(admin, 'POST', '/decisions', { kind: 'removal', listingId, reason: 'It is a toy.' }));
  const restore = {
    first: (tx: Db) => lockUser(tx, seller.id),
    rest: async (tx: Db) => {
      await putBack(tx, listingId, { now: shop.clock.now() });
      await endRemovals(tx, { id: listingId, model_name: 'Galaxy S21' }, shop.clock.now());
    },
  };
  const undone = await during(restore, () => call(admin, 'POST', `/decisions/${removal}/undo`, { reason: 'It isn’t.' }));
  expect(undone).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
});

test('A removal is undone by one admin while another removes another phone of the seller', async () => {
  const owner = await createPerson(shop, 'seller');
  const [first, restored, removed] = [await createListing(shop, owner), await createListing(shop, owner), await createListing(shop, owner)];
  const now = shop.clock.now();
  await assessListingsOf(shop.services.db, owner.id, now);
  const restore = {
    async first(tx: Db) {
      await lockUser(tx, owner.id);
      await assessLater(tx, restored, now);
    },
    rest: (tx: Db) => assessLater(tx, first, now),
  };
  const reply = await during(restore, () => call(admin, 'POST', '/decisions', { kind: 'removal', listingId: removed, reason: 'It is a toy.' }));
  expect(reply).toMatchObject({ status: 201 });
});

test('A review is ended by one admin while another removes the listing', async () => {
  const [listingId, now] = [await createListing(shop, seller), shop.clock.now()];
  const review = idOf(await call(admin, 'POST', '/decisions', { kind: 'hold', listingId, reason: 'We look into it.' }));
  const remove = {
    first: (tx: Db) => takeOff(tx, listingId, { reason: 'by_admin', by: { role: 'admin', id: admin.id }, now }, { suspended: true }),
    rest: (tx: Db) => endDecisions(tx, listingId, 'hold', { reason: 'The listing was removed.', now }),
  };
  const ended = await during(remove, () => call(admin, 'POST', `/decisions/${review}/undo`, { reason: 'It’s fine.' }));
  expect(ended).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
});

test('A wanted ad is answered while its search is deleted', async () => {
  const id = idOf(await call(buyer, 'POST', '/savedSearches', { name: 'Samsung' }));
  const ad = { topPrice: 400, until: toIso(shop.clock.now() + days(7)).slice(0, 10) };
  expect(await call(buyer, 'PUT', `/savedSearches/${id}/wantedAd`, ad)).toMatchObject({ status: 200 });
  const listing = await createListing(shop, seller, { resale_price: 300 });
  const answer = () => call(seller, 'POST', `/products/${listing}/answeredAds`, { adId: id });
  expect(await during({ first: (tx) => deleteSavedSearch(tx, id) }, answer)).toMatchObject({
    status: 404,
    body: { message: 'This wanted ad isn’t open anymore.' },
  });
});

test('A saved search is deleted while a phone is found for it', async () => {
  const id = idOf(await call(buyer, 'POST', '/savedSearches', { name: 'Samsung', priceTo: '300' }));
  const listing = await createListing(shop, seller);
  const find = (tx: Db) => insertMatches(tx, [id], listing, shop.clock.now());
  expect(await during({ first: find }, () => call(buyer, 'DELETE', `/savedSearches/${id}`))).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  expect(await shop.services.db.selectFrom('search_matches').selectAll().where('search_id', '=', id).execute()).toEqual([]);
});

test('A phone is found for a saved search while that is deleted', async () => {
  const { db } = shop.services;
  const id = idOf(await call(buyer, 'POST', '/savedSearches', { name: 'Samsung', priceTo: '350' }));
  await createListing(shop, seller);
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  const alerting = createAlerting(shop.services);
  const sweep = async (): Promise<TestReply> => ({ status: 200, body: await alerting.run(), headers: {} });
  expect(await during({ first: (tx) => deleteSavedSearch(tx, id) }, sweep)).toMatchObject({ status: 200 });
  expect(await db.selectFrom('alert_queue').selectAll().execute()).toEqual([]);
});

test('The alerts of a saved search are turned off while one is sent', async () => {
  const { db } = shop.services;
  const id = idOf(await call(buyer, 'POST', '/savedSearches', { name: 'Samsung', priceTo: '400' }));
  const [listing, now] = [await createListing(shop, seller), shop.clock.now()];
  await insertMatches(db, [id], listing, now);
  await db.updateTable('saved_searches').set({ due_at: now }).where('id', '=', id).execute();
  const alert = {
    first: (tx: Db) => markAlerted(tx, { id, due_at: now }),
    rest: (tx: Db) => takeMatches(tx, id, { now, until: null, limit: 1 }),
  };
  expect(await during(alert, () => call(buyer, 'PUT', `/savedSearches/${id}`, { frequency: 'off' }))).toMatchObject({
    status: 200,
    body: { modifiedCount: 1 },
  });
});

const addDevice = async () => ((await call(buyer, 'POST', '/pushDevices', PUSH_SUBSCRIPTION)).body as { _id: string })._id;

test('A message is sent while a device of its reader is removed', async () => {
  const [device, productId] = [await addDevice(), await createListing(shop, seller)];
  const { _id } = (await call(buyer, 'POST', '/conversations', { productId })).body as { _id: string };
  const send = () => call(seller, 'POST', `/conversations/${_id}/messages`, { clientId: crypto.randomUUID(), text: 'It’s still here.' });
  expect(await during({ first: (tx) => deleteSubscriptions(tx, [device]) }, send)).toMatchObject({ status: 201 });
});

test('A device is removed while something is queued for it, which is forgotten', async () => {
  const { db } = shop.services;
  const device = await addDevice();
  const words = { userId: buyer.id, subject: message`News`, text: message`There are news.`, path: '/' };
  const notify = (tx: Db) => queuePushes(tx, [words], shop.clock.now());
  expect(await during({ first: notify }, () => call(buyer, 'DELETE', `/pushDevices/${device}`))).toMatchObject({ status: 200 });
  shop.clock.advance(seconds(3));
  await createPushing(shop.services).run();
  expect(await db.selectFrom('pushes').selectAll().execute()).toEqual([]);
});

test('A seller blocks a buyer while they decline the buyer’s offer', async () => {
  const listing_id = await createListing(shop, seller, { resale_price: 300 });
  const made = await call(buyer, 'POST', '/offers', { productId: listing_id, price: '200', phone: '555', meeting_location: 'Station' });
  const { _id: id, conversationId } = made.body as { _id: string; conversationId: string };
  // Unread, so that blocking cancels an email about it.
  await call(buyer, 'POST', `/conversations/${conversationId}/messages`, { clientId: crypto.randomUUID(), text: 'Is that all right?' });
  const offer = { id, listing_id, buyer_id: buyer.id, seller_id: seller.id, price_cents: 20_000 };
  const decline = {
    first: (tx: Db) => transitionOffers(tx, 'refuse', { id }),
    rest: (tx: Db) => write(tx, offer, { side: 'seller', what: 'Declined', now: shop.clock.now() }),
  };
  const blocked = await during(decline, () => call(seller, 'PUT', `/conversations/${conversationId}/block`, { blocked: true }));
  expect(blocked).toMatchObject({ status: 200 });
});

test('A seller deletes their account while an admin removes a phone of theirs', async () => {
  const leaving = await createPerson(shop, 'seller');
  const [listingId, now] = [await createListing(shop, leaving), shop.clock.now()];
  const removal = { kind: 'removal', seller_id: leaving.id, listing_id: null, reason: 'It is a toy.', by_id: admin.id, now } as const;
  const remove = {
    first: (tx: Db) => insertDecision(tx, removal),
    rest: (tx: Db) => takeOff(tx, listingId, { reason: 'by_admin', by: { role: 'admin', id: admin.id }, now }),
  };
  expect(await during(remove, () => call(leaving, 'DELETE', `/personalData?email=${leaving.email}`))).toMatchObject({ status: 200 });
});

test('A buyer deletes their account while something else happens to their order', async () => {
  const [leaving, listingId] = [await createPerson(shop, 'buyer'), await createListing(shop, seller)];
  const orderId = await sellTo(shop, leaving, listingId);
  await completeOrder(shop, orderId);
  const happen = {
    async first(tx: Db) {
      await lockListing(tx, listingId);
      await tx.updateTable('fulfillments').set({ meet_place: null }).where('order_id', '=', orderId).execute();
    },
    rest: (tx: Db) => tx.updateTable('orders').set({ terms: null }).where('id', '=', orderId).execute(),
  };
  expect(await during(happen, () => call(leaving, 'DELETE', `/personalData?email=${leaving.email}`))).toMatchObject({ status: 200 });
});

test('Somebody deletes their account while a partner of finished orders, in either direction, does', async () => {
  const leaving = await createPerson(shop, 'seller');
  const [bought, sold] = [await createListing(shop, seller), await createListing(shop, leaving)];
  for (const orderId of [await sellTo(shop, leaving, bought), await sellTo(shop, buyer, sold)]) await completeOrder(shop, orderId);
  const leave = { first: (tx: Db) => lockListing(tx, bought), rest: (tx: Db) => lockListing(tx, sold) };
  expect(await during(leave, () => call(leaving, 'DELETE', `/personalData?email=${leaving.email}`))).toMatchObject({ status: 200 });
});

test('A review is answered, and another decided about, while the seller deletes their account', async () => {
  const { db } = shop.services;
  const listingId = await createListing(shop, seller);
  const orderId = await sellTo(shop, buyer, listingId);
  await completeOrder(shop, orderId);
  for (const author of [buyer, seller])
    expect(await call(author, 'PUT', `/orders/${orderId}/review`, { stars: 2, text: 'Late.' })).toMatchObject({ status: 200 });
  const review = async (as: Person) =>
    db.selectFrom('reviews').select('id').where('order_id', '=', orderId).where('author_id', '=', as.id).executeTakeFirstOrThrow();
  const [ofBuyer, ofSeller] = [await review(buyer), await review(seller)];
  await call(seller, 'POST', `/reviews/${ofBuyer.id}/reports`, { reason: 'Untrue.' });
  const leave = {
    first: (tx: Db) => lockListing(tx, listingId),
    rest: (tx: Db) => tx.updateTable('reviews').set({ text: '' }).where('order_id', '=', orderId).execute(),
  };
  expect(await during(leave, () => call(buyer, 'POST', `/reviews/${ofSeller.id}/answer`, { text: 'Sorry.' }))).toMatchObject({ status: 200 });
  const decision = { decision: 'remove', reason: 'An insult.' };
  expect(await during(leave, () => call(admin, 'POST', `/reportedReviews/${ofBuyer.id}/decision`, decision))).toMatchObject({ status: 200 });
});

test('Two people who sell to each other are removed at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
    for (let phone = 0; phone < 4; phone += 1) {
      await createOrder(shop, other, await createListing(shop, one));
      await createOrder(shop, one, await createListing(shop, other));
    }
    const removed = await Promise.all([one, other].map(({ id }) => call(admin, 'DELETE', `/users/sellers/${id}`)));
    expect(removed).toMatchObject([one, other].map(() => ({ status: 200, body: { deletedCount: 1 } })));
  }
});

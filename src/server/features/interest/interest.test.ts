import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Interest } from '#contract/interest.ts';
import { days, minutes } from '#contract/shared/durations.ts';
import { readThrough } from '#server/db/replica.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { failFor } from '#test/support/failing-database.ts';
import { bookingInput } from '#test/support/world/values.ts';
import { createListing, createPerson, type Person, passTime, sellTo } from '#test/support/world/world.ts';
import { closeViewDays } from './commands.ts';
import { createViewCounter } from './view-counter.ts';

const BROWSER = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
});
afterAll(() => shop.close());

type From = { as?: Person; network?: string; userAgent?: string };

const look = (id: string, { as, network = '203.0.113.1', userAgent = BROWSER }: From = {}) =>
  shop.call('POST', `/products/${id}/views`, { ...(as && { as: as.token }), headers: { 'user-agent': userAgent, 'x-forwarded-for': network } });

async function interestIn(id: string): Promise<Interest> {
  const reply = await shop.call('GET', `/products/${id}/interest`, { as: seller.token });
  expect(reply.status).toBe(200);
  return reply.body as Interest;
}

const seenToday = async (id: string) => (await interestIn(id)).views.at(-1)?.people;

const pass = (ms: number) => passTime(shop, ms, [seller, buyer]);

test('Counts each person once a day: a logged-in one on any network, a visitor by network and browser', async () => {
  const id = await createListing(shop, seller);
  for (const _ of [1, 2, 3]) expect(await look(id)).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect(await seenToday(id)).toBe(1);
  await look(id, { network: '203.0.113.2' });
  await look(id, { network: '2001:db8:1:2::1' });
  await look(id, { network: '2001:db8:1:2:ffff::9' });
  await look(id, { as: buyer });
  await look(id, { as: buyer, network: '198.51.100.7', userAgent: `${BROWSER} other` });
  expect(await seenToday(id)).toBe(4);
});

test('The seller, admins, programs and what isn’t on sale don’t count', async () => {
  const [id, sold] = [await createListing(shop, seller), await createListing(shop, seller)];
  await sellTo(shop, buyer, sold);
  await look(sold);
  await look(id, { as: seller });
  await look(id, { as: await createPerson(shop, 'admin') });
  for (const userAgent of ['', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'HeadlessChrome/142.0', 'curl-spider']) await look(id, { userAgent });
  expect((await look('01890000-0000-7000-8000-000000000000')).status).toBe(200);
  expect((await look('%00')).status).toBe(400);
  expect([await seenToday(id), await seenToday(sold)]).toEqual([0, 0]);
  await look(id, { userAgent: `${BROWSER.replace('Android 14', 'Android 14; CUBOT NOTE 20')}` });
  expect(await seenToday(id)).toBe(1);
});

test('One network makes no crowd, whatever its browsers call themselves', async () => {
  const id = await createListing(shop, seller);
  for (let at = 0; at < 200; at += 1) await look(id, { userAgent: `${BROWSER} ${at}` });
  expect(await seenToday(id)).toBe(16);
});

test('Several processes count a person once, and write views together', async () => {
  const id = await createListing(shop, seller);
  const { db, tokenSecret } = shop.services;
  const onError = (error: unknown) => expect.fail(String(error));
  const processes = [1, 2, 3].map(() => createViewCounter({ db, clock: shop.clock, tokenSecret, onError }));
  const people = Array.from({ length: 1500 }, (_, at) => `10.0.${Math.floor(at / 250)}.${at % 250}`);
  for (const one of processes) await Promise.all(people.map((network) => one.add({ listingId: id, userId: null, network, userAgent: BROWSER })));
  expect(await seenToday(id)).toBe(0);
  await Promise.all(processes.map((one) => one.write()));
  expect(await seenToday(id)).toBe(1500);
});

test('Views that waited for a database until no more could wait are written once somebody looks again', async () => {
  const id = await createListing(shop, seller);
  const { db, tokenSecret } = shop.services;
  const broken = failFor(db, id);
  let isBroken = true;
  const views = createViewCounter({ db: readThrough(db, () => (isBroken ? broken : db)), clock: shop.clock, tokenSecret, onError: () => {} });
  const add = (network: number) => views.add({ listingId: id, userId: null, network: String(network), userAgent: BROWSER });
  for (let network = 0; network < 20_000; network += 1) await add(network);
  await expect(views.write()).rejects.toThrow('a fault of the shop');
  isBroken = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await add(20_000);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await seenToday(id)).toBe(20_000), 10_000);
});

test('Shows saves, questions, offers and the place in search, to its seller alone', async () => {
  const other = await createPerson(shop, 'seller');
  const mine = await createListing(shop, seller, { model_name: 'Interest One', resale_price: 200 });
  const [cheaper, dearer, gone] = [150, 250, 100].map((resale_price) => createListing(shop, other, { model_name: 'interest one', resale_price }));
  await Promise.all([cheaper, dearer]);
  await shop.call('DELETE', `/products/${await gone}`, { as: other.token });
  await shop.call('POST', '/saved', { as: buyer.token, body: { ids: [mine] } });
  const asked = await shop.call('POST', '/conversations', { as: buyer.token, body: { productId: mine } });
  const { _id } = asked.body as { _id: string };
  await shop.call('POST', `/conversations/${_id}/messages`, { as: buyer.token, body: { text: 'Is it unlocked?', clientId: crypto.randomUUID() } });
  expect(await interestIn(mine)).toMatchObject({
    status: 'available',
    saves: 1,
    questions: 1,
    place: { at: 3, of: 3 },
    suggestion: { kind: 'answer', buyers: 1 },
  });
  await shop.call('POST', `/conversations/${_id}/messages`, { as: seller.token, body: { text: 'Yes.', clientId: crypto.randomUUID() } });
  expect((await interestIn(mine)).suggestion?.kind).not.toBe('answer');
  await shop.call('PUT', `/products/${mine}/lowestOffer`, { as: seller.token, body: { price: 120 } });
  const low = await createPerson(shop, 'buyer');
  expect(await shop.call('POST', '/offers', { as: low.token, body: { ...bookingInput(mine), price: 100 } })).toMatchObject({ body: { state: 'refused' } });
  expect((await interestIn(mine)).offers).toBe(0);
  const offer = await shop.call('POST', '/offers', { as: buyer.token, body: { ...bookingInput(mine), price: 150 } });
  expect(await interestIn(mine)).toMatchObject({ offers: 1, suggestion: { kind: 'answer_offers', offers: 1 } });
  await shop.call('POST', `/offers/${(offer.body as { _id: string })._id}/refuse`, { as: seller.token });
  const answered = await interestIn(mine);
  expect([answered.offers, answered.suggestion?.kind]).toEqual([1, 'add_photos']);
  for (const [as, status] of [
    [other, 404],
    [buyer, 403],
  ] as const)
    expect((await shop.call('GET', `/products/${mine}/interest`, { as: as.token })).status).toBe(status);
  await shop.call('POST', '/ownListingChanges', { as: seller.token, body: { act: 'pause', ids: [mine] } });
  expect(await interestIn(mine)).toMatchObject({ status: 'paused', place: null, suggestion: { kind: 'resume' } });
});

test('The place is the one that the search page shows', async () => {
  const other = await createPerson(shop, 'seller');
  const mine = await createListing(shop, seller, { model_name: 'Interest Two', resale_price: 100 });
  await createListing(shop, other, { model_name: 'Interest Two Plus', resale_price: 90 });
  await createListing(shop, other, { model_name: 'Interest Two', resale_price: 300 });
  const { body } = await shop.call('GET', '/searchProducts?search=Interest+Two');
  const ids = (body as { _id: string }[]).map(({ _id }) => _id);
  expect((await interestIn(mine)).place).toEqual({ at: ids.indexOf(mine) + 1, of: ids.length });
  expect(ids.indexOf(mine)).toBe(1);
});

test('Suggests a price by the estimate, more photos, or to wait', async () => {
  const facts = { brand: 'Samsung', original_price: 800, purchase_year: '2022', year_of_use: '2', condition: 'Good', photos: ['a', 'b'] };
  const { range } = await interestIn(await createListing(shop, seller, { ...facts, photos: undefined }));
  if (range === null) throw new Error('no estimate');
  const suggestedAt = async (resale_price: number, photos: number) => {
    const id = await createListing(shop, seller, { ...facts, photos: undefined, resale_price });
    const stored = JSON.stringify(Array.from({ length: photos - 1 }, (_, at) => `/images/${at}`));
    await shop.services.db.updateTable('listings').set({ photos: stored }).where('id', '=', id).execute();
    return (await interestIn(id)).suggestion;
  };
  expect(await suggestedAt(range.high + 50, 3)).toEqual({ kind: 'lower_price' });
  expect(await suggestedAt(Math.floor(range.low / 3), 3)).toEqual({ kind: 'raise_price' });
  expect(await suggestedAt(range.fair, 1)).toEqual({ kind: 'add_photos', photos: 1 });
  expect(await suggestedAt(range.fair, 3)).toEqual({ kind: 'wait' });
});

test('When a day is over only its number is left, and somebody who comes back counts again', async () => {
  // At noon: minutes later, it must still be the same day.
  await pass(days(1.5) - (shop.clock.now() % days(1)));
  const id = await createListing(shop, seller);
  const { db } = shop.services;
  const open = async () => [
    (await db.selectFrom('listing_viewers').selectAll().execute()).length,
    (await db.selectFrom('viewer_salts').selectAll().execute()).length,
  ];
  await look(id);
  await look(id, { network: '203.0.113.2' });
  await interestIn(id);
  const written = JSON.stringify(await db.selectFrom('listing_viewers').selectAll().where('listing_id', '=', id).execute());
  expect(written).not.toMatch(/203\.0\.113|Mozilla/u);
  await pass(days(1));
  await look(id);
  expect((await interestIn(id)).views.map(({ people }) => people)).toEqual([2, 1]);
  await pass(minutes(15));
  await Promise.all([closeViewDays(shop.services), closeViewDays(shop.services)]);
  expect(await open()).toEqual([1, 1]);
  expect((await interestIn(id)).views.map(({ people }) => people)).toEqual([2, 1]);
  shop.clock.advance(days(40));
  await look(id);
  shop.clock.advance(days(2));
  await shop.app.close();
  await closeViewDays(shop.services);
  expect(await open()).toEqual([0, 0]);
  expect(await db.selectFrom('listing_views').select('people').where('listing_id', '=', id).execute()).toEqual([{ people: 1 }]);
});

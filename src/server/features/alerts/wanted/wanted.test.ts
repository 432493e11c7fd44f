import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import type { Demand, MetAd, WantedAd } from '#contract/alerts/wanted.ts';
import type { Notification } from '#contract/notifications.ts';
import type { PersonalData } from '#contract/personal-data.ts';
import { days } from '#contract/shared/durations.ts';
import { monthAt } from '#contract/shared/updates.ts';
import { builtInFolder } from '#server/built-in-data/brand-files.ts';
import { importCities } from '#server/features/cities/index.ts';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createCategory, createListing, createPerson, type Person, tokenNow } from '#test/support/world/world.ts';
import { createAssessing } from '../../risk/index.ts';
import { openListing } from '../../search/index.ts';
import { createAlerting } from '../index.ts';
import { MOST_MET } from './queries.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  for (const name of ['Google', 'Samsung']) await createCategory(shop, name);
  await importCities(shop.services.db, readFileSync(join(builtInFolder('cities'), 'demo.txt'), 'utf8'));
  await ensurePhoneModels(shop.services);
  admin = await createPerson(shop, 'admin');
}, 120_000);
beforeEach(async () => {
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
  admin.token = await tokenNow(shop, admin);
  await shop.services.db.updateTable('saved_searches').set({ wanted_until: 1 }).where('wanted_until', 'is not', null).execute();
});
afterAll(() => shop.close());

const inDays = (count: number): string => new Date(shop.clock.now() + days(count)).toISOString().slice(0, 10);
const put = (id: string, body: object = {}, as = buyer) =>
  shop.call('PUT', `/savedSearches/${id}/wantedAd`, { as: as.token, body: { topPrice: 260, until: inDays(30), ...body } });
const preview = (id: string, as = buyer) => shop.call('GET', `/savedSearches/${id}/wantedAd`, { as: as.token });
const end = (id: string, as = buyer) => shop.call('DELETE', `/savedSearches/${id}/wantedAd`, { as: as.token });
const publicAds = async () => (await shop.call('GET', '/wantedAds')).body as WantedAd[];
const isPublic = async (id: string) => (await publicAds()).some(({ _id }) => _id === id);
const metBy = async (listing: string) => (await shop.call('GET', `/products/${listing}/wantedAds`, { as: seller.token })).body as MetAd[];
const answer = (listing: string, adId: string, as = seller) => shop.call('POST', `/products/${listing}/answeredAds`, { as: as.token, body: { adId } });
const notifications = async (as = buyer) => (await shop.call('GET', '/notifications', { as: as.token })).body as Notification[];
const pixel = (resale_price: number, as = seller) =>
  createListing(shop, as, { name: 'Google', brand: 'Google', model_name: 'Pixel 6', storage: '128 GB', resale_price });

async function saveFor(body: object, as = buyer): Promise<{ insertedId: string; canBeAd: boolean }> {
  shop.clock.advance(1);
  const { status, body: reply } = await shop.call('POST', '/savedSearches', { as: as.token, body });
  expect(status, JSON.stringify(reply)).toBe(201);
  return reply as { insertedId: string; canBeAd: boolean };
}

const save = async (body: object, as = buyer): Promise<string> => (await saveFor(body, as)).insertedId;

async function post(search: object, ad: object = {}, as = buyer): Promise<string> {
  const id = await save(search, as);
  const { status, body } = await put(id, ad, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
}

async function demandFor(phone: object): Promise<Demand> {
  const query = new URLSearchParams({ name: 'Google', brand: 'Google', model_name: 'Pixel 6', storage: '128 GB', ...phone });
  const { status, body } = await shop.call('GET', `/wantedAds/forPhone?${query}`, { as: seller.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Demand;
}

async function sweep(): Promise<void> {
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  const alerting = createAlerting(shop.services);
  for (let time = 0; time < 2; time += 1) await alerting.run();
}

test('A saved search becomes a public ad in the catalog’s words, which its owner changes and ends', async () => {
  const id = await save({ search: 'pixel 6 128 gb or more under 400', condition: 'Good', near: 'Portland, OR', within: '25' });
  expect((await preview(id)).body).toMatchObject({ title: 'Pixel 6, 128 GB or more, Good', place: 'Portland, Oregon', storage: null });
  const model = ((await preview(id)).body as { model: string }).model;
  expect((await shop.call('GET', `/phoneModels/${model}`)).body).toMatchObject({ model_name: 'Pixel 6' });
  expect(await isPublic(id)).toBe(false);
  expect((await put(id)).status).toBe(200);
  const ad = (await publicAds()).find(({ _id }) => _id === id);
  expect(ad).toEqual({
    ...{ _id: id, title: 'Pixel 6, 128 GB or more, Good', place: 'Portland, Oregon', topPrice: 260, until: inDays(30) },
    ...{ postedAt: expect.any(String), model, storage: null },
  });
  expect((await put(id, { topPrice: '$240.50', until: inDays(3) })).status).toBe(200);
  const own = ((await shop.call('GET', '/savedSearches', { as: buyer.token })).body as SavedSearch[])[0];
  expect(own).toMatchObject({ canBeAd: true, wanted: { topPrice: 240.5, until: inDays(3), state: 'open' } });
  const stranger = await createPerson(shop, 'buyer');
  expect([(await preview(id, stranger)).status, (await put(id, {}, stranger)).status, (await end(id, stranger)).status]).toEqual([404, 404, 404]);
  expect([(await end(id)).body, (await end(id)).body]).toMatchObject([{ deletedCount: 1 }, { deletedCount: 0 }]);
  expect(await isPublic(id)).toBe(false);
});

test('An ad far from every city names no place, and one for colors and sizes says them', async () => {
  const far = await save({ name: 'Samsung', near: '-40.1,-120.2', within: '25' });
  expect((await preview(far)).body).toMatchObject({ title: 'Samsung', place: null, model: null });
  const phone = { model: 'Pixel 6', ram: '8 GB', storage: ['128 GB', '256 GB'], color: 'Stormy Black' };
  const choosy = await save({ ...phone, year: ['2021'], updates: '12', verified: '1' });
  const title = 'Pixel 6, 128 GB or 256 GB, 8 GB RAM, Stormy Black, bought in 2021, 12 months of updates, from a verified seller';
  expect((await preview(choosy)).body).toMatchObject({ title, storage: null });
});

test('An ad ends by itself when its last day is over', async () => {
  const id = await post({ name: 'Google' }, { until: inDays(0) });
  expect(await isPublic(id)).toBe(true);
  const before = shop.clock.now();
  shop.clock.advance(days(1));
  buyer.token = await tokenNow(shop, buyer);
  expect(await isPublic(id)).toBe(false);
  expect((await put(id, { until: new Date(before).toISOString().slice(0, 10) })).status).toBe(422);
});

test('Refuses words that aren’t the shop’s, prices and days out of range, and more than ten ads', async () => {
  for (const search of [
    { search: 'pixel 6 call 555 0100' },
    { search: 'pixel 6 not samsung' },
    { search: 'google', color: 'Write to me at home' },
    { name: 'Google', model: 'Anything you like' },
    { name: 'Google', place: 'My house' },
    { name: 'Google', storage: 'as much as 5550100' },
    { name: 'Google', year: 'the year we met' },
    { priceTo: '300' },
  ]) {
    const { insertedId, canBeAd } = await saveFor(search);
    const listed = ((await shop.call('GET', '/savedSearches', { as: buyer.token })).body as SavedSearch[]).find(({ _id }) => _id === insertedId);
    expect([canBeAd, listed?.canBeAd], JSON.stringify(search)).toEqual([false, false]);
    expect((await put(insertedId)).body).toMatchObject({ code: 'invalid', message: expect.stringMatching(/^(?:A wanted ad can’t|Search for)/u) });
  }
  const { insertedId: id, canBeAd } = await saveFor({ name: 'Google' });
  expect(canBeAd).toBe(true);
  for (const body of [{ topPrice: 0 }, { topPrice: 'free' }, { topPrice: 1_000_000 }, { until: inDays(-1) }, { until: inDays(62) }, { until: 'soon' }])
    expect((await put(id, body)).status, JSON.stringify(body)).toBe(422);
  const many = await Promise.all(Array.from({ length: 12 }, (_, number) => save({ name: 'Google', priceFrom: String(number + 1) })));
  const replies = await Promise.all(many.map((one) => put(one)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(replies.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { message: 'You have 10 wanted ads. End some first.' } });
});

test('Pages through the ads without who posted them', async () => {
  const ids = [];
  for (const name of ['Google', 'Samsung', 'Google']) ids.push(await post({ name, updates: String(ids.length + 1) }));
  const first = await shop.app.inject('/api/wantedAds?limit=2');
  const next = /<([^>]+)>; rel="next"/u.exec(String(first.headers.link))?.[1] ?? '';
  const second = await shop.app.inject(next);
  expect([...first.json<WantedAd[]>(), ...second.json<WantedAd[]>()].map(({ _id }) => _id).slice(0, 3)).toEqual(ids.toReversed());
  expect(first.body).not.toMatch(new RegExp(`${buyer.id}|${buyer.email}|${buyer.name}`, 'u'));
});

test('Sellers see who wants their phone while they list it, and for how much', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createPerson(shop, 'buyer')));
  for (const [index, person] of others.entries()) await post({ search: 'pixel 6', storage: '128 GB' }, { topPrice: [260, 250, 240][index] }, person);
  await post({ search: 'pixel 6', storage: '128 GB', priceTo: '200' }, { topPrice: 235 }, others[0]);
  await post({ search: 'pixel 6', storage: '256 GB' }, { topPrice: 300 }, others[1]);
  await post({ search: 'pixel 6' }, { topPrice: 290 }, seller);
  expect(await demandFor({ resale_price: '245' })).toMatchObject({ met: { people: 2, topPrice: 260 }, below: { people: 1, topPrice: 240 } });
  const { met, below, ads } = await demandFor({});
  expect([met, below, ads.map(({ topPrice }) => topPrice)]).toEqual([{ people: 3, topPrice: 260 }, { people: 0, topPrice: null }, [260, 250, 240, 235]]);
  expect(await demandFor({ model_name: 'Pixel 7' })).toMatchObject({ met: { people: 0 }, ads: [] });
  expect(await demandFor({ name: 'Nobody' })).toMatchObject({ met: { people: 0 }, ads: [] });
  expect((await shop.call('GET', '/wantedAds/forPhone?name=Google&model_name=Pixel+6', { as: buyer.token })).status).toBe(403);
});

/** As many ads as one question reads, all for more than any other, and known to the process that answers. */
async function postMany(person: Person): Promise<string[]> {
  const { db } = shop.services;
  const one = await post({ search: 'pixel 6' }, { topPrice: 900 }, person);
  const ad = await db.selectFrom('saved_searches').selectAll().where('id', '=', one).executeTakeFirstOrThrow();
  const others = Array.from({ length: MOST_MET - 1 }, (_, number) => ({ ...ad, id: crypto.randomUUID(), path: `/search?search=pixel+6&copy=${number}` }));
  for (let at = 0; at < others.length; at += 100)
    await db
      .insertInto('saved_searches')
      .values(others.slice(at, at + 100))
      .execute();
  expect((await demandFor({})).met).toEqual({ people: 1, topPrice: 900 });
  return [one, ...others.map(({ id }) => id)];
}

test('Ads of people who are suspended leave room for others', async () => {
  const { db, clock } = shop.services;
  const person = await createPerson(shop, 'buyer');
  await postMany(person);
  await post({ search: 'pixel 6' }, { topPrice: 260 });
  await db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', person.id).execute();
  expect((await demandFor({})).met).toEqual({ people: 1, topPrice: 260 });
});

test('Ads whose searches were deleted leave room for others, and are forgotten', async () => {
  const { db, clock } = shop.services;
  const person = await createPerson(shop, 'buyer');
  const deleted = new Set(await postMany(person));
  await post({ search: 'pixel 6' }, { topPrice: 250 });
  await db.deleteFrom('saved_searches').where('user_id', '=', person.id).execute();
  expect((await demandFor({})).met).toEqual({ people: 1, topPrice: 250 });
  const listing = await openListing(db, await pixel(200));
  const ads = listing ? (await shop.app.savedSearches.open()).matchAds(listing, monthAt(clock.now()), clock.now()) : [];
  expect([ads.length > 0, ads.filter(({ id }) => deleted.has(id))]).toEqual([true, []]);
});

test('Ads that ask for a condition count as far as the seller has answered the questions about it', async () => {
  await post({ search: 'pixel 6', checks: ['battery80', 'bodyLikeNew'] }, { topPrice: 260 }, await createPerson(shop, 'buyer'));
  const people = async (answers: object) => (await demandFor({ resale_price: '255', color: 'Sorta Seafoam', ...answers })).met.people;
  const before = await people({});
  expect([await people({ battery: 'strong', body: 'flawless' }), await people({ battery: 'weak', body: 'flawless' })]).toEqual([before + 1, before]);
});

test('A seller answers an ad with one listing once, and its person is notified and not alerted again', async () => {
  const id = await post({ search: 'pixel 6' }, { topPrice: 260 });
  const dear = await pixel(270);
  const listing = await pixel(250);
  expect((await metBy(listing)).find(({ _id }) => _id === id)).toMatchObject({ topPrice: 260, isAnswered: false });
  expect([await metBy(dear), (await answer(dear, id)).status, (await answer(listing, crypto.randomUUID())).status]).toEqual([[], 404, 404]);
  const stranger = await createPerson(shop, 'seller');
  expect([(await answer(listing, id, stranger)).status, (await shop.call('GET', `/products/${listing}/wantedAds`, { as: stranger.token })).status]).toEqual([
    404, 404,
  ]);
  const replies = await Promise.all([answer(listing, id), answer(listing, id)]);
  expect(replies.map(({ status, body }) => [status, (body as { modifiedCount: number }).modifiedCount]).sort()).toEqual([
    [200, 0],
    [200, 1],
  ]);
  await sweep();
  expect(await notifications()).toMatchObject([
    { kind: 'phones_found', subject: 'New: Pixel 6, $270.00' },
    { kind: 'wanted_answered', subject: 'A seller has the phone you want: Pixel 6, $250.00', path: `/selected-items-details/${listing}` },
  ]);
  expect((await mailsTo(shop, buyer.email)).map(({ subject }) => subject)).toContain('A seller has the phone you want: Pixel 6, $250.00');
  expect((await metBy(listing)).find(({ _id }) => _id === id)?.isAnswered).toBe(true);
});

test('Neither paused phones, ended ads, nor people who blocked each other or left are answered', async () => {
  const id = await post({ search: 'pixel 6' });
  const listing = await pixel(200);
  const { db } = shop.services;
  const block = { blocker_id: buyer.id, blocked_id: seller.id, created_at: 1 };
  await db.insertInto('conversation_blocks').values(block).execute();
  expect([(await metBy(listing)).some(({ _id }) => _id === id), (await answer(listing, id)).status]).toEqual([false, 404]);
  await db.deleteFrom('conversation_blocks').where('blocker_id', '=', buyer.id).execute();
  for (const state of [{ removed_at: 1 }, { suspended_at: 1 }]) {
    await db.updateTable('users').set(state).where('id', '=', buyer.id).execute();
    expect([await isPublic(id), (await answer(listing, id)).status]).toEqual([false, 404]);
    await db.updateTable('users').set({ removed_at: null, suspended_at: null }).where('id', '=', buyer.id).execute();
  }
  const change = (act: string) => shop.call('POST', '/ownListingChanges', { as: seller.token, body: { ids: [listing], act } });
  await change('pause');
  expect([await metBy(listing), (await answer(listing, id)).status]).toEqual([[], 404]);
  await change('resume');
  expect((await answer(listing, id)).status).toBe(200);
  await end(id);
  expect((await answer(await pixel(190), id)).status).toBe(404);
});

test('An admin removes an ad for good and says why; deleting its search ends it, too', async () => {
  const id = await post({ name: 'Google' });
  const remove = (as: Person) => shop.call('POST', `/wantedAds/${id}/remove`, { as: as.token, body: { reason: 'Posted twice.' } });
  expect([(await remove(seller)).status, (await remove(admin)).status, (await remove(admin)).status]).toEqual([403, 200, 404]);
  expect((await notifications())[0]).toMatchObject({ kind: 'wanted_removed', text: expect.stringContaining('Posted twice.') });
  expect(await put(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('We removed') } });
  expect(((await shop.call('GET', '/savedSearches', { as: buyer.token })).body as SavedSearch[])[0]?.wanted?.state).toBe('removed');
  const other = await post({ search: 'pixel 6' });
  expect((await answer(await pixel(210), other)).status).toBe(200);
  expect((await shop.call('DELETE', `/savedSearches/${other}`, { as: buyer.token })).body).toMatchObject({ deletedCount: 1 });
  expect(await isPublic(other)).toBe(false);
});

test('An ad that an admin removed isn’t posted again by saving its search anew; others are', async () => {
  const search = { search: 'pixel 6', priceTo: '300' };
  const id = await post(search);
  await shop.call('POST', `/wantedAds/${id}/remove`, { as: admin.token, body: { reason: 'Posted twice.' } });
  for (let time = 0; time < 2; time += 1) {
    const [stored] = (await shop.call('GET', '/savedSearches', { as: buyer.token })).body as SavedSearch[];
    expect((await shop.call('DELETE', `/savedSearches/${stored?._id}`, { as: buyer.token })).body).toMatchObject({ deletedCount: 1 });
    expect((await shop.call('GET', '/savedSearches', { as: buyer.token })).body).toEqual([]);
    const again = await save(search);
    expect(await put(again)).toMatchObject({ status: 409, body: { message: expect.stringContaining('We removed') } });
  }
  await post({ ...search, priceTo: '310' });
  await post(search, {}, await createPerson(shop, 'buyer'));
  const { body } = await shop.call('GET', '/personalData', { as: buyer.token });
  const stored = (body as PersonalData).parts.find(({ name }) => name === 'removed_wanted_ads')?.rows;
  expect(stored).toMatchObject([{ path: '/search?search=pixel+6&priceTo=300' }]);
  expect((await shop.call('DELETE', `/personalData?email=${buyer.email}`, { as: buyer.token })).status).toBe(200);
  expect(await shop.services.db.selectFrom('removed_wanted_ads').selectAll().where('user_id', '=', buyer.id).execute()).toEqual([]);
});

test('A seller gives at most 50 answers a day', async () => {
  const id = await post({ search: 'pixel 6' });
  const listing = await pixel(200);
  const { db, clock } = shop.services;
  const earlier = Array.from({ length: 50 }, (_, number) => ({
    search_id: id,
    listing_id: `earlier ${number}`,
    seller_id: seller.id,
    created_at: clock.now() - number,
  }));
  await db.insertInto('wanted_answers').values(earlier).execute();
  expect(await answer(listing, id)).toMatchObject({ status: 429, body: { message: expect.stringContaining('Too many answers') } });
  shop.clock.advance(days(1));
  seller.token = await tokenNow(shop, seller);
  expect((await answer(listing, id)).status).toBe(200);
});

test('Answers given while the clock was two days ahead don’t count once it was set back', async () => {
  const id = await post({ search: 'pixel 6' });
  const ahead = Array.from({ length: 50 }, (_, number) => ({
    search_id: id,
    listing_id: `ahead ${number}`,
    seller_id: seller.id,
    created_at: shop.clock.now() + days(2),
  }));
  await shop.services.db.insertInto('wanted_answers').values(ahead).execute();
  expect((await answer(await pixel(200), id)).status).toBe(200);
});

test('People read their ads and answers in their data, and both leave with their account', async () => {
  const id = await post({ search: 'pixel 6' });
  expect((await answer(await pixel(200), id)).status).toBe(200);
  for (const person of [buyer, seller]) {
    const { body } = await shop.call('GET', '/personalData', { as: person.token });
    expect(JSON.stringify((body as Record<string, unknown>).wanted_answers ?? body)).toContain('Pixel 6');
  }
  expect((await shop.call('DELETE', `/personalData?email=${buyer.email}`, { as: buyer.token })).status).toBe(200);
  expect(await isPublic(id)).toBe(false);
  const { db } = shop.services;
  const left = [db.selectFrom('saved_searches'), db.selectFrom('wanted_answers').where('search_id', '=', id)].map((query) => query.selectAll().execute());
  expect((await Promise.all(left)).flat().filter((row) => JSON.stringify(row).includes(id))).toEqual([]);
});

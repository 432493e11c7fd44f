import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import type { Notification } from '#contract/notifications.ts';
import { days, hours } from '#contract/shared/durations.ts';
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts';
import type { Mail } from '#server/ports/mailer.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { startMailServer } from '#test/support/doubles/mail-server.ts';
import { createCategory, createListing, createPerson, type Person, passTime, sellTo, tokenNow } from '#test/support/world/world.ts';
import { createAssessing } from '../risk/index.ts';
import { createAlerting } from './index.ts';
import { createSavedSearches } from './searches.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let alerting: ReturnType<typeof createAlerting>;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
  await createCategory(shop, 'Google');
  await createListing(shop, seller, { model_name: 'Galaxy S23' });
  alerting = createAlerting(shop.services);
}, 120_000);
afterAll(() => shop.close());

const save = (body: object, as = buyer) => shop.call('POST', '/savedSearches', { as: as.token, body });
const savedBy = async (as = buyer) => (await shop.call('GET', '/savedSearches', { as: as.token })).body as SavedSearch[];
const set = (id: string, frequency: unknown, as = buyer) => shop.call('PUT', `/savedSearches/${id}`, { as: as.token, body: { frequency } });
const remove = (id: string, as = buyer) => shop.call('DELETE', `/savedSearches/${id}`, { as: as.token });
const notifications = async (as = buyer) => (await shop.call('GET', '/notifications', { as: as.token })).body as Notification[];

async function saved(body: object, as = buyer): Promise<string> {
  shop.clock.advance(1);
  const reply = await save(body, as);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return (reply.body as { insertedId: string }).insertedId;
}

/** Tokens don't last that long. */
const later = (ms: number) => passTime(shop, ms, [seller, buyer]);

async function list(model_name: string, rest: object = {}, as = seller): Promise<string> {
  shop.clock.advance(1);
  return createListing(shop, as, { model_name, ...rest });
}

/** What somebody is newly notified of, oldest first. */
async function alerted(as = buyer): Promise<string[]> {
  const before = (await notifications(as)).length;
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  for (let sweep = 0; sweep < 2; sweep += 1) await Promise.all([alerting.run(), createAlerting(shop.services).run()]);
  return (await notifications(as))
    .toReversed()
    .slice(before)
    .map(({ subject }) => subject);
}

test('A saved search is listed once, with its page, and only for the person who saved it', async () => {
  const id = await saved({ name: 'Samsung', storage: ['256 GB', '128 GB', '128 GB'], priceTo: '300', verified: '' });
  expect(await save({ name: 'Samsung', storage: ['128 GB', '256 GB'], priceTo: '$300.00' })).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect(await savedBy()).toEqual([
    {
      ...{ _id: id, frequency: 'instantly', savedAt: expect.any(String), title: 'Samsung, 128 GB, 256 GB, up to $300', wanted: null, canBeAd: true },
      path: '/category/Samsung?priceTo=300&storage=128+GB&storage=256+GB',
    },
  ]);
  const stranger = await createPerson(shop, 'buyer');
  expect(await savedBy(stranger)).toEqual([]);
  expect([(await set(id, 'off', stranger)).status, (await remove(id, stranger)).status]).toEqual([404, 404]);
  expect(await remove(id)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  expect([(await remove(id)).status, (await shop.call('GET', '/savedSearches')).status]).toEqual([404, 401]);
});

test('A search is saved once, however its words and values are spelled', async () => {
  const id = await saved({ search: 'Galaxy Äther', color: ['Gray', 'black'] });
  for (const body of [
    { search: 'galaxy äther', color: ['gray', 'Black'] },
    { search: 'GALAXY ÄTHER', color: ['Gray', 'GRAY', 'BLACK'] },
  ])
    expect(await save(body)).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect((await savedBy()).map(({ _id }) => _id)).toEqual([id]);
  const other = await saved({ search: 'galaxy äther', color: ['gray'] });
  for (const one of [id, other]) await remove(one);
});

test('A word that was stored with its ß finds phones however theirs is written', async () => {
  const id = await saved({ search: 'weiß' });
  const stored = shop.services.db.updateTable('saved_searches').where('id', '=', id);
  await stored.set({ criteria: sql<string>`replace(criteria, 'weiss', 'weiß')` }).execute();
  await list('Nexus WEISS');
  expect(await alerted()).toEqual(['New: Nexus WEISS, $289.00']);
  await remove(id);
});

test('A title that is too long ends with a whole character', async () => {
  const id = await saved({ search: 'galaxy', color: ['a'.repeat(188), '📱 red'] });
  expect((await savedBy())[0]?.title).toBe(`galaxy, ${'a'.repeat(188)}, …`);
  await remove(id);
});

test('A search near a place repeats it, and a place without a distance narrows nothing', async () => {
  const id = await saved({ search: 'galaxy', near: '45.512,-122.66', within: '25' });
  expect((await savedBy())[0]).toMatchObject({ title: 'galaxy, within 25 miles of your area', path: '/search?search=galaxy&near=45.5%2C-122.7&within=25' });
  await remove(id);
  expect((await save({ near: '45.5,-122.7' })).status).toBe(422);
  expect((await save({ near: 'Nowhere', within: '25' })).status).toBe(400);
  const other = await saved({ near: '45.5, -122.7', within: '40km' });
  expect((await savedBy())[0]).toMatchObject({ title: 'within 40 km of your area', path: '/phones?near=45.5%2C-122.7&within=40km' });
  await remove(other);
});

test('Refuses searches of everything, of unknown brands, with impossible filters or too long an address, and more than 50', async () => {
  const person = await createPerson(shop, 'buyer');
  expect(await save({}, person)).toMatchObject({ status: 422, body: { message: expect.stringContaining('Choose a brand') } });
  for (const search of ['smartphone', 'used phones for sale', 'nearby'])
    expect(await save({ search }, person), search).toMatchObject({ status: 422, body: { message: expect.stringContaining('Choose a brand') } });
  expect((await save({ name: 'Nobody' }, person)).status).toBe(404);
  expect((await save({ search: 'galaxy', priceFrom: '300', priceTo: '200' }, person)).status).toBe(422);
  expect((await save({ search: 'x'.repeat(20_001) }, person)).status).toBe(422);
  const place = Array.from({ length: 11 }, (_, number) => `${number}`.padEnd(190, 'x'));
  expect(await save({ place }, person)).toMatchObject({ status: 422, body: { message: expect.stringContaining('too long') } });
  const many = await Promise.all(Array.from({ length: 52 }, (_, number) => save({ search: `frobnicate ${number}` }, person)));
  expect(many.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(many.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { message: 'You have saved 50 searches. Delete some first.' } });
  expect((await set((await savedBy(person))[0]?._id ?? '', 'hourly', person)).status).toBe(422);
});

test('A phone listed later that matches is alerted once; others aren’t, nor are earlier phones or one’s own', async () => {
  await list('Pixel 7', { name: 'Google', resale_price: 250 });
  await alerted();
  const id = await saved({ search: 'pixel 7 under 300' });
  const own = await saved({ search: 'pixel' }, seller);
  expect(await alerted()).toEqual([]);
  await list('Pixel 7', { name: 'Google', resale_price: 310 });
  await list('Pixel 8', { name: 'Google', resale_price: 250 });
  await list('Galaxy S23', { resale_price: 250 });
  expect(await alerted()).toEqual([]);
  const listing = await list('Pixel 7', { name: 'Google', resale_price: 290 });
  expect(await alerted()).toEqual(['New: Pixel 7, $290.00']);
  expect((await notifications())[0]).toMatchObject({ kind: 'phones_found', path: `/selected-items-details/${listing}` });
  await shop.call('PATCH', `/products/${listing}`, { as: seller.token, body: { revision: 1, resale_price: 280 } });
  expect(await alerted()).toEqual([]);
  expect((await notifications(seller)).filter(({ kind }) => kind === 'phones_found')).toEqual([]);
  await remove(id);
  await remove(own, seller);
});

test('Daily and weekly alerts come together, without phones that are gone, and none when they are off', async () => {
  const id = await saved({ search: 'pixel 6' });
  await set(id, 'daily');
  await list('Pixel 6', { name: 'Google', resale_price: 200 });
  expect(await alerted()).toEqual([]);
  await later(days(0.5));
  const gone = await list('Pixel 6', { name: 'Google', resale_price: 210 });
  await list('Pixel 6', { name: 'Google', resale_price: 220 });
  expect(await alerted()).toEqual([]);
  await shop.call('DELETE', `/products/${gone}`, { as: seller.token });
  await later(days(0.6));
  expect(await alerted()).toEqual(['2 new phones: pixel 6']);
  expect((await notifications())[0]).toMatchObject({ path: '/search?search=pixel+6', text: expect.stringContaining('Pixel 6, $220.00\nPixel 6, $200.00') });
  await set(id, 'weekly');
  await list('Pixel 6', { name: 'Google', resale_price: 230 });
  await later(days(2));
  expect(await alerted()).toEqual([]);
  await set(id, 'instantly');
  expect(await alerted()).toEqual(['New: Pixel 6, $230.00']);
  await set(id, 'off');
  await list('Pixel 6', { name: 'Google', resale_price: 240 });
  expect(await alerted()).toEqual([]);
  await set(id, 'instantly');
  expect(await alerted()).toEqual([]);
});

test('A phone that no longer matches when the alert is due isn’t named, unless it matches again', async () => {
  const id = await saved({ search: 'pixel 7', priceTo: '300' });
  await set(id, 'daily');
  const [first, second] = [await list('Pixel 7', { name: 'Google', resale_price: 280 }), await list('Pixel 7', { name: 'Google', resale_price: 290 })];
  expect(await alerted()).toEqual([]);
  const price = async (listingId: string, revision: number, resale_price: number) => {
    expect((await shop.call('PATCH', `/products/${listingId}`, { as: seller.token, body: { revision, resale_price } })).status).toBe(200);
    expect(await alerted()).toEqual([]);
  };
  await price(first, 1, 450);
  await price(second, 1, 440);
  await price(second, 2, 270);
  await later(days(1.1));
  expect(await alerted()).toEqual(['New: Pixel 7, $270.00']);
});

test('A phone that is paused when its alert is due is named in a later one, once it is back on sale', async () => {
  const id = await saved({ search: 'pixel 5' });
  await set(id, 'daily');
  const listing = await list('Pixel 5', { name: 'Google', resale_price: 150 });
  expect(await alerted()).toEqual([]);
  const change = (act: string) => shop.call('POST', '/ownListingChanges', { as: seller.token, body: { ids: [listing], act } });
  expect((await change('pause')).status).toBe(200);
  await later(days(1.1));
  expect(await alerted()).toEqual([]);
  expect((await change('resume')).status).toBe(200);
  expect(await alerted()).toEqual([]);
  await later(days(1.1));
  expect(await alerted()).toEqual(['New: Pixel 5, $150.00']);
  await set(id, 'instantly');
  await change('pause');
  await change('resume');
  expect(await alerted()).toEqual([]);
  await remove(id);
});

test('Emails name the address that ends them; opening it asks, and one POST without logging in ends that search’s alerts', async () => {
  const id = await saved({ search: 'pixel fold' });
  await list('Pixel Fold', { name: 'Google' });
  expect(await alerted()).toHaveLength(1);
  const sent: Mail[] = [];
  await sendMails(shop, { kind: 'smtp', send: async (mail) => void sent.push(mail) });
  const mail = sent.find(({ to, text }) => to === buyer.email && text.includes('Pixel Fold'));
  const address = mail?.unsubscribe ?? '';
  expect(mail?.text).toContain(address);
  const { pathname } = new URL(address);
  const send = (method: 'GET' | 'POST', url = pathname) =>
    shop.app.inject({
      method,
      url,
      ...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'List-Unsubscribe=One-Click' }),
    });
  const frequency = async () => (await savedBy()).find((one) => one._id === id)?.frequency;
  const asked = await send('GET');
  expect([asked.statusCode, await frequency()]).toEqual([200, 'instantly']);
  expect(asked.body).toContain('saved search “pixel fold”');
  expect((await send('POST', `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(404);
  expect((await send('POST', pathname.replace('search.', 'saved.'))).statusCode).toBe(404);
  expect(await frequency()).toBe('instantly');
  for (let time = 0; time < 2; time += 1)
    expect(await send('POST')).toMatchObject({ statusCode: 200, body: expect.stringContaining('href="/dashboard/searches"') });
  expect(await frequency()).toBe('off');
  await list('Pixel Fold', { name: 'Google' });
  expect(await alerted()).toEqual([]);
});

test('Over SMTP, the email of a saved search has the headers of one-click unsubscribing, and one about a payment has none', async () => {
  const id = await saved({ search: 'pixel tablet' });
  const phone = await list('Pixel Tablet', { name: 'Google' });
  expect(await alerted()).toHaveLength(1);
  await sellTo(shop, buyer, phone);
  const server = await startMailServer();
  const from = { name: 'Redial', address: 'shop@redial.test' };
  const mailer = createSmtpMailer({ host: '127.0.0.1', port: server.port, encryption: 'plain', login: null, from });
  await sendMails(shop, mailer);
  mailer.close?.();
  await server.stop();
  const unsubscribing = (subject: RegExp) =>
    server.mails.filter((mail) => subject.test(mail.subject)).map(({ raw }) => headersOf(raw).filter((line) => /^list-unsubscribe/iu.test(line)));
  const { origin, unsubscribeLinks } = shop.services;
  const address = origin.url() + unsubscribeLinks.pathTo({ kind: 'search', id });
  expect(unsubscribing(/^New: Pixel Tablet/u)).toEqual([[`List-Unsubscribe: <${address}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']]);
  expect(unsubscribing(/^Receipt: Pixel Tablet/u)).toEqual([[]]);
});

/** An email's header lines, each unfolded. */
const headersOf = (raw: string): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n(?=[ \t])/gu, '')
    .split('\r\n');

test('Emails about saved phones end the same way, and the notification stays', async () => {
  const { unsubscribeLinks } = shop.services;
  const url = unsubscribeLinks.pathTo({ kind: 'saved', id: buyer.id });
  expect((await shop.app.inject({ method: 'POST', url })).statusCode).toBe(200);
  const settings = (await shop.call('GET', '/notifications/settings', { as: buyer.token })).body;
  expect(settings).toContainEqual(expect.objectContaining({ topic: 'saved', email: false }));
  const mails = (await mailsTo(shop, buyer.email)).length;
  await saved({ name: 'Google', priceTo: '400' });
  await list('Pixel 9', { name: 'Google', resale_price: 399 });
  expect(await alerted()).toEqual(['New: Pixel 9, $399.00']);
  expect(await mailsTo(shop, buyer.email)).toHaveLength(mails);
});

test('A phone that can’t be compared with the saved searches keeps nobody’s alerts back', async () => {
  const person = await createPerson(shop, 'buyer');
  await set(await saved({ search: 'pixel 6 under 300' }, person), 'daily', person);
  await list('Pixel 6', { name: 'Google', resale_price: 250 }, await createPerson(shop, 'seller'));
  expect(await alerted(person)).toEqual([]);
  shop.clock.advance(days(1.1));
  person.token = await tokenNow(shop, person);
  await list('Pixel 6a', { name: 'Google', resale_price: 250 }, await createPerson(shop, 'seller'));
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  const open = () => Promise.reject(new TypeError('a fault of the shop'));
  await expect(createAlerting(shop.services, { open }).run()).rejects.toBeInstanceOf(AggregateError);
  expect((await notifications(person)).map(({ subject }) => subject)).toEqual(['New: Pixel 6, $250.00']);
});

test('Searches that were saved and deleted leave the memory', async () => {
  const person = await createPerson(shop, 'buyer');
  const searches = createSavedSearches(shop.services.db, 5);
  const has = async (id: string) => (await searches.open()).has(id);
  const loaded = (await searches.open()).size();
  const stays = await saved({ search: 'pixel that stays' }, person);
  const deleted: string[] = [];
  for (let nth = 0; nth < loaded + 10; nth += 1) {
    const id = await saved({ search: `pixel ${nth}` }, person);
    expect(await has(id)).toBe(true);
    deleted.push(id);
    await remove(id, person);
  }
  await vi.waitFor(async () => expect(await has(deleted[0] ?? '')).toBe(false));
  expect(await has(stays)).toBe(true);
});

test('An alert names what another process, whose clock is ahead, found for it', async () => {
  const [person, owner] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'seller')];
  const id = await saved({ search: 'pixel 4a' }, person);
  await set(id, 'daily', person);
  const phones = [await list('Pixel 4a', { name: 'Google' }, owner), await list('Pixel 4a', { name: 'Google' }, owner)];
  await alerted(person);
  const ahead = { created_at: shop.clock.now() + hours(1) };
  await shop.services.db
    .updateTable('search_matches')
    .set(ahead)
    .where('search_id', '=', id)
    .where('listing_id', '=', phones[1] ?? '')
    .execute();
  await set(id, 'instantly', person);
  expect(await alerted(person)).toEqual(['2 new phones: pixel 4a']);
});

test('A search that was saved after the clock was set back is alerted of, too', async () => {
  const sweep = async () => {
    await createAssessing({ ...shop.services, launchOf: () => null }).run();
    await alerting.run();
  };
  shop.clock.advance(hours(1));
  await saved({ search: 'pixel saved ahead of time' }, await createPerson(shop, 'buyer'));
  await list('Pixel listed ahead of time', {}, await createPerson(shop, 'seller'));
  await sweep();
  shop.clock.advance(-hours(1));
  const person = await createPerson(shop, 'buyer');
  await saved({ search: 'pixel 5a under 300' }, person);
  await list('Pixel 5a', { name: 'Google', resale_price: 250 }, await createPerson(shop, 'seller'));
  await sweep();
  expect((await notifications(person)).map(({ subject }) => subject)).toEqual(['New: Pixel 5a, $250.00']);
});

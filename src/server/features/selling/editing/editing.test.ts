import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '#contract/shared/durations.ts';
import { recognizePhotos } from '#server/features/duplicate-photos/index.ts';
import { createAssessing } from '#server/features/risk/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import {
  beginPayment,
  createCategory,
  createListing,
  createOrder,
  createPerson,
  freeReservations,
  listingInput,
  type Person,
  passTime,
  payWithCard,
  reportPaid,
  sellTo,
  specification,
} from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let other: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller', { verified: true });
  other = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  admin = await createPerson(shop, 'admin');
  await createCategory(shop);
});
afterAll(() => shop.close());

type Wire = { _id: string; resale_price: number };

/** Lets time pass, after which everybody gets a new token. */
const pass = (ms: number, ...people: Person[]) => passTime(shop, ms, [seller, other, buyer, admin, ...people]);

const edit = (id: string, body: object, as = seller) => shop.call('PATCH', `/products/${id}`, { as: as.token, body });
const detailOf = async (id: string) => (await shop.call('GET', `/selectedItem/${id}`)).body as Record<string, unknown>;
const listAt = async (path: string) => (await shop.call('GET', path)).body as Wire[];

test('Changes price, texts, place, answers and specification, and shows the change everywhere', async () => {
  const id = await createListing(shop, seller, { color: 'Gray', location: 'Porto', resale_price: 320 });
  const before = await detailOf(id);
  await shop.call('GET', '/products?sort=lowtohigh');
  await pass(minutes(5));
  const changes = { resale_price: '250', location: 'Faro', color: 'Teal', condition: 'Fair', answers: { battery: 'weak' } };
  const edited = await edit(id, { revision: 1, ...changes, specification: { ...specification(), ram: '12 GB' } });
  expect(edited).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1, revision: 2 } });
  const after = await detailOf(id);
  expect(after).toMatchObject({ resale_price: 250, location: 'Faro', color: 'Teal', condition: 'Fair', specification: { ram: '12 GB' } });
  expect(after).toMatchObject({ answers: { battery: 'weak' }, earlierPrices: [{ price: 320, until: new Date(shop.clock.now()).toISOString() }] });
  // It gets no free trip to the top of the newest.
  expect([after.postedAt, after.post_time]).toEqual([before.postedAt, before.post_time]);
  for (const path of ['/products?color=teal', '/products?place=faro&sort=lowtohigh', '/products?priceFrom=250&priceTo=250', '/searchProducts?search=teal'])
    expect(await listAt(path), path).toMatchObject([{ _id: id, resale_price: 250 }]);
  expect(await listAt('/products?place=porto&priceFrom=320&priceTo=320')).toEqual([]);
});

test('What isn’t sent stays, and nothing changes without a change', async () => {
  const id = await createListing(shop, seller, { description: 'As it was.', answers: { screen: 'light' } });
  const before = await detailOf(id);
  expect(await edit(id, { revision: 1 })).toMatchObject({ status: 200, body: { modifiedCount: 0, revision: 1 } });
  expect(await edit(id, { revision: 1, resale_price: 289, location: before.location })).toMatchObject({ body: { modifiedCount: 0, revision: 1 } });
  expect(await edit(id, { revision: 1, year_of_use: '3 years' })).toMatchObject({ body: { modifiedCount: 1, revision: 2 } });
  expect(await detailOf(id)).toEqual({ ...before, year_of_use: '3 years', worth: expect.any(Object) });
});

test('Which phone it is, its seller and its state can’t be changed', async () => {
  const id = await createListing(shop, seller, { imei: '490154203237518' });
  const fixed = {
    name: 'Apple',
    brand: 'Apple',
    model_name: 'iPhone 12',
    imei: '356938035643809',
    status: 'sold',
    seller_name: 'X',
    post_time: 'never',
    inHand: id,
  };
  expect(await edit(id, { revision: 1, ...fixed })).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  expect(await detailOf(id)).toMatchObject({ model_name: listingInput().model_name, status: 'available', inHand: false });
});

test('Rejects a stale revision with the listing as it is now, also from two tabs at once', async () => {
  const id = await createListing(shop, seller);
  const tabs = await Promise.all([edit(id, { revision: 1, resale_price: 200 }), edit(id, { revision: 1, resale_price: 210 })]);
  expect(tabs.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { body: now } = await shop.call('GET', `/products/${id}`, { as: seller.token });
  expect(now).toMatchObject({ revision: 2, photos: [], mobile_number: listingInput().mobile_number });
  const stale = await edit(id, { revision: 1, description: 'Too late.' });
  expect(stale).toMatchObject({ status: 409, body: { code: 'listing_changed', current: now, message: expect.stringContaining('another tab') } });
  expect((await edit(id, { revision: 7, description: 'Too early.' })).status).toBe(409);
});

test('An edit that is sent again changes nothing, and isn’t taken for a conflict', async () => {
  const id = await createListing(shop, seller, { resale_price: 320, location: 'Porto' });
  const change = { revision: 1, resale_price: '250', location: 'Faro', specification: specification(), answers: { screen: 'light' } };
  expect(await edit(id, change)).toMatchObject({ status: 200, body: { modifiedCount: 1, revision: 2 } });
  expect(await edit(id, change)).toMatchObject({ status: 200, body: { modifiedCount: 0, revision: 2 } });
});

test.each([
  [{}, 'revision', 'The revision must be a whole number.'],
  [{ revision: 0 }, 'revision', 'The revision must be 1 or more.'],
  [{ revision: 1, resale_price: '1.999' }, 'resale_price', expect.any(String)],
  [{ revision: 1, description: '' }, 'description', expect.any(String)],
  [{ revision: 1, location: 'x'.repeat(201) }, 'location', expect.any(String)],
  [{ revision: 1, specification: { ram: '8 GB' } }, 'specification.SIM', expect.any(String)],
  [{ revision: 1, photos: [] }, 'photos', 'Send the first photo and the others together.'],
  [{ revision: 1, image: 'https://elsewhere.example/x.jpg', photos: [] }, 'image', expect.stringContaining('Upload the photo first')],
])('Rejects the change %j at %s', async (body, field, message) => {
  const id = await createListing(shop, seller);
  expect(await edit(id, body)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
  expect(await detailOf(id)).toMatchObject({ earlierPrices: [], description: listingInput().description });
});

test('Rejects changes by others, and of listings that are gone or under review', async () => {
  const id = await createListing(shop, seller);
  const body = { revision: 1, resale_price: 1 };
  expect((await shop.call('PATCH', `/products/${id}`, { body })).status).toBe(401);
  expect((await edit(id, body, buyer)).status).toBe(403);
  expect(await edit(id, body, other)).toMatchObject({ status: 404, body: { message: 'You have no such listing.' } });
  await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'hold', listingId: id, reason: 'A look.' } });
  expect(await edit(id, body)).toMatchObject({ status: 409, body: { code: 'on_hold' } });
  const deleted = await createListing(shop, seller);
  await shop.call('DELETE', `/products/${deleted}`, { as: seller.token });
  expect((await edit(deleted, body)).status).toBe(404);
  const sold = await createListing(shop, seller);
  await sellTo(shop, buyer, sold);
  expect(await edit(sold, body)).toMatchObject({ status: 409, body: { code: 'sold', message: expect.stringContaining('sold') } });
});

test('Rejects changes while a buyer is paying, who pays what they booked', async () => {
  const payer = await createPerson(shop, 'buyer');
  const id = await createListing(shop, seller, { resale_price: 300, storage: '64 GB', location: 'Porto' });
  const orderId = await createOrder(shop, payer, id);
  expect(await edit(id, { revision: 1, resale_price: 350, storage: '128 GB', location: 'Faro' })).toMatchObject({ status: 200 });
  const booked = (await shop.call('GET', `/payment/${orderId}`, { as: payer.token })).body;
  expect(booked).toMatchObject({ listPrice: 300, priceNow: 350, storage: '64 GB' });
  await beginPayment(shop, payer, orderId);
  const refused = await edit(id, { revision: 2, resale_price: 100 });
  expect(refused).toMatchObject({ status: 409, body: { code: 'being_paid', message: expect.stringContaining('A buyer is paying') } });
  await pass(minutes(16), payer);
  expect((await edit(id, { revision: 2, resale_price: 100 })).status).toBe(200);
  await freeReservations(shop);
  const clientSecret = await beginPayment(shop, payer, orderId);
  await payWithCard(shop, clientSecret);
  await reportPaid(shop, payer, { listingId: id, orderId, clientSecret });
  expect((await shop.call('GET', `/orders/${orderId}`, { as: payer.token })).body).toMatchObject({ price: 300, storage: '64 GB', location: 'Porto' });
});

test('A booking of a listing that changed in the meantime is rejected', async () => {
  const id = await createListing(shop, seller, { resale_price: 300 });
  const body = { productId: id, phone: '555', meeting_location: 'Station' };
  const [changed, booked] = await Promise.all([edit(id, { revision: 1, resale_price: 400 }), shop.call('POST', '/bookings', { as: buyer.token, body })]);
  expect(changed.status).toBe(200);
  // Whichever came first: nobody has booked at a price that wasn't the listing's.
  if (booked.status !== 201) expect(booked).toMatchObject({ status: 409, body: { code: 'listing_changed' } });
});

test('Twenty changes an hour', async () => {
  const id = await createListing(shop, seller, { resale_price: 100 });
  for (let revision = 1; revision <= 20; revision += 1) expect((await edit(id, { revision, resale_price: 100 + revision })).status).toBe(200);
  expect(await edit(id, { revision: 21, resale_price: 1 })).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('changes of this listing') },
  });
  await pass(minutes(6));
  for (let revision = 21; revision <= 22; revision += 1) expect((await edit(id, { revision, resale_price: 100 + revision })).status).toBe(200);
});

test('An edit made while the clock was a day ahead doesn’t keep a listing from being edited', async () => {
  const id = await createListing(shop, seller, { resale_price: 100 });
  await pass(days(1));
  expect((await edit(id, { revision: 1, resale_price: 99 })).status).toBe(200);
  await pass(-days(1));
  for (let revision = 2; revision <= 21; revision += 1) expect((await edit(id, { revision, resale_price: 100 + revision })).status).toBe(200);
  expect((await edit(id, { revision: 22, resale_price: 1 })).status).toBe(429);
});

test('An edit is judged like a new listing, even one that an admin cleared', async () => {
  const assess = () => createAssessing({ ...shop.services, launchOf: () => null }).run();
  const queue = async () => JSON.stringify((await shop.call('GET', '/reviewQueue', { as: admin.token })).body);
  const scam = 'Write to me on WhatsApp, +351 912 345 678 or deals@example.test, and pay at https://pay.example.test';
  const id = await createListing(shop, seller, { description: 'Works well.' });
  await assess();
  expect(await queue()).not.toContain(id);
  await edit(id, { revision: 1, description: scam, resale_price: 20 });
  await assess();
  expect(await queue()).toContain(id);
  await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'clearance', listingId: id, reason: 'A friend’s number.' } });
  expect(await queue()).not.toContain(id);
  await edit(id, { revision: 2, description: `${scam} today` });
  await assess();
  expect(await queue()).toContain(id);
});

test('New photos are compared with others’ again, and the one who added them later is asked', async () => {
  const [mine, theirs] = [await createPicture(shop.services.db), await createPicture(shop.services.db)];
  const old = await createListing(shop, seller, { image: mine });
  await pass(minutes(60));
  const victim = await createListing(shop, other, { image: theirs });
  await pass(minutes(60));
  expect((await edit(old, { revision: 1, image: theirs, photos: [mine] })).status).toBe(200);
  await recognizePhotos(shop.services, (error) => {
    throw error;
  });
  const { body } = await shop.call('GET', '/duplicatePhotos', { as: admin.token });
  expect(body).toMatchObject([{ later: { _id: old }, earlier: { _id: victim } }]);
  expect(await detailOf(old)).toMatchObject({ image: theirs, photos: [mine] });
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { beginPayment, createCategory, createListing, createOrder, createPerson, freeReservations, type Person, sellTo } from '#test/support/world/world.ts';
import { UnavailableError } from '../../../errors.ts';

let shop: TestApp;
let seller: Person;
let other: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  other = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  admin = await createPerson(shop, 'admin');
  await createCategory(shop);
});
afterAll(() => shop.close());

type Outcome = { _id: string; outcome: string; code: string | null; message: string | null };

const send = (body: object, as: Person = seller) => shop.call('POST', '/ownListingChanges', { as: as.token, body });
const read = async (path: string, as?: Person) => (await shop.call('GET', path, { as: as?.token })).body;

async function change(act: string, ids: string[], repricing: { percent?: number; prices?: number[]; to?: number[] } = {}): Promise<Outcome[]> {
  const { status, body } = await send({ act, ids, ...repricing });
  expect([status, body]).toEqual([200, expect.anything()]);
  return (body as { outcomes: Outcome[] }).outcomes;
}

async function listedIds(): Promise<string[]> {
  const paths = ['/products', '/products?color=phantom%20gray', '/searchProducts?search=galaxy', '/newArrivalProducts'];
  const lists = await Promise.all(paths.map((path) => read(path)));
  return (lists.flat() as { _id: string }[]).map(({ _id }) => _id);
}

test('A paused listing is in no public list, has a page that says so, and returns as it was', async () => {
  const id = await createListing(shop, seller);
  await shop.call('POST', '/advertise', { as: seller.token, body: { _id: id } });
  const before = await read(`/selectedItem/${id}`);
  expect(await listedIds()).toContain(id);
  expect(await change('pause', [id])).toEqual([{ _id: id, outcome: 'done', message: null, code: null }]);
  expect(await change('pause', [id])).toMatchObject([{ outcome: 'unchanged' }]);
  expect(await listedIds()).not.toContain(id);
  expect(JSON.stringify(await read('/advertise'))).not.toContain(id);
  expect(await read(`/selectedItem/${id}`)).toMatchObject({ _id: id, paused: true, worth: null });
  expect(await read(`/products?email=${seller.email}`, seller)).toContainEqual(expect.objectContaining({ _id: id, paused: true }));
  expect(await read('/removedItems', admin)).not.toContainEqual(expect.objectContaining({ _id: id }));
  const booking = { productId: id, phone: '555', meeting_location: 'Station' };
  expect((await shop.call('POST', '/bookings', { as: buyer.token, body: booking })).status).toBe(404);
  expect((await shop.call('PATCH', `/products/${id}`, { as: seller.token, body: { revision: 1, location: 'Faro' } })).status).toBe(200);
  expect(await change('resume', [id])).toMatchObject([{ outcome: 'done' }]);
  expect(await listedIds()).toContain(id);
  expect(await read(`/selectedItem/${id}`)).toEqual({ ...(before as object), location: 'Faro', worth: expect.anything() });
});

test('While a listing is paused its bookings stay, and can’t be paid until it is back', async () => {
  const id = await createListing(shop, seller);
  const orderId = await createOrder(shop, buyer, id);
  await change('pause', [id]);
  const pay = () => shop.call('POST', '/create-payment-intent', { as: buyer.token, body: { orderId, price: 289 } });
  expect(await pay()).toMatchObject({ status: 409, body: { code: 'on_hold', message: expect.stringContaining('The seller has paused this listing.') } });
  await change('resume', [id]);
  await beginPayment(shop, buyer, orderId, 289);
  for (const act of ['pause', 'sold_elsewhere', 'price'])
    expect(await change(act, [id], { percent: 10, prices: [289] })).toMatchObject([
      { outcome: 'refused', code: 'being_paid', message: expect.stringContaining('A buyer is paying') },
    ]);
  await freeReservations(shop);
});

test('A phone sold elsewhere ends its unpaid bookings, whose buyers read why', async () => {
  const [id, paused] = [await createListing(shop, seller), await createListing(shop, seller)];
  const orderId = await createOrder(shop, buyer, id);
  await change('pause', [paused]);
  expect(await change('sold_elsewhere', [id, paused])).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
  expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(404);
  expect(await read(`/payment/${orderId}`, buyer)).toMatchObject({ state: 'closed', closedReason: 'sold_elsewhere' });
  expect(JSON.stringify(await read('/notifications', buyer))).toContain('sold Galaxy S21 elsewhere');
  expect(await read('/removedItems', admin)).toContainEqual(expect.objectContaining({ _id: id, reason: 'sold_elsewhere' }));
  expect(await change('resume', [paused])).toMatchObject([{ outcome: 'refused', code: 'not_found' }]);
});

test('What is gone by its seller’s own hand already isn’t refused when that is sent again, as after a lost reply', async () => {
  const [deleted, elsewhere, single] = [await createListing(shop, seller), await createListing(shop, seller), await createListing(shop, seller)];
  for (const outcome of ['done', 'unchanged']) {
    expect(await change('delete', [deleted])).toMatchObject([{ outcome }]);
    expect(await change('sold_elsewhere', [elsewhere])).toMatchObject([{ outcome }]);
    const { status, body } = await shop.call('DELETE', `/products/${single}`, { as: seller.token });
    expect([status, body]).toMatchObject([200, { deletedCount: outcome === 'done' ? 1 : 0 }]);
  }
  expect(await change('delete', [elsewhere])).toMatchObject([{ outcome: 'unchanged' }]);
  expect(await change('sold_elsewhere', [deleted])).toMatchObject([{ outcome: 'refused', code: 'not_found' }]);
  expect((await shop.call('DELETE', `/products/${single}`, { as: other.token })).status).toBe(404);
  const taken = await createListing(shop, seller);
  await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'removal', listingId: taken, reason: 'A copy.' } });
  expect(await change('delete', [taken])).toMatchObject([{ outcome: 'refused', code: 'not_found' }]);
});

test('Prices change by percent, with the earlier price; what can’t be changed doesn’t stop the rest', async () => {
  const [cheap, usual, sold] = [
    await createListing(shop, seller, { resale_price: '0.60' }),
    await createListing(shop, seller),
    await createListing(shop, seller),
  ];
  await sellTo(shop, buyer, sold);
  const theirs = await createListing(shop, other);
  const outcomes = await change('price', [cheap, usual, sold, theirs], { percent: -50, prices: [0.6, 289, 289, 289] });
  expect(outcomes.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['refused', 'invalid'],
    ['done', null],
    ['refused', 'sold'],
    ['refused', 'not_found'],
  ]);
  expect(await read(`/selectedItem/${usual}`)).toMatchObject({ resale_price: 144.5, earlierPrices: [{ price: 289 }] });
  expect(await read(`/selectedItem/${theirs}`)).toMatchObject({ resale_price: 289 });
  expect(await change('delete', [usual, sold])).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', code: 'sold' }]);
  expect((await shop.call('GET', `/selectedItem/${usual}`)).status).toBe(404);
});

test('Each phone is repriced once, also when the shop fails halfway or the same change is sent again', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => createListing(shop, seller, { resale_price: 100 })));
  const prices = async () => await Promise.all(ids.map(async (id) => ((await read(`/selectedItem/${id}`)) as { resale_price: number }).resale_price));
  const body = { act: 'price', ids, percent: -10, prices: [100, 100, 100] };
  const transaction = shop.services.db.transaction.bind(shop.services.db);
  const failing = vi.spyOn(shop.services.db, 'transaction');
  failing.mockImplementationOnce(transaction).mockImplementationOnce(() => {
    throw new UnavailableError(1);
  });
  const { outcomes } = (await send(body)).body as { outcomes: Outcome[] };
  failing.mockRestore();
  expect(outcomes.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['done', null],
    ['refused', 'unavailable'],
    ['refused', 'unavailable'],
  ]);
  expect(await prices()).toEqual([90, 100, 100]);
  expect(await send(body)).toMatchObject({ body: { outcomes: [{ outcome: 'refused', code: 'conflict' }, { outcome: 'done' }, { outcome: 'done' }] } });
  expect(await prices()).toEqual([90, 90, 90]);
  const [id] = ids;
  expect(await change('price', [`${id}`, `${id}`], { percent: -10, prices: [90, 90] })).toMatchObject([{ outcome: 'done' }, { code: 'conflict' }]);
});

test('A change of prices is taken back, except where the price has changed since', async () => {
  const [one, two] = [await createListing(shop, seller, { resale_price: '99.99' }), await createListing(shop, seller)];
  const prices = () => Promise.all([one, two].map(async (id) => ((await read(`/selectedItem/${id}`)) as { resale_price: number }).resale_price));
  await change('price', [one, two], { percent: -15, prices: [99.99, 289] });
  expect(await prices()).toEqual([84.99, 245.65]);
  await change('price', [two], { percent: 10, prices: [245.65] });
  const undo = { prices: [84.99, 245.65], to: [99.99, 289] };
  expect(await change('price', [one, two], undo)).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', code: 'conflict' }]);
  expect(await prices()).toEqual([99.99, 270.22]);
  expect(await change('price', [one], { prices: [99.99], to: [0.01] })).toMatchObject([{ outcome: 'refused', code: 'invalid' }]);
});

test('A paused phone that was listed again elsewhere, or whose seller is suspended, doesn’t return', async () => {
  const imei = '490154203237518';
  const [id, plain] = [await createListing(shop, seller, { imei }), await createListing(shop, seller)];
  await change('pause', [id, plain]);
  await createListing(shop, other, { imei });
  expect(await change('resume', [id])).toMatchObject([{ outcome: 'refused', code: 'already_listed' }]);
  await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'suspension', sellerId: seller.id, reason: 'A look.' } });
  expect(await change('resume', [plain])).toMatchObject([{ outcome: 'refused', code: 'suspended' }]);
  expect((await shop.call('DELETE', `/products/${plain}`, { as: seller.token })).status).toBe(409);
});

test.each([
  [{ act: 'pause', ids: [] }, 'ids', 'Choose at least one phone.'],
  [{ act: 'pause', ids: Array.from({ length: 101 }, () => 'x') }, 'ids', 'Choose at most 100 phones at a time.'],
  [{ act: 'burn', ids: ['x'] }, 'act', 'Choose what to do with these phones.'],
  [{ act: 'price', ids: ['x'] }, 'percent', expect.stringContaining('whole number from -90 to 200')],
  [{ act: 'price', ids: ['x'], percent: 10, prices: [1], to: [2] }, 'percent', expect.any(String)],
  [{ act: 'pause', ids: ['x'], prices: [1], to: [2] }, 'percent', expect.any(String)],
  [{ act: 'price', ids: ['x'], prices: [1], to: [] }, 'to', 'Send the price of each phone, as it is now.'],
  [{ act: 'price', ids: ['x'], percent: 0 }, 'percent', expect.stringContaining('not 0')],
  [{ act: 'price', ids: ['x'], percent: 201 }, 'percent', expect.any(String)],
  [{ act: 'price', ids: ['x'], percent: 10 }, 'prices', 'Send the price of each phone, as it is now.'],
  [{ act: 'price', ids: ['x', 'y'], percent: 10, prices: [1] }, 'prices', 'Send the price of each phone, as it is now.'],
])('Rejects the change %j at %s', async (body, field, message) => {
  expect(await send(body)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
});

test('Only sellers change listings', async () => {
  const id = await createListing(shop, other);
  expect((await send({ act: 'pause', ids: [id] }, buyer)).status).toBe(403);
  expect((await shop.call('POST', '/ownListingChanges', { body: { act: 'pause', ids: [id] } })).status).toBe(401);
});

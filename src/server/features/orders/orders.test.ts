import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Booking } from '#contract/orders.ts';
import { findListing, requireListing } from '#server/features/listings/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { FRONT } from '#test/support/world/values.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { bookPhone } from './commands.ts';
import { toNewOrder } from './new-order.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer', { name: 'Bea Buyer' });
});
afterAll(() => shop.close());

function book(productId: string, as?: string, changes: object = {}) {
  return shop.call('POST', '/bookings', { as, body: { productId, phone: '0800 PHONE', meeting_location: 'Café ☕', ...changes } });
}

describe('Bookings', () => {
  test('A booking stores what the buyer enters and takes the rest from the listing, whatever the body says', async () => {
    const id = await createListing(shop, seller, { image: FRONT });
    const made = await book(id, buyer.token, {
      price: 1,
      ProductName: 'Free phone',
      buyerName: 'Other',
      email: 'other@example.test',
      image: 'x',
      paid: true,
      _id: 'mine',
    });
    expect(made).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
    const { insertedId } = made.body as { insertedId: string };
    const order = {
      _id: insertedId,
      productId: id,
      productStatus: 'available',
      ProductName: 'Galaxy S21',
      image: FRONT,
      storage: '128 GB',
      color: 'Phantom Gray',
      price: 289,
      listPrice: 289,
      agreedUntil: null,
      priceNow: null,
      discount: 0,
      discountState: 'none',
      buyerName: 'Bea Buyer',
      email: buyer.email,
      phone: '0800 PHONE',
      meeting_location: 'Café ☕',
      paid: false,
      bookedAt: new Date(shop.clock.now()).toISOString(),
      transactionId: null,
      closedReason: null,
      refunded: false,
      state: 'booked',
      heldUntil: null,
      waiting: false,
      line: null,
      dispute: null,
      seller: null,
      imeiLast4: null,
      fulfillment: null,
      mayReview: false,
    };
    expect((await shop.call('GET', `/bookings?email=${buyer.email}`, { as: buyer.token })).body).toEqual([order]);
    expect((await shop.call('GET', `/payment/${insertedId}`, { as: buyer.token })).body).toEqual(order);
  });

  test('Several buyers can book a phone, each once', async () => {
    const id = await createListing(shop, seller);
    const second = await createPerson(shop, 'buyer');
    const first = await book(id, buyer.token);
    expect(first.status).toBe(201);
    expect(await book(id, buyer.token)).toMatchObject({
      status: 409,
      body: { message: "You've already booked this product.", code: 'already_booked', current: { orderId: (first.body as { insertedId: string }).insertedId } },
    });
    expect((await book(id, second.token)).status).toBe(201);
  });

  test('Two bookings by one buyer at the same moment count once', async () => {
    const id = await createListing(shop, seller);
    const eager = await createPerson(shop, 'buyer');
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => book(id, eager.token)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  });

  test('Sellers and admins can book, but nobody their own listing', async () => {
    const id = await createListing(shop, seller);
    const other = await createPerson(shop, 'seller');
    expect((await book(id, other.token)).status).toBe(201);
    expect((await book(id, admin.token)).status).toBe(201);
    expect(await book(id, seller.token)).toMatchObject({ status: 403, body: { code: 'own_listing' } });
  });

  test('Rejects bookings by strangers, and of removed and sold phones', async () => {
    const id = await createListing(shop, seller);
    expect((await book(id)).status).toBe(401);
    expect((await book('no-such-id', buyer.token)).status).toBe(404);
    await sellTo(shop, await createPerson(shop, 'buyer'), id);
    expect(await book(id, buyer.token)).toMatchObject({ status: 409, body: { code: 'sold' } });
  });

  test('A buyer who is removed while they book gets no booking', async () => {
    const { db, buyerKeys } = shop.services;
    const leaving = await createPerson(shop, 'buyer');
    const listing = await findListing(db, await createListing(shop, seller));
    requireListing(listing);
    const caller = { userId: leaving.id, name: leaving.name, email: leaving.email };
    const order = { ...toNewOrder(listing, caller, { phone: '0800 PHONE', meeting_location: 'Café' }), discount_cents: 0 };
    const keys = buyerKeys.of({ ...caller, phone: order.phone });
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    await expect(bookPhone(db, order, { revision: listing.revision, keys, now: shop.clock.now() })).rejects.toMatchObject({ status: 401 });
    expect(await db.selectFrom('orders').select('id').where('buyer_id', '=', leaving.id).execute()).toEqual([]);
  });

  test.each([
    ['phone', { phone: '   ' }],
    ['phone', { phone: undefined }],
    ['meeting_location', { meeting_location: '' }],
    ['meeting_location', { meeting_location: 'x'.repeat(201) }],
    ['productId', { productId: 7 }],
  ])('Rejects a booking without a valid %s (%j) at that field', async (field, changes) => {
    const id = await createListing(shop, seller);
    expect(await book(id, buyer.token, changes)).toMatchObject({ status: 422, body: { code: 'invalid', fields: { [field]: expect.any(String) } } });
  });
});

describe('Reading orders', () => {
  test('Only the buyer can read an order: another address is a 403, another’s order a 404', async () => {
    const id = await createListing(shop, seller);
    const order = await createOrder(shop, buyer, id);
    const other = await createPerson(shop, 'buyer');
    expect((await shop.call('GET', `/bookings?email=${buyer.email}`)).status).toBe(401);
    for (const { token } of [other, seller, admin]) {
      expect(await shop.call('GET', `/bookings?email=${buyer.email}`, { as: token })).toMatchObject({ status: 403 });
      expect(await shop.call('GET', `/payment/${order}`, { as: token })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await shop.call('GET', `/payment/${order}`)).status).toBe(401);
    expect((await shop.call('GET', '/payment/no-such-id', { as: buyer.token })).status).toBe(404);
  });

  test('The seller’s name, number and address and the IMEI’s last four digits are shown to the buyer who paid, and to nobody before', async () => {
    const id = await createListing(shop, seller, { imei: '356938035643809', mobile_number: '0800 SELLER' });
    const [waiting, paying] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const unpaid = await createOrder(shop, waiting, id);
    expect((await shop.call('GET', `/payment/${unpaid}`, { as: waiting.token })).body).toMatchObject({ seller: null, imeiLast4: null });
    const orderId = await sellTo(shop, paying, id);
    const shown = { seller: { name: seller.name, phone: '0800 SELLER', email: seller.email, gone: false }, imeiLast4: '3809' };
    expect((await shop.call('GET', `/payment/${orderId}`, { as: paying.token })).body).toMatchObject(shown);
    expect((await shop.call('GET', `/bookings?email=${paying.email}`, { as: paying.token })).body).toMatchObject([shown]);
    expect((await shop.call('GET', `/payment/${unpaid}`, { as: waiting.token })).body).toMatchObject({ paid: false, seller: null, imeiLast4: null });
  });

  test('A booking says whether its phone is still on sale, paused or under review', async () => {
    const [id, waiting, admin] = [await createListing(shop, seller), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
    await createOrder(shop, waiting, id);
    const statusNow = async () => ((await shop.call('GET', `/bookings?email=${waiting.email}`, { as: waiting.token })).body as Booking[])[0]?.productStatus;
    const change = (act: 'pause' | 'resume') => shop.call('POST', '/ownListingChanges', { as: seller.token, body: { act, ids: [id] } });
    expect(await statusNow()).toBe('available');
    await change('pause');
    expect(await statusNow()).toBe('paused');
    await change('resume');
    const decision = { kind: 'hold', listingId: id, reason: 'We check its photos.' };
    expect((await shop.call('POST', '/decisions', { as: admin.token, body: decision })).status).toBe(201);
    expect(await statusNow()).toBe('hidden');
  });
});

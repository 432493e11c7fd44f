import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, listingInput, type Person } from '#test/support/world/world.ts';

let test: TestApp;
let seller: Person;
let buyer: Person;
beforeAll(async () => {
  test = await createTestApp();
  seller = await createPerson(test, 'seller');
  buyer = await createPerson(test, 'buyer');
});
afterAll(() => test.close());

function pay(orderId: string, price: unknown) {
  return test.call('POST', '/create-payment-intent', { as: buyer.token, body: { price, orderId } });
}

/** A listing with a price that an earlier version accepted. */
async function createOldListing(cents: number): Promise<string> {
  const id = await createListing(test, seller);
  await test.services.db.updateTable('listings').set({ price_cents: cents }).where('id', '=', id).execute();
  return id;
}

describe('Prices that no card can pay', () => {
  it.each([
    ['0.01', /at least \$0\.50\.$/u],
    ['0.49', /at least \$0\.50\.$/u],
    ['1000000', /at most \$999,999\.99\.$/u],
  ])('A price of %s dollars can’t be listed', async (price, sentence) => {
    const body = listingInput({ resale_price: price });
    expect(await test.call('POST', `/products?email=${seller.email}`, { as: seller.token, body })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { resale_price: expect.stringMatching(sentence) } },
    });
  });

  it.each([1, 49, 100_000_000])('A price of %i cents in a listing of an earlier version can’t be booked', async (cents) => {
    const body = { productId: await createOldListing(cents), phone: '+1 555 0100', meeting_location: 'Here' };
    expect(await test.call('POST', '/bookings', { as: buyer.token, body })).toMatchObject({
      status: 409,
      body: { code: 'unpayable', message: 'This phone can’t be booked because its price can’t be paid by card. Cards accept $0.50 to $999,999.99.' },
    });
  });

  it.each([
    [1, 0.01, /at least \$0\.50\.$/u],
    [100_000_000, 1_000_000, /at most \$999,999\.99\.$/u],
  ])('A price of %i cents in an order of an earlier version is refused, and reserves nothing', async (cents, price, sentence) => {
    const listingId = await createListing(test, seller);
    const orderId = await createOrder(test, buyer, listingId);
    await test.services.db.updateTable('orders').set({ price_cents: cents }).where('id', '=', orderId).execute();
    expect(await pay(orderId, price)).toMatchObject({ status: 422, body: { code: 'invalid', fields: { price: expect.stringMatching(sentence) } } });
    const listing = await test.services.db
      .selectFrom('listings')
      .select(['reserved_by', 'reserved_until'])
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow();
    expect(listing).toEqual({ reserved_by: null, reserved_until: null });
  });
});

describe('The lowest and the highest price', () => {
  it.each(['0.50', '999999.99'])('A price of %s dollars is listed, booked and paid', async (price) => {
    const listingId = await createListing(test, seller, { resale_price: price, original_price: '999999.99' });
    const orderId = await createOrder(test, buyer, listingId);
    expect(await pay(orderId, price)).toMatchObject({ status: 200, body: { clientSecret: expect.stringMatching(/^pi_/u) } });
  });
});

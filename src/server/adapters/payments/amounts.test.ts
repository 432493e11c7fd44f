import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { createListing, createOrder, createPerson, type Person } from '#test/factories.ts';

let test: TestApp;
let seller: Person;
let buyer: Person;
beforeAll(async () => {
  test = await createTestApp();
  seller = await createPerson(test, 'seller');
  buyer = await createPerson(test, 'buyer');
});
afterAll(() => test.close());

const openPayment = async (price: string) => {
  const listingId = await createListing(test, seller, { resale_price: price, original_price: '1000000' });
  const orderId = await createOrder(test, buyer, listingId);
  return { listingId, orderId, ...(await test.call('POST', '/create-payment-intent', { as: buyer.token, body: { price, orderId } })) };
};

describe('a price that the shop allows, but no card can pay', () => {
  it.each([
    ['0.01', /too low .* \$0\.50\.$/u],
    ['0.49', /too low .* \$0\.50\.$/u],
    ['1000000', /too high .* \$999,999\.99 at once\.$/u],
  ])('%s dollars are refused with a sentence, and the order stays as it is, and the phone is held for nobody', async (price, sentence) => {
    const { status, body, listingId, orderId } = await openPayment(price);
    expect({ status, body }).toEqual({
      status: 422,
      body: { code: 'invalid', message: expect.stringMatching(sentence), fields: { price: expect.stringMatching(sentence) } },
    });
    const order = await test.call('GET', `/payment/${orderId}`, { as: buyer.token });
    expect(order).toMatchObject({ status: 200, body: { paid: false } });
    const again = await test.call('POST', '/create-payment-intent', { as: buyer.token, body: { price, orderId } });
    expect(again.status).toBe(422);
    const listing = await test.services.db.selectFrom('listings').select(['held_by', 'held_until']).where('id', '=', listingId).executeTakeFirstOrThrow();
    expect(listing).toEqual({ held_by: null, held_until: null });
  });

  it.each(['0.50', '999999.99'])('%s dollars can be paid', async (price) => {
    expect(await openPayment(price)).toMatchObject({ status: 200, body: { clientSecret: expect.stringMatching(/^pi_/u) } });
  });
});

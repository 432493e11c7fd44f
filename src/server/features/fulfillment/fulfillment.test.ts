import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { days, hours } from '#contract/shared/durations.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { sweepPayments } from '#server/features/payments/index.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, stranger] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer'), createPerson(shop, 'buyer')]);
});
afterAll(() => shop.close());

const buy = async (): Promise<string> => sellTo(shop, buyer, await createListing(shop, seller));
const sweep = () => sweepFulfillments(shop.services, DEADLINES);

async function see(orderId: string, as: Person = buyer): Promise<PaidOrder> {
  const { status, body } = await shop.call('GET', `/orders/${orderId}`, { as: as.token });
  expect(status).toBe(200);
  return body as PaidOrder;
}

/** Puts an order into a state that other tests lead to. */
async function putInto(orderId: string, state: FulfillmentState, dueAt: number | null): Promise<void> {
  const handed = ['handed_over', 'returning', 'return_confirming'].includes(state) ? { handed_over_at: shop.clock.now() } : {};
  await shop.services.db
    .updateTable('fulfillments')
    .set({ state, due_at: dueAt, ...handed })
    .where('order_id', '=', orderId)
    .execute();
}

const whysOf = async (orderId: string) =>
  ((await shop.call('GET', `/orders/${orderId}/history`, { as: buyer.token })).body as { why: string }[]).map(({ why }) => why);

describe('A paid order', () => {
  test('Buyer and seller see where it stands and how to reach each other from the moment of payment, and nobody else does', async () => {
    const orderId = await buy();
    const order = await see(orderId);
    expect(order).toMatchObject({ side: 'buyer', fulfillment: { state: 'to_arrange', meetAt: null, refunded: 0, outcome: null } });
    expect(Date.parse(order.fulfillment.dueAt ?? '')).toBe(Date.parse(order.paidAt) + days(14));
    expect(order.seller).toMatchObject({ name: seller.name, email: seller.email });
    expect(order.seller.phone).not.toBe('');
    expect(await see(orderId, seller)).toMatchObject({ side: 'seller', buyer: { name: buyer.name, phone: '+351 911 111 111', email: '' } });
    const admin = await createPerson(shop, 'admin');
    for (const other of [stranger, admin]) expect((await shop.call('GET', `/orders/${orderId}`, { as: other.token })).status).toBe(404);
    expect((await shop.call('GET', `/orders/${orderId}`)).status).toBe(401);
    expect((await shop.call('GET', `/orders/${orderId}/history`, { as: stranger.token })).status).toBe(404);
    expect((await shop.call('GET', `/orders/${orderId}/history`, { as: seller.token })).status).toBe(200);
  });

  test('The listing as it was booked is stored with the order, without the seller’s number', async () => {
    const orderId = await buy();
    const { terms } = await shop.services.db.selectFrom('orders').select('terms').where('id', '=', orderId).executeTakeFirstOrThrow();
    expect(JSON.parse(terms ?? '')).toMatchObject({ model_name: expect.any(String), description: expect.any(String), photos: [], answers: expect.any(Object) });
    expect(JSON.parse(terms ?? '')).not.toHaveProperty('mobile_number');
  });

  test.each(['to_arrange', 'arranged', 'no_show_reported'] as const)(
    'Is canceled and refunded in full when its deadline passes in the state %s',
    async (state) => {
      const orderId = await buy();
      await putInto(orderId, state, shop.clock.now() + 1000);
      expect(await sweep()).toBe(0);
      shop.clock.advance(1000);
      expect(await sweep()).toBe(1);
      expect(await sweep()).toBe(0);
      await sweepPayments(shop.services);
      expect(await see(orderId)).toMatchObject({
        state: 'refunded',
        fulfillment: { state: 'canceled', dueAt: null, refunded: 289 },
        seller: { phone: '', email: '' },
      });
      const { listing_id } = await shop.services.db.selectFrom('orders').select('listing_id').where('id', '=', orderId).executeTakeFirstOrThrow();
      // The seller hasn't said that it should be on sale again.
      expect((await shop.call('GET', `/selectedProducts/${listing_id}`)).status).toBe(404);
      for (const { email } of [buyer, seller]) expect((await mailsTo(shop, email)).at(-1)?.text).toMatch(/refund/u);
    },
  );

  test('Counts as handed over a day after one side confirmed, and completes when the time to check the phone is over', async () => {
    const orderId = await buy();
    await putInto(orderId, 'confirming', shop.clock.now());
    await sweep();
    const { fulfillment } = await see(orderId);
    expect(fulfillment).toMatchObject({ state: 'handed_over', handedOverAt: new Date(shop.clock.now()).toISOString() });
    expect(Date.parse(fulfillment.dueAt ?? '')).toBe(shop.clock.now() + hours(48));
    await putInto(orderId, 'handed_over', shop.clock.now());
    await sweep();
    expect(await see(orderId, seller)).toMatchObject({ state: 'paid', fulfillment: { state: 'completed', refunded: 0 } });
    expect(await whysOf(orderId)).toEqual(['booked', 'payment_begun', 'payment_arrived', 'confirmation_overdue', 'inspection_over']);
  });

  test('Is completed early by its buyer alone, once, and only after the handover', async () => {
    const orderId = await buy();
    const accept = (as: Person) => shop.call('POST', `/orders/${orderId}/acceptance`, { as: as.token });
    expect(await accept(buyer)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    await putInto(orderId, 'handed_over', shop.clock.now() + days(2));
    expect((await accept(seller)).status).toBe(403);
    expect((await accept(stranger)).status).toBe(404);
    const replies = await Promise.all([accept(buyer), accept(buyer)]);
    expect(replies.map(({ status }) => status)).toContain(200);
    expect((await accept(buyer)).body).toMatchObject({ modifiedCount: 0 });
    expect((await whysOf(orderId)).filter((why) => why === 'inspected')).toHaveLength(1);
  });

  test('Pays the seller when the phone isn’t brought back in time, and refunds the buyer when one side confirmed the return', async () => {
    const [kept, returned] = [await buy(), await buy()];
    await putInto(kept, 'returning', shop.clock.now());
    await putInto(returned, 'return_confirming', shop.clock.now());
    expect(await sweep()).toBe(2);
    await sweepPayments(shop.services);
    expect(await see(kept)).toMatchObject({ state: 'paid', fulfillment: { state: 'decided', outcome: 'paid_out', refunded: 0 } });
    expect(await see(returned)).toMatchObject({ state: 'refunded', fulfillment: { state: 'decided', outcome: 'refunded', refunded: 289 } });
  });

  test('Waits with its deadline while the buyer’s bank investigates the payment', async () => {
    const orderId = await buy();
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    await shop.services.practiceBank?.open(intent_id ?? '');
    await putInto(orderId, 'handed_over', shop.clock.now());
    const row = { id: 'd', reference: 'dp_1', provider: 'practice' as const, order_id: orderId, intent_id: intent_id ?? '', amount_cents: 1, currency: 'usd' };
    await shop.services.db
      .insertInto('disputes')
      .values({ ...row, status: 'needs_response', reason: 'fraudulent', opened_at: 0, withdrawn_cents: 0, movements: 0, checked_at: 0 })
      .execute();
    expect(await sweep()).toBe(0);
    await shop.services.db.updateTable('disputes').set({ status: 'won', closed_at: 1 }).where('id', '=', 'd').execute();
    expect(await sweep()).toBe(1);
  });

  test('Meets its deadline although the one before it fails', async () => {
    const [broken, sound] = [await buy(), await buy()];
    await putInto(broken, 'arranged', shop.clock.now() - 1);
    await putInto(sound, 'handed_over', shop.clock.now());
    const failing = { ...DEADLINES, arranged: () => Promise.reject(new Error('This order fails.')) };
    await expect(sweepFulfillments(shop.services, failing)).rejects.toThrow('items that failed: 1');
    expect(await see(sound)).toMatchObject({ fulfillment: { state: 'completed' } });
    expect(await sweep()).toBe(1);
  });

  test('Meets its deadline although the card provider never answers about the refund of the one before it', async () => {
    const [refunded, sound] = [await buy(), await buy()];
    await putInto(refunded, 'arranged', shop.clock.now() - 1);
    await putInto(sound, 'handed_over', shop.clock.now());
    const payments = { ...shop.services.payments, refund: () => new Promise<never>(() => {}) };
    const hanging = { ...shop.services, payments };
    expect(await sweepFulfillments(hanging, DEADLINES)).toBe(2);
    expect(await see(refunded)).toMatchObject({ state: 'refunding', fulfillment: { state: 'canceled', refunded: 289 } });
    expect(await see(sound)).toMatchObject({ fulfillment: { state: 'completed' } });
    await sweepPayments(shop.services);
    expect(await see(refunded)).toMatchObject({ state: 'refunded' });
  });

  test('Ends when an admin refunds it, even after it was completed', async () => {
    const orderId = await buy();
    await putInto(orderId, 'handed_over', shop.clock.now());
    await sweep();
    const admin = await createPerson(shop, 'admin');
    const refund = { reason: 'It was stolen.', relist: false };
    expect((await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: refund })).status).toBe(200);
    expect(await see(orderId)).toMatchObject({ state: 'refunded', fulfillment: { state: 'decided', outcome: 'refunded' } });
  });
});

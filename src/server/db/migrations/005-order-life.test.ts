import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '#server/features/payments/reconcile.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { beginPayment, createListing, createOrder, createPerson, payWithCard, reportPaid, sellTo } from '#test/support/world/world.ts';
import { addOrderLifecycle } from './005-order-life.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('Existing orders get their state, history and payments, however often the migration was begun', async () => {
  const [seller, buyer, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
  const sold = await createListing(shop, seller);
  const lost = await createOrder(shop, other, sold);
  const paid = await sellTo(shop, buyer, sold);
  const [booked, paying] = [await createListing(shop, seller), await createListing(shop, seller)];
  const bookedOrder = await createOrder(shop, buyer, booked);
  const payingOrder = await createOrder(shop, buyer, paying);
  await beginPayment(shop, buyer, payingOrder);
  const gone = await createListing(shop, seller);
  const late = await createOrder(shop, buyer, gone);
  const clientSecret = await beginPayment(shop, buyer, late);
  await shop.call('DELETE', `/products/${gone}`, { as: seller.token });
  await payWithCard(shop, clientSecret);
  expect((await reportPaid(shop, buyer, { listingId: gone, orderId: late, clientSecret })).status).toBe(409);

  const { db } = shop.services;
  await db.deleteFrom('order_history').execute();
  await db.deleteFrom('ledger').execute();
  await db.updateTable('orders').set({ state: 'booked', seller_id: '' }).execute();
  await addOrderLifecycle(db as never);
  await addOrderLifecycle(db as never);

  const orders = await db.selectFrom('orders').select(['id', 'state', 'seller_id']).execute();
  const states = Object.fromEntries(orders.map(({ id, state }) => [id, state]));
  expect(states).toEqual({ [lost]: 'closed', [paid]: 'paid', [bookedOrder]: 'booked', [payingOrder]: 'paying', [late]: 'refunded' });
  expect(new Set(orders.map(({ seller_id }) => seller_id))).toEqual(new Set([seller.id]));
  for (const { id, state } of orders) {
    const steps = await db.selectFrom('order_history').select(['step', 'to_state']).where('order_id', '=', id).orderBy('step').execute();
    expect(steps.map(({ step }) => step)).toEqual(steps.map((_, at) => at + 1));
    expect(steps.at(-1)?.to_state).toBe(state);
  }
  const { counts, differences } = await reconcile(shop.services);
  expect({ counts, differences }).toMatchObject({ counts: { charges: 2, refunds: 1 }, differences: [] });
});

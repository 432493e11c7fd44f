import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours } from '#contract/shared/durations.ts';
import { ProviderError } from '#server/errors.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { type Sold, salesOf, sellOne } from '#test/support/world/sold.ts';
import { createPerson } from '#test/support/world/world.ts';
import { createCatchUp } from './catch-up.ts';
import { reconcile } from './reconcile.ts';
import { sweepPayments } from './sweep.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
});
afterAll(() => shop.close());

const catchUp = () => createCatchUp(shop.services, () => {})();
const { ask, orderOf } = salesOf(() => shop);
const refund = async ({ orderId }: Sold) => ask(await createPerson(shop, 'admin'), 'POST', `/orders/${orderId}/refund`, { reason: 'Broken.', relist: false });

/** Sweeps for days, as without any webhooks. */
async function sweep(times: number) {
  for (let count = 0; count < times; count += 1) {
    shop.clock.advance(hours(8));
    await sweepPayments(shop.services);
  }
}

test('Records a dispute whose webhooks were lost', async () => {
  const sold = await sellOne(shop);
  await shop.services.practiceBank?.open(sold.intentId);
  await sweep(3);
  expect(await orderOf(sold)).toMatchObject({ dispute: null });
  await catchUp();
  expect(await orderOf(sold)).toMatchObject({ dispute: 'open' });
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test('Records a refund made at the provider whose webhooks were lost', async () => {
  const sold = await sellOne(shop);
  await shop.services.payments.refund(sold.intentId, 'in the dashboard');
  await sweep(3);
  expect(await orderOf(sold)).toMatchObject({ state: 'paid' });
  await catchUp();
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test('Makes a refund again that its bank returned weeks later, when that webhook was lost', async () => {
  const sold = await sellOne(shop);
  await refund(sold);
  const { db } = shop.services;
  await sweep(60);
  await db.updateTable('practice_refunds').set({ status: 'failed' }).where('intent_id', '=', sold.intentId).execute();
  await db.updateTable('practice_intents').set({ amount_refunded: 0 }).where('id', '=', sold.intentId).execute();
  await catchUp();
  const made = () => db.selectFrom('ledger').select(['kind']).where('order_id', '=', sold.orderId).orderBy('at').execute();
  expect((await made()).map(({ kind }) => kind)).toEqual(['charge', 'refund', 'refund_failed']);
  await catchUp();
  await sweep(3);
  expect((await made()).map(({ kind }) => kind)).toEqual(['charge', 'refund', 'refund_failed', 'refund']);
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test('Looks once a day, at what is at most 35 days old, and again when the provider couldn’t be asked', async () => {
  const { payments } = shop.services;
  const { listDisputes } = payments;
  const asked: number[] = [];
  payments.listDisputes = (since = 0) => {
    asked.push(shop.clock.now() - since);
    if (asked.length === 1) throw new Error('down');
    return listDisputes(since);
  };
  const look = createCatchUp(shop.services, () => {});
  await expect(look()).rejects.toThrow('down');
  for (let count = 0; count < 6; count += 1) {
    await look();
    shop.clock.advance(hours(8));
  }
  payments.listDisputes = listDisputes;
  expect(asked).toEqual([days(35), days(35), days(35)]);
  shop.clock.advance(days(40));
  expect(await Array.fromAsync(payments.listRefunds(shop.clock.now() - days(35)))).toEqual([]);
  expect(await Array.fromAsync(payments.listDisputes(shop.clock.now() - days(35)))).toEqual([]);
});

test('Looks again when the clock was set back', async () => {
  const { payments } = shop.services;
  const { listRefunds } = payments;
  let looks = 0;
  payments.listRefunds = (since) => {
    looks += 1;
    return listRefunds(since);
  };
  const look = createCatchUp(shop.services, () => {});
  await look();
  shop.clock.advance(-days(30));
  await look();
  await look();
  shop.clock.advance(days(30));
  payments.listRefunds = listRefunds;
  expect(looks).toBe(2);
});

test.each([
  ['the next time, when the provider couldn’t answer', 'unreachable', true],
  ['the next day, when the provider refused to answer', 'refused', false],
] as const)('Asks about a missed refund again %s', async (_, how, isSoon) => {
  const sold = await sellOne(shop);
  const { payments } = shop.services;
  await payments.refund(sold.intentId, `in the dashboard, ${how}`);
  const { findRefundsOf } = payments;
  const look = createCatchUp(shop.services, () => {});
  const stateNow = async () => (await shop.services.db.selectFrom('orders').select('state').where('id', '=', sold.orderId).executeTakeFirst())?.state;
  payments.findRefundsOf = async () => {
    throw new ProviderError('Not now.', how);
  };
  await look();
  payments.findRefundsOf = findRefundsOf;
  await look();
  expect(await stateNow()).toBe(isSoon ? 'refunded' : 'paid');
  shop.clock.advance(days(1));
  await look();
  expect(await stateNow()).toBe('refunded');
});

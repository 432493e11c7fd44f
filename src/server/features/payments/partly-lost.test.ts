import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { days, hours, minutes } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { disputePayment, loseDispute } from '#test/support/disputes.ts';
import { owe } from '#test/support/payouts.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { type Sold, salesOf, sellOne } from '#test/support/world/sold.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';
import { DEADLINES } from '../../process/deadlines.ts';
import { sweepFulfillments } from '../fulfillment/index.ts';
import { sweepPayouts } from '../payouts/index.ts';
import { refundSoon, syncRefunds } from './refunds.ts';
import { sweepPayments } from './sweep.ts';

let shop: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
});
beforeEach(async () => {
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

const sell = () => sellOne(shop);
const { ask, orderOf, saleOf, textsFor, expectBooksToMatch } = salesOf(() => shop);

async function handOver(sold: Sold) {
  await ask(sold.seller, 'POST', `/orders/${sold.orderId}/handover/code`, await scannedCode(shop, sold));
  await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/handover/confirmation`, await confirmation(shop, sold));
}

const paymentOf = async ({ orderId }: Sold) => ((await ask(admin, 'GET', '/payments')).body as PaymentRecord[]).find((one) => one.orderId === orderId);

async function lose(sold: Sold, cents: number) {
  await loseDispute(shop, await disputePayment(shop, sold.intentId, cents));
}

async function meetDeadlines(afterMs: number) {
  shop.clock.advance(afterMs);
  // Nobody stays logged in for so long.
  admin = await createPerson(shop, 'admin');
  const due: string[] = [];
  await sweepFulfillments(shop.services, DEADLINES, (intentId) => due.push(intentId));
  for (const intentId of due) await refundSoon(shop.services, intentId);
}

async function sweep(times: number) {
  for (let count = 0; count < times; count += 1) {
    shop.clock.advance(hours(1));
    await sweepPayments(shop.services);
  }
}

/** The provider refunds no disputed payment: an admin does it. */
async function refundByHand(sold: Sold, amount: number) {
  await sweep(8);
  const payment = await paymentOf(sold);
  expect(payment?.refundByHand).toBe(amount);
  expect((await ask(admin, 'POST', `/payments/${payment?._id}/refund`)).status).toBe(200);
}

const sumOf = async ({ orderId }: Sold, kind: 'refund' | 'dispute') => {
  const rows = await shop.services.db.selectFrom('ledger').select('amount_cents').where('order_id', '=', orderId).where('kind', '=', kind).execute();
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
};

test('The buyer cancels after a part was lost: they get what is left, which an admin returns by hand', async () => {
  const sold = await sell();
  await lose(sold, 10_000);
  expect((await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/cancellation`, { reason: 'I found another.' })).status).toBe(200);
  expect((await textsFor(sold.buyer))[0]).toContain('refunding $189.00');
  await refundByHand(sold, 189);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  expect([await sumOf(sold, 'refund'), await sumOf(sold, 'dispute')]).toEqual([18_900, 10_000]);
  await expectBooksToMatch(sold);
});

test('An admin refunds what is left after a part was lost, and a deadline does so, too', async () => {
  const [one, other] = [await sell(), await sell()];
  await lose(one, 10_000);
  await lose(other, 10_000);
  expect(await paymentOf(one)).toMatchObject({ amount: 289, left: 189 });
  expect((await ask(admin, 'POST', `/orders/${one.orderId}/refund`, { reason: 'Broken.', relist: false })).status).toBe(200);
  await refundByHand(one, 189);
  await meetDeadlines(days(15));
  await refundByHand(other, 189);
  for (const sold of [one, other]) {
    const order = await shop.services.db.selectFrom('orders').select('state').where('id', '=', sold.orderId).executeTakeFirst();
    expect(order).toEqual({ state: 'refunded' });
    await expectBooksToMatch(sold);
  }
});

test('An offer counts as accepted after most of the money was lost: the buyer gets no more than what is left, and both read so', async () => {
  const sold = await sell();
  await handOver(sold);
  await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/problem`, { reason: 'not_working', text: 'It doesn’t ring.' });
  expect((await ask(sold.seller, 'POST', `/orders/${sold.orderId}/problem/answer`, { answer: 'offer', amount: 150, text: 'Keep it.' })).status).toBe(200);
  await lose(sold, 20_000);
  await meetDeadlines(days(4));
  expect((await textsFor(sold.buyer))[0]).toMatch(/You get \$89\.00 back: all that was left of your money/u);
  expect((await textsFor(sold.seller))[0]).toMatch(/The buyer gets \$89\.00 back: all that was left of their money/u);
  await refundByHand(sold, 89);
  await sweepPayouts(shop.services);
  expect(await orderOf(sold)).toMatchObject({ state: 'paid', fulfillment: { outcome: 'partly_refunded', refunded: 89 } });
  expect([await sumOf(sold, 'refund'), await sumOf(sold, 'dispute')]).toEqual([8900, 20_000]);
  expect((await saleOf(sold))?.payout).toMatchObject({ net: 0 });
  await expectBooksToMatch(sold);
});

test('Refunding the rest at the provider undoes the sale', async () => {
  const sold = await sell();
  await lose(sold, 10_000);
  const { payments } = shop.services;
  const { findRefundsOf } = payments;
  payments.findRefundsOf = async (intentId) => [{ id: 're_rest', intentId, amountCents: 18_900, currency: 'usd', status: 'succeeded' }];
  await syncRefunds(shop.services, sold.intentId).finally(() => {
    payments.findRefundsOf = findRefundsOf;
  });
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded', closedReason: 'refunded_by_admin' });
  expect((await saleOf(sold))?.state).toBe('refunded');
  await shop.services.db.deleteFrom('ledger').where('order_id', '=', sold.orderId).execute();
});

test('Each of two lost disputes is taken back from a seller who was paid, and a dispute about another payment of the order isn’t', async () => {
  const sold = await sell();
  await owe(shop, sold.orderId);
  expect((await ask(admin, 'POST', `/orders/${sold.orderId}/payout`)).status).toBe(200);
  const owed = async () => ((await ask(sold.seller, 'GET', '/payoutAccount')).body as { owed: number }).owed;
  for (const expected of [100, 200]) {
    await lose(sold, 10_000);
    await sweepPayouts(shop.services);
    expect(await owed()).toBe(expected);
  }
  const { db } = shop.services;
  const { id: _, intent_id: _own, ...payment } = await db.selectFrom('payments').selectAll().where('intent_id', '=', sold.intentId).executeTakeFirstOrThrow();
  await db
    .insertInto('payments')
    .values({ ...payment, id: 'other', intent_id: 'pi_other', state: 'refunded' })
    .execute();
  const row = { id: 'other', reference: 'dp_other', provider: 'practice', order_id: sold.orderId, intent_id: 'pi_other', amount_cents: 28_900 } as const;
  const state = { currency: 'usd', status: 'lost', reason: 'fraudulent', opened_at: 0, closed_at: 1, withdrawn_cents: 28_900, movements: 1, checked_at: 0 };
  await db
    .insertInto('disputes')
    .values({ ...row, ...state })
    .execute();
  shop.clock.advance(minutes(5));
  await sweepPayouts(shop.services);
  expect(await owed()).toBe(200);
  expect((await saleOf(sold))?.payout).toMatchObject({ refunded: 200, owed: 200 });
});

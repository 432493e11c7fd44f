import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { hours, minutes, seconds } from '#contract/shared/durations.ts';
import { ProviderError } from '#server/errors.ts';
import type { Refund } from '#server/ports/payments.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { disputePayment, loseDispute, winDispute } from '#test/support/disputes.ts';
import { type Sold, salesOf, sellOne } from '#test/support/world/sold.ts';
import { completeOrder, createPerson, type Person, payWithCard } from '#test/support/world/world.ts';
import { reconcile } from './reconcile.ts';
import { checkRefund, payBackPart, syncRefunds } from './refunds.ts';
import { settle } from './settle.ts';
import { sweepPayments } from './sweep.ts';

let shop: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
});
// Days pass here, and nobody stays logged in that long.
beforeEach(async () => {
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

const sell = () => sellOne(shop);
const { ask, orderOf } = salesOf(() => shop);

const refund = ({ orderId }: Sold) => ask(admin, 'POST', `/orders/${orderId}/refund`, { reason: 'Broken.', relist: false });
const paymentOf = async ({ orderId }: Sold) => ((await ask(admin, 'GET', '/payments')).body as PaymentRecord[]).find((one) => one.orderId === orderId);
const noteRefund = async (sold: Sold, person = admin) => ask(person, 'POST', `/payments/${(await paymentOf(sold))?._id}/refund`);

async function askedAbout({ orderId }: Sold) {
  const all = (await ask(admin, 'GET', '/notifications')).body as Notification[];
  return all.filter(({ kind, text }) => kind === 'refund_refused' && text.includes(orderId));
}

/** Runs this while the provider refuses every refund in this way; returns the keys of the refunds it was asked for. */
async function whileRefused(how: 'failed' | 'error', work: () => Promise<unknown>): Promise<string[]> {
  const keys: string[] = [];
  const { payments } = shop.services;
  const { refund: make } = payments;
  payments.refund = async (intentId, key, amountCents = 28_900) => {
    keys.push(key);
    if (how === 'error') throw new ProviderError('This charge can’t be refunded.', 'refused');
    return { id: `re_${key}`, intentId, amountCents, currency: 'usd', status: 'failed' };
  };
  await work().finally(() => {
    payments.refund = make;
  });
  return keys;
}

async function sweep(times: number, everyMs: number) {
  for (let count = 0; count < times; count += 1) {
    shop.clock.advance(everyMs);
    await sweepPayments(shop.services);
  }
}

test.each(['failed', 'error'] as const)('A refund that is refused (%s) is tried later and later, three times, and then made by an admin', async (how) => {
  const sold = await sell();
  expect(await whileRefused(how, () => refund(sold).then(() => sweep(20, seconds(30))))).toHaveLength(1);
  expect(await askedAbout(sold)).toEqual([]);
  expect(await noteRefund(sold)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const keys = await whileRefused(how, () => sweep(48, hours(1)));
  expect(new Set(keys).size).toBe(2);
  expect(keys).toHaveLength(2);
  expect(await askedAbout(sold)).toMatchObject([{ path: '/dashboard/payments', text: expect.stringContaining('Return $289.00 to the buyer') }]);
  expect(await paymentOf(sold)).toMatchObject({ state: 'refund_due', refundByHand: 289 });

  expect((await noteRefund(sold, sold.buyer)).status).toBe(403);
  expect((await Promise.all([noteRefund(sold), noteRefund(sold)])).map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([
    0, 1,
  ]);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  expect(await paymentOf(sold)).toMatchObject({ state: 'refunded', refundByHand: null });
  const [latest] = (await ask(sold.buyer, 'GET', '/notifications')).body as Notification[];
  expect(latest).toMatchObject({ kind: 'refund_done', text: expect.stringContaining('in another way') });
  expect((await reconcile(shop.services)).differences).toEqual([]);
  expect((await ask(admin, 'POST', '/payments/nothing/refund')).status).toBe(404);
});

test('A partial refund that is refused is made by an admin, too, and counts when the rest is refunded', async () => {
  const sold = await sell();
  const { db } = shop.services;
  await db.updateTable('payments').set({ partial_due_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  await whileRefused('failed', () => sweep(8, hours(1)));
  expect(await paymentOf(sold)).toMatchObject({ state: 'kept', refundByHand: 50 });
  expect((await noteRefund(sold)).body).toMatchObject({ modifiedCount: 1 });
  expect(await paymentOf(sold)).toMatchObject({ state: 'kept', refundByHand: null });
  await payBackPart(shop.services, sold.intentId);
  await refund(sold);
  const refunds = await db
    .selectFrom('ledger')
    .select(['provider', 'amount_cents'])
    .where('order_id', '=', sold.orderId)
    .where('kind', '=', 'refund')
    .execute();
  expect(refunds).toEqual([
    { provider: 'by-hand', amount_cents: 5000 },
    { provider: 'practice', amount_cents: 23_900 },
  ]);
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test.each([
  ['whole', 28_900],
  ['partial', 5000],
])('A %s refund that is refused because of a dispute the shop never heard of waits for the bank, and is then made', async (what, cents) => {
  const sold = await sell();
  const { db, practiceBank } = shop.services;
  const dispute = await practiceBank?.open(sold.intentId);
  if (what === 'whole') await refund(sold);
  else await db.updateTable('payments').set({ partial_due_cents: cents }).where('intent_id', '=', sold.intentId).execute();
  await sweep(12, hours(1));
  expect(await orderOf(sold)).toMatchObject({ dispute: 'open' });
  expect(await paymentOf(sold)).toMatchObject({ refundByHand: null });
  expect(await askedAbout(sold)).toEqual([]);
  await practiceBank?.answer(dispute ?? '', 'winning_evidence');
  await sweep(3, hours(1));
  const refunds = await db.selectFrom('ledger').select('amount_cents').where('order_id', '=', sold.orderId).where('kind', '=', 'refund').execute();
  expect(refunds).toEqual([{ amount_cents: cents }]);
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test.each([
  ['troubled', 3, 289],
  ['refused', 3, 289],
  ['unreachable', 9, null],
] as const)('A refused refund counts unless the provider can’t be reached for its disputes (%s)', async (how, tries, byHand) => {
  const sold = await sell();
  const { payments } = shop.services;
  const { findDisputesOf } = payments;
  payments.findDisputesOf = async () => {
    throw new ProviderError('No disputes.', how);
  };
  const keys = await whileRefused('error', () => refund(sold).then(() => sweep(8, hours(1))));
  payments.findDisputesOf = findDisputesOf;
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toHaveLength(tries);
  expect(await paymentOf(sold)).toMatchObject({ refundByHand: byHand });
  expect(await askedAbout(sold)).toHaveLength(byHand === null ? 0 : 1);
  await sweep(1, hours(1));
});

test.each(['the rest', 'a part'])('A refund of %s counts as refused when the provider refuses to list the refunds before it', async (what) => {
  const sold = await sell();
  const { payments, db } = shop.services;
  const { findRefundsOf } = payments;
  if (what === 'a part') await db.updateTable('payments').set({ partial_due_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  else await db.updateTable('payments').set({ refunded_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  payments.findRefundsOf = async () => {
    throw new ProviderError('No such payment.', 'refused');
  };
  if (what === 'the rest') await refund(sold);
  await sweep(8, hours(1));
  payments.findRefundsOf = findRefundsOf;
  expect(await askedAbout(sold)).toHaveLength(1);
  await noteRefund(sold);
});

test('Who pays again for an order whose refund is under way is told that it was closed, not that they keep the phone or their booking', async () => {
  const sold = await sell();
  const { payments } = shop.services;
  await whileRefused('error', async () => {
    await refund(sold);
    const again = await payments.createIntent({ amountCents: 28_900, currency: 'usd', orderId: sold.orderId, idempotencyKey: `again-${sold.orderId}` });
    await payWithCard(shop, again.clientSecret);
    const intent = await payments.findIntent(again.id);
    if (intent) await settle(shop.services, intent, { role: 'provider', id: null });
  });
  const notifications = (await ask(sold.buyer, 'GET', '/notifications')).body as Notification[];
  expect(notifications.find(({ kind }) => kind === 'refund_begun')?.text).toContain('Your payment arrived after this order was closed.');
  await sweep(2, hours(1));
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
});

test('While a bank investigates, no refund is to be made by hand', async () => {
  const sold = await sell();
  await whileRefused('error', () => refund(sold).then(() => sweep(8, hours(1))));
  const dispute = await disputePayment(shop, sold.intentId);
  expect(await paymentOf(sold)).toMatchObject({ state: 'refund_due', refundByHand: null });
  expect(await noteRefund(sold)).toMatchObject({ status: 409, body: { code: 'disputed', message: expect.stringContaining('it can’t be refunded') } });
  await winDispute(shop, dispute);
  expect(await paymentOf(sold)).toMatchObject({ state: 'refund_due', refundByHand: 289 });
  expect((await noteRefund(sold)).body).toMatchObject({ modifiedCount: 1 });
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test('A part that was to be refunded by hand is no longer, once a bank has taken all of the payment back', async () => {
  const sold = await sell();
  await completeOrder(shop, sold.orderId);
  await shop.services.db.updateTable('payments').set({ partial_due_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  await whileRefused('failed', () => sweep(8, hours(1)));
  expect(await paymentOf(sold)).toMatchObject({ refundByHand: 50 });
  await loseDispute(shop, await disputePayment(shop, sold.intentId));
  expect(await paymentOf(sold)).toMatchObject({ state: 'kept', left: 0, refundByHand: null });
  expect(await noteRefund(sold)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

async function notifiedOfRefunds({ buyer }: Sold): Promise<string[]> {
  const notifications = (await ask(buyer, 'GET', '/notifications')).body as Notification[];
  return notifications.flatMap(({ kind, text }) => (kind === 'refund_done' ? [text] : [])).toSorted();
}

test('Of two refunds that the shop hears of at once, the buyer is told of each', async () => {
  const sold = await sell();
  const { payments } = shop.services;
  await payments.refund(sold.intentId, 'first', 5000);
  await payments.refund(sold.intentId, 'second', 7000);
  await syncRefunds(shop.services, sold.intentId);
  expect(await notifiedOfRefunds(sold)).toEqual([expect.stringContaining('$50.00'), expect.stringContaining('$70.00')]);
});

test('Of a part that went back just before the rest, the buyer is told as soon as the shop hears of it', async () => {
  const sold = await sell();
  await shop.services.payments.refund(sold.intentId, 'part', 5000);
  await refund(sold);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  for (let time = 0; time < 2; time += 1) await syncRefunds(shop.services, sold.intentId);
  expect(await notifiedOfRefunds(sold)).toEqual([expect.stringContaining('$239.00'), expect.stringContaining('$50.00')]);
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test('A refund that is to be made by hand ends when somebody makes it at the provider', async () => {
  const sold = await sell();
  await whileRefused('error', () => refund(sold).then(() => sweep(8, hours(1))));
  await shop.services.payments.refund(sold.intentId, 'in the dashboard');
  await syncRefunds(shop.services, sold.intentId);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  expect(await paymentOf(sold)).toMatchObject({ state: 'refunded', refundByHand: null });
  expect(await noteRefund(sold)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  expect((await reconcile(shop.services)).differences).toEqual([]);
});

test('A refund that the bank returns is made again, also when only another event of the payment leads there, and for an admin after the third time', async () => {
  const sold = await sell();
  const { payments } = shop.services;
  const { refund: make, findRefund, findRefundsOf } = payments;
  const made = new Map<string, Refund>();
  payments.refund = async (intentId, key, amountCents = 28_900) => {
    const refund: Refund = { id: `re_${key}`, intentId, amountCents, currency: 'usd', status: 'succeeded' };
    made.set(refund.id, refund);
    return refund;
  };
  payments.findRefund = async (id) => made.get(id) ?? findRefund(id);
  payments.findRefundsOf = async () => [...made.values()];
  await refund(sold);
  for (const count of [1, 2, 3]) {
    await sweep(4, hours(1));
    expect(made.size).toBe(count);
    await syncRefunds(shop.services, sold.intentId);
    expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
    for (const [id, refund] of made) made.set(id, { ...refund, status: 'failed' });
    await checkRefund(shop.services, sold.intentId);
    expect(await orderOf(sold)).toMatchObject({ state: 'refunding' });
  }
  expect(await paymentOf(sold)).toMatchObject({ state: 'refund_due', refundByHand: 289 });
  expect(await askedAbout(sold)).toMatchObject([{ text: expect.stringContaining('Return $289.00 to the buyer') }]);
  Object.assign(payments, { refund: make, findRefund, findRefundsOf });
});

test('A partial refund that the bank returns after the rest was refunded is made again, once', async () => {
  const sold = await sell();
  const { db, payments } = shop.services;
  await db.updateTable('payments').set({ partial_due_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  await payBackPart(shop.services, sold.intentId);
  await refund(sold);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  const { findRefundsOf, refund: make } = payments;
  const made: (number | undefined)[] = [];
  payments.findRefundsOf = async (intentId) =>
    (await findRefundsOf(intentId)).map((one) => (one.amountCents === 5000 ? { ...one, status: 'failed' as const } : one));
  payments.refund = async (intentId, key, amountCents = 0) => {
    made.push(amountCents);
    return { id: `re_${key}`, intentId, amountCents, currency: 'usd', status: 'succeeded' };
  };
  await syncRefunds(shop.services, sold.intentId);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunding' });
  await sweep(2, hours(1));
  expect(made).toEqual([5000]);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  await syncRefunds(shop.services, sold.intentId);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  Object.assign(payments, { findRefundsOf, refund: make });
});

test('A partial refund that the bank accepts first and then doesn’t make counts as refused, and is for an admin after the third time', async () => {
  const sold = await sell();
  const { db, payments } = shop.services;
  await db.updateTable('payments').set({ partial_due_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  const { refund: make, findRefundsOf } = payments;
  const made = new Map<string, Refund>();
  payments.refund = async (intentId, key, amountCents = 28_900) => {
    const refund: Refund = { id: `re_${key}`, intentId, amountCents, currency: 'usd', status: 'pending' };
    if (!made.has(refund.id)) made.set(refund.id, refund);
    // The provider repeats its reply for the same idempotency key.
    return refund;
  };
  payments.findRefundsOf = async () => [...made.values()].toReversed();
  for (const count of [1, 2, 3]) {
    await sweep(5, hours(1));
    expect(made.size).toBe(count);
    for (const [id, refund] of made) made.set(id, { ...refund, status: 'failed' });
  }
  await sweep(48, hours(1));
  expect(made.size).toBe(3);
  expect(await paymentOf(sold)).toMatchObject({ state: 'kept', refundByHand: 50 });
  expect(await askedAbout(sold)).toMatchObject([{ text: expect.stringContaining('Return $50.00 to the buyer') }]);
  Object.assign(payments, { refund: make, findRefundsOf });
});

test.each(['whole', 'partial'])('A %s refund that is pending is asked about once an hour, not with every sweep, until it is made', async (what) => {
  const sold = await sell();
  const { db, payments } = shop.services;
  const { refund: make, findRefund, findRefundsOf } = payments;
  const cents = what === 'whole' ? 28_900 : 5000;
  let current: Refund | null = null;
  let asked = 0;
  payments.refund = async (intentId, key) => {
    current = { id: `re_${key}`, intentId, amountCents: cents, currency: 'usd', status: 'pending' };
    return current;
  };
  const ask = (): Refund[] => {
    asked += 1;
    return current ? [current] : [];
  };
  payments.findRefund = async (id) => ask()[0] ?? findRefund(id);
  payments.findRefundsOf = async () => ask();
  if (what === 'whole') await refund(sold);
  else await db.updateTable('payments').set({ partial_due_cents: cents }).where('intent_id', '=', sold.intentId).execute();
  await sweep(1, seconds(30));
  asked = 0;
  await sweep(30, minutes(6));
  expect(asked).toBe(3);
  current = { ...(await payments.refund(sold.intentId, `made ${what}`)), status: 'succeeded' };
  await sweep(2, hours(1));
  const refunds = await db.selectFrom('ledger').select('amount_cents').where('order_id', '=', sold.orderId).where('kind', '=', 'refund').execute();
  expect(refunds).toEqual([{ amount_cents: cents }]);
  Object.assign(payments, { refund: make, findRefund, findRefundsOf });
});

test.each([
  ['whole', 289],
  ['part', 50],
] as const)('A refund (%s) of what another provider took isn’t asked of this one: an admin makes it', async (what, amount) => {
  const sold = await sell();
  const { db } = shop.services;
  await db.updateTable('ledger').set({ provider: 'stripe' }).where('order_id', '=', sold.orderId).execute();
  if (what === 'part') await db.updateTable('payments').set({ partial_due_cents: 5000 }).where('intent_id', '=', sold.intentId).execute();
  const keys = await whileRefused('error', async () => {
    if (what === 'whole') await refund(sold);
    await sweep(2, minutes(1));
  });
  expect(keys).toEqual([]);
  expect(await askedAbout(sold)).toMatchObject([{ text: expect.stringContaining(`Refund $${amount}.00 there or in another way`) }]);
  expect(await paymentOf(sold)).toMatchObject({ refundByHand: amount });
  expect((await noteRefund(sold)).body).toMatchObject({ modifiedCount: 1 });
  expect(await paymentOf(sold)).toMatchObject({ state: what === 'whole' ? 'refunded' : 'kept', refundByHand: null });
});

test('A refund of what a practice card paid waits while the shop uses another provider', async () => {
  const sold = await sell();
  const { payments } = shop.services;
  Object.assign(payments, { kind: 'stripe' });
  const keys = await whileRefused('error', () => refund(sold).then(() => sweep(2, minutes(1)))).finally(() => Object.assign(payments, { kind: 'practice' }));
  expect(keys).toEqual([]);
  expect(await askedAbout(sold)).toEqual([]);
  expect(await paymentOf(sold)).toMatchObject({ state: 'refund_due', refundByHand: null });
  await sweep(1, minutes(1));
  expect(await paymentOf(sold)).toMatchObject({ state: 'refunded' });
});

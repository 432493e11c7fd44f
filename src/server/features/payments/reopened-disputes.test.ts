import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import type { Booking } from '#contract/orders.ts';
import type { Dispute, DisputeState } from '#contract/payments/disputes.ts';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { hours } from '#contract/shared/durations.ts';
import type { ProviderDispute, Refund } from '#server/ports/payments.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { disputePayment, loseDispute, winDispute } from '#test/support/disputes.ts';
import { owe, sellAndOwe, setUpPayouts, sweepAll, transfersOf } from '#test/support/payouts.ts';
import { callAs, sellOne } from '#test/support/world/sold.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';
import { syncDispute } from './disputes.ts';
import { reconcile } from './reconcile.ts';
import { markPartialRefundDue } from './refund-queries.ts';
import { sweepPayments } from './sweep.ts';

let shop: TestApp;
let paying: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
  paying = await createTestApp();
  admin = await createPerson(shop, 'admin');
});
afterAll(() => Promise.all([shop.close(), paying.close()]));

const ask = (person: Person, method: string, path: string, body?: object, where = shop) => callAs(where, person, method, path, body);
const notificationsTo = async (person: Person, where = shop) => (await ask(person, 'GET', '/notifications', undefined, where)).body as Notification[];
const disputeOf = async (reference: string) => ((await ask(admin, 'GET', '/disputes')).body as Dispute[]).find((one) => one.reference === reference);
const payOut = (orderId: string) => ask(admin, 'POST', `/orders/${orderId}/payout`);

async function expectBooksToMatch(orderId: string, where = shop) {
  const { findDispute, listDisputes } = where.services.payments;
  where.services.payments.listDisputes = async function* list() {
    for await (const { id } of listDisputes()) {
      const dispute = await findDispute(id);
      if (dispute) yield dispute;
    }
  };
  const { differences } = await reconcile(where.services);
  where.services.payments.listDisputes = listDisputes;
  expect(differences.filter((difference) => difference.orderId === orderId)).toEqual([]);
}

/** A bank changes its mind: from now on the provider reports the dispute in these states, one after another, each with one more movement of money. */
async function changeMind({ services }: TestApp, disputeId: string, ...states: DisputeState[]): Promise<void> {
  const { findDispute } = services.payments;
  const decided = await findDispute(disputeId);
  if (!decided) throw new Error('there is no such dispute');
  let latest: ProviderDispute = decided;
  services.payments.findDispute = async (id) => (id === disputeId ? latest : findDispute(id));
  for (const state of states) {
    const back = latest.movements.reduce((sum, { amountCents }) => sum + amountCents, 0) < 0;
    const movement = { id: `txn_${latest.movements.length}_${disputeId}`, amountCents: latest.amountCents * (back ? 1 : -1), feeCents: 0, currency: 'usd' };
    latest = { ...latest, state, movements: [...latest.movements, movement] };
    await syncDispute(services, disputeId);
  }
}

/** What the provider reported before comes again, late. */
async function hearOlder({ services }: TestApp, older: ProviderDispute | null): Promise<void> {
  const { findDispute } = services.payments;
  services.payments.findDispute = async () => older;
  await syncDispute(services, older?.id ?? '');
  services.payments.findDispute = findDispute;
}

test('A won dispute that the bank opens again blocks the payout again, and admins and seller hear of it', async () => {
  const sold = await sellOne(shop);
  const dispute = await disputePayment(shop, sold.intentId);
  await winDispute(shop, dispute);
  const won = await shop.services.payments.findDispute(dispute);
  await owe(shop, sold.orderId);
  await changeMind(shop, dispute, 'needs_response');
  for (const reply of [won, await shop.services.payments.findDispute(dispute)]) {
    await hearOlder(shop, reply);
    expect(await disputeOf(dispute)).toMatchObject({ state: 'needs_response', closedAt: null, withdrawn: 289 });
  }
  expect(await payOut(sold.orderId)).toMatchObject({ status: 409, body: { code: 'disputed' } });
  for (const person of [sold.seller, admin]) {
    const kinds = (await notificationsTo(person)).filter(({ text, kind }) => kind.startsWith('dispute_') && (person !== admin || text.includes('disputing')));
    expect(kinds.filter(({ kind }) => kind === 'dispute_opened')).toHaveLength(2);
  }
  await expectBooksToMatch(sold.orderId);
});

test('A won dispute that is lost after all counts as lost: nothing is paid out', async () => {
  const sold = await sellOne(shop);
  const dispute = await disputePayment(shop, sold.intentId);
  await winDispute(shop, dispute);
  await owe(shop, sold.orderId);
  await changeMind(shop, dispute, 'lost');
  expect(await disputeOf(dispute)).toMatchObject({ state: 'lost', withdrawn: 289 });
  expect((await payOut(sold.orderId)).status).toBe(409);
  expect((await notificationsTo(sold.seller))[0]?.text).toContain('you keep the phone');
  expect((await ask(sold.buyer, 'GET', `/payment/${sold.orderId}`)).body as Booking).toMatchObject({ state: 'refunded', dispute: 'lost' });
  await expectBooksToMatch(sold.orderId);
});

test.each([['at once'], ['after it was opened again']])(
  'When a lost dispute is won (%s) after its payout was taken back, the admins are told how much the seller is to get',
  async (when) => {
    const boss = await createPerson(paying, 'admin');
    const sold = await sellAndOwe(paying);
    await setUpPayouts(paying, sold.seller);
    await sweepAll(paying);
    const { db } = paying.services;
    await db.updateTable('fulfillments').set({ state: 'completed', ended_at: paying.clock.now() }).where('order_id', '=', sold.orderId).execute();
    await db.updateTable('fulfillments').set({ handed_over_at: paying.clock.now() }).where('order_id', '=', sold.orderId).execute();
    const { intent_id } = await db.selectFrom('orders').select('intent_id').where('id', '=', sold.orderId).executeTakeFirstOrThrow();
    const dispute = await disputePayment(paying, intent_id ?? '');
    await loseDispute(paying, dispute);
    await sweepAll(paying);
    const [before] = await transfersOf(paying, sold.orderId);
    expect(before?.reversed).toBe(before?.amount);
    await changeMind(paying, dispute, ...(when === 'at once' ? [] : (['needs_response', 'under_review'] as const)), 'won');
    paying.clock.advance(hours(2));
    await sweepAll(paying);
    expect(await transfersOf(paying, sold.orderId)).toEqual([before]);
    const [notification] = await notificationsTo(boss, paying);
    expect(notification?.text).toContain(`The sale stands: pay the seller $${((before?.amount ?? 0) / 100).toFixed(2)},`);
  },
);

test('When a lost dispute is won after it undid the sale, the admins are told to return the money to the buyer', async () => {
  const sold = await sellOne(shop);
  const dispute = await disputePayment(shop, sold.intentId);
  await loseDispute(shop, dispute);
  await changeMind(shop, dispute, 'won');
  expect((await notificationsTo(admin))[0]?.text).toMatch(/No sale depends on this payment. Return \$289.00 to the buyer/u);
});

const paymentOf = async (boss: Person, orderId: string) =>
  ((await ask(boss, 'GET', '/payments')).body as PaymentRecord[]).find((payment) => payment.orderId === orderId);

async function sweep() {
  for (let hour = 0; hour < 5; hour += 1) {
    shop.clock.advance(hours(1));
    await sweepPayments(shop.services);
  }
}

test('When the two agreed on a part for the buyer, they get what a bank leaves of it, and the rest once the bank gives it back', async () => {
  const sold = await sellOne(shop);
  const { db } = shop.services;
  const now = shop.clock.now();
  await db.updateTable('fulfillments').set({ state: 'decided', ended_at: now, handed_over_at: now }).where('order_id', '=', sold.orderId).execute();
  const disputes = [await disputePayment(shop, sold.intentId, 20_000), await disputePayment(shop, sold.intentId, 2000)];
  await markPartialRefundDue(db, sold.orderId, 15_000);
  for (const dispute of disputes) await loseDispute(shop, dispute);
  const boss = await createPerson(shop, 'admin');
  const refunded = async () => ((await ask(sold.buyer, 'GET', `/payment/${sold.orderId}`)).body as Booking).fulfillment?.refunded;
  expect(await refunded()).toBe(69);
  // The practice provider refuses what a bank has disputed: an admin returns it.
  for (const [cents, left] of [
    [6900, 'won'],
    [2000, 'won'],
    [6100, null],
  ] as const) {
    await sweep();
    const payment = await paymentOf(boss, sold.orderId);
    expect(payment?.refundByHand).toBe(cents / 100);
    expect((await ask(boss, 'POST', `/payments/${payment?._id}/refund`)).body).toMatchObject({ modifiedCount: 1 });
    expect((await paymentOf(boss, sold.orderId))?.refundByHand).toBeNull();
    if (left !== null) await changeMind(shop, (cents === 6900 ? disputes[1] : disputes[0]) ?? '', left);
  }
  expect(await refunded()).toBe(150);
  await expectBooksToMatch(sold.orderId);
});

test('A refund of a part that a bank makes only later counts once, although more is due by then', async () => {
  const sold = await sellOne(shop);
  const { db, payments } = shop.services;
  const { refund: make, findRefundsOf } = payments;
  const disputes = [await disputePayment(shop, sold.intentId, 20_000), await disputePayment(shop, sold.intentId, 2000)];
  await markPartialRefundDue(db, sold.orderId, 15_000);
  for (const dispute of disputes) await loseDispute(shop, dispute);
  const made: Refund[] = [];
  payments.refund = async (intentId, key, amountCents = 28_900) => {
    const refund: Refund = { id: `re_${key}`, intentId, amountCents, currency: 'usd', status: 'pending' };
    made.push(refund);
    return refund;
  };
  payments.findRefundsOf = async () => made;
  await sweep();
  await changeMind(shop, disputes[1] ?? '', 'won');
  await sweep();
  expect(made.map(({ amountCents }) => amountCents)).toEqual([6900]);
  for (const refund of made) refund.status = 'succeeded';
  await sweep();
  expect(made.map(({ amountCents }) => amountCents)).toEqual([6900, 2000]);
  Object.assign(payments, { refund: make, findRefundsOf });
});

test('When a lost dispute is won after the two agreed on a part for the buyer, that part is due again', async () => {
  const sold = await sellOne(shop);
  const { db } = shop.services;
  const now = shop.clock.now();
  await db.updateTable('fulfillments').set({ state: 'decided', ended_at: now, handed_over_at: now }).where('order_id', '=', sold.orderId).execute();
  await markPartialRefundDue(db, sold.orderId, 5000);
  await owe(shop, sold.orderId, 5000);
  const dispute = await disputePayment(shop, sold.intentId);
  await loseDispute(shop, dispute);
  await payOut(sold.orderId);
  const boss = await createPerson(shop, 'admin');
  const byHand = async () => (await paymentOf(boss, sold.orderId))?.refundByHand;
  await sweep();
  expect(await byHand()).toBeNull();
  expect((await ask(sold.seller, 'GET', '/sales/summary')).body).toMatchObject({ sold: 289, refunded: 0, disputed: 289, due: 0 });
  await changeMind(shop, dispute, 'won');
  expect((await notificationsTo(boss))[0]?.text).toContain('The sale stands: pay the seller $239.00,');
  // The practice provider still refuses, as after a dispute that was lost.
  await sweep();
  expect(await byHand()).toBe(50);
  expect((await notificationsTo(boss))[0]?.text).toContain('Return $50.00 to the buyer');
  expect((await ask(sold.seller, 'GET', '/sales/summary')).body).toMatchObject({ sold: 289, refunded: 50, disputed: 0 });
});

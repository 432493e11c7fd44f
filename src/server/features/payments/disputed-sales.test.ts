import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '#contract/shared/durations.ts';
import { ProviderError } from '#server/errors.ts';
import type { ProviderDispute } from '#server/ports/payments.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { disputePayment, loseDispute, winDispute } from '#test/support/disputes.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { type Sold, salesOf, sellOne } from '#test/support/world/sold.ts';
import { createPerson, payWithCard } from '#test/support/world/world.ts';
import { DEADLINES } from '../../process/deadlines.ts';
import { sweepFulfillments } from '../fulfillment/index.ts';
import { PROVIDER } from '../orders/index.ts';
import { syncRefunds } from './refunds.ts';
import { settle } from './settle.ts';
import { sweepPayments } from './sweep.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
});
afterAll(() => shop.close());

const sell = () => sellOne(shop);
const { ask, orderOf, saleOf, textsFor, expectBooksToMatch } = salesOf(() => shop);

type Direction = 'handover' | 'return';
const giverOf = ({ seller, buyer }: Sold, direction: Direction) => (direction === 'handover' ? seller : buyer);
const receiverOf = ({ seller, buyer }: Sold, direction: Direction) => (direction === 'handover' ? buyer : seller);

async function changeHands(sold: Sold, direction: Direction = 'handover') {
  const path = `/orders/${sold.orderId}/handover`;
  expect((await ask(giverOf(sold, direction), 'POST', `${path}/code`, await scannedCode(shop, { ...sold, direction }))).status).toBe(200);
  expect((await ask(receiverOf(sold, direction), 'POST', `${path}/confirmation`, await confirmation(shop, { ...sold, direction }))).status).toBe(200);
}

test('A refund that waits for a bank ends when the bank returns the money, and the buyer is told', async () => {
  const sold = await sell();
  await changeHands(sold);
  await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/problem`, { reason: 'not_working', text: 'It doesn’t ring.' });
  expect((await ask(sold.seller, 'POST', `/orders/${sold.orderId}/problem/answer`, { answer: 'return', text: 'Bring it.' })).status).toBe(200);
  const dispute = await disputePayment(shop, sold.intentId);
  shop.clock.advance(minutes(2));
  await changeHands(sold, 'return');
  await sweepPayments(shop.services);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunding' });
  await loseDispute(shop, dispute);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  expect((await textsFor(sold.buyer))[0]).toContain('nothing left for us to refund');
  expect((await ask(sold.buyer, 'DELETE', '/personalData')).body).not.toMatchObject({ message: expect.stringContaining('payment') });
  await expectBooksToMatch(sold);
});

test('A dispute about a payment whose sale was undone is for the admins only, who aren’t told that the sale stands', async () => {
  const admin = await createPerson(shop, 'admin');
  const sold = await sell();
  await changeHands(sold);
  await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/problem`, { reason: 'not_working', text: 'It doesn’t ring.' });
  await ask(sold.seller, 'POST', `/orders/${sold.orderId}/problem/answer`, { answer: 'return', text: 'Bring it.' });
  const dispute = await disputePayment(shop, sold.intentId);
  shop.clock.advance(minutes(2));
  await changeHands(sold, 'return');
  await winDispute(shop, dispute);
  expect(await textsFor(sold.seller)).not.toContainEqual(expect.stringContaining('The sale stands'));
  expect((await textsFor(admin))[0]).toContain('No sale depends on this payment. What is due of it is refunded.');
  await sweepPayments(shop.services);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
});

test('A dispute about a second payment of an order concerns neither its seller nor its sale', async () => {
  const admin = await createPerson(shop, 'admin');
  const sold = await sell();
  const { payments } = shop.services;
  const second = await payments.createIntent({ amountCents: 28_900, currency: 'usd', orderId: sold.orderId, idempotencyKey: `second-${sold.orderId}` });
  await payWithCard(shop, second.clientSecret);
  const { refund } = payments;
  payments.refund = async () => {
    throw new ProviderError('Down.');
  };
  const paid = await payments.findIntent(second.id);
  if (paid) await settle(shop.services, paid, PROVIDER);
  payments.refund = refund;
  const heard = await textsFor(sold.seller);
  const dispute = await disputePayment(shop, second.id);
  expect((await textsFor(admin))[0]).toContain('No sale depends on this payment.');
  expect(await orderOf(sold)).toMatchObject({ state: 'paid', dispute: null });
  expect(await saleOf(sold)).toMatchObject({ dispute: null });
  await changeHands(sold);
  shop.clock.advance(days(4));
  await sweepFulfillments(shop.services, DEADLINES, () => {});
  expect(await saleOf(sold)).toMatchObject({ fulfillment: { state: 'completed' } });
  await loseDispute(shop, dispute);
  const since = (await textsFor(sold.seller)).slice(0, -heard.length).join();
  expect(since).toContain('The money is yours now');
  expect(since).not.toContain('bank');
});

test('Before the handover a dispute lost in full undoes the sale: the phone stays with its seller, who can sell it again', async () => {
  const sold = await sell();
  const dispute = await disputePayment(shop, sold.intentId);
  expect((await textsFor(sold.seller))[0]).toContain('Don’t hand the phone over until we tell you.');
  await loseDispute(shop, dispute);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded', closedReason: 'payment_reversed', seller: null, dispute: 'lost' });
  expect(await saleOf(sold)).toMatchObject({ state: 'refunded', fulfillment: { state: 'decided' } });
  expect((await textsFor(sold.seller))[0]).toContain('you keep the phone');
  expect((await textsFor(sold.buyer))[0]).toContain('Your bank decided in your favor and reversed the payment.');
  expect((await ask(sold.seller, 'GET', `/orders/${sold.orderId}`)).body).toMatchObject({ isWithBuyer: false, hasProblem: false });
  const relisting = await ask(sold.seller, 'POST', `/orders/${sold.orderId}/relisting`);
  expect(relisting).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  const listing = await shop.services.db.selectFrom('listings').select(['sold_at', 'removed_at']).where('id', '=', sold.listingId).executeTakeFirst();
  expect(listing).toEqual({ sold_at: null, removed_at: null });
  const whys = ((await ask(sold.buyer, 'GET', `/orders/${sold.orderId}/history`)).body as { why: string }[]).map(({ why }) => why);
  expect(whys.slice(-2).toSorted()).toEqual(['money_back', 'reversed_by_bank']);
  await expectBooksToMatch(sold);
});

test('A dispute lost in full leaves the phone with the buyer once one side has confirmed that they have it', async () => {
  const sold = await sell();
  expect((await ask(sold.seller, 'POST', `/orders/${sold.orderId}/handover/code`, await scannedCode(shop, sold))).status).toBe(200);
  expect((await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/problem`, { reason: 'not_working', text: 'It doesn’t ring.' })).status).toBe(201);
  await loseDispute(shop, await disputePayment(shop, sold.intentId));
  expect((await textsFor(sold.seller))[0]).not.toContain('you keep the phone');
  expect((await ask(sold.seller, 'POST', `/orders/${sold.orderId}/relisting`)).status).toBe(409);
});

test('A dispute that is won before the handover lets the sale go on', async () => {
  const sold = await sell();
  await winDispute(shop, await disputePayment(shop, sold.intentId));
  expect((await textsFor(sold.seller))[0]).toContain('the sale stands. You can hand the phone over now.');
  expect(await orderOf(sold)).toMatchObject({ state: 'paid', dispute: 'won' });
});

test('A sale whose deadlines passed while a bank decided gets its time anew, and isn’t canceled as soon as the phone can be handed over', async () => {
  const [sold, reported, inspected] = [await sell(), await sell(), await sell()];
  await changeHands(inspected);
  await ask(reported.buyer, 'POST', `/orders/${reported.orderId}/problem`, { reason: 'not_working', text: 'It doesn’t ring.' });
  const disputes: string[] = [];
  for (const { intentId } of [sold, reported, inspected]) disputes.push(await disputePayment(shop, intentId));
  shop.clock.advance(days(60));
  const sweep = () => sweepFulfillments(shop.services, DEADLINES, () => {});
  // What other tests left.
  await sweep();
  for (const dispute of disputes) await winDispute(shop, dispute);
  const stateOf = async ({ orderId }: Sold) =>
    (await shop.services.db.selectFrom('fulfillments').select('state').where('order_id', '=', orderId).executeTakeFirstOrThrow()).state;
  expect(await sweep()).toBe(0);
  const states = async () => [await stateOf(sold), await stateOf(reported), await stateOf(inspected)];
  expect(await states()).toEqual(['to_arrange', 'problem_reported', 'handed_over']);
  shop.clock.advance(days(4));
  expect(await sweep()).toBe(2);
  expect(await states()).toEqual(['to_arrange', 'decided', 'completed']);
  shop.clock.advance(days(10));
  expect(await sweep()).toBe(1);
  expect(await stateOf(sold)).toBe('canceled');
});

test('After the handover the phone of a dispute lost in full stays with its buyer, and nobody is promised a payout meanwhile', async () => {
  const sold = await sell();
  await disputePayment(shop, sold.intentId).then(async (dispute) => {
    await changeHands(sold);
    expect((await textsFor(sold.seller))[0]).toMatch(/check the phone until .* you’ll be paid if it decides in your favor/u);
    expect((await ask(sold.buyer, 'POST', `/orders/${sold.orderId}/acceptance`, {})).status).toBe(200);
    expect((await textsFor(sold.seller))[0]).not.toContain('The money is yours now');
    await loseDispute(shop, dispute);
  });
  expect(await orderOf(sold)).toMatchObject({ state: 'paid', dispute: 'lost' });
  expect((await textsFor(sold.seller))[0]).toContain('we can’t pay you for it');
});

test('Asking for the refunds of a payment that a bank took back undoes no sale in the name of the shop', async () => {
  const sold = await sell();
  await changeHands(sold);
  await loseDispute(shop, await disputePayment(shop, sold.intentId));
  const before = await orderOf(sold);
  const texts = await textsFor(sold.buyer);
  await syncRefunds(shop.services, sold.intentId);
  expect(await orderOf(sold)).toEqual(before);
  expect(await textsFor(sold.buyer)).toEqual(texts);
});

test('A dispute that the provider books in another currency counts with the disputed amount', async () => {
  const sold = await sell();
  const { payments, db } = shop.services;
  const { findDispute, listDisputes } = payments;
  const toEuros = (dispute: ProviderDispute): ProviderDispute => ({
    ...dispute,
    movements: dispute.movements.map((one) => ({ ...one, amountCents: Math.round(one.amountCents * 0.9), feeCents: 1400, currency: 'eur' })),
  });
  payments.findDispute = async (id) => {
    const dispute = await findDispute(id);
    return dispute && toEuros(dispute);
  };
  payments.listDisputes = async function* list() {
    for await (const dispute of listDisputes()) yield dispute.intentId === sold.intentId ? toEuros(dispute) : dispute;
  };
  await loseDispute(shop, await disputePayment(shop, sold.intentId));
  const dispute = await db.selectFrom('disputes').select('withdrawn_cents').where('order_id', '=', sold.orderId).executeTakeFirst();
  expect(dispute).toEqual({ withdrawn_cents: 28_900 });
  const entries = await db.selectFrom('ledger').select(['kind', 'amount_cents', 'currency']).where('order_id', '=', sold.orderId).orderBy('kind').execute();
  expect(entries).toEqual([
    { kind: 'charge', amount_cents: 28_900, currency: 'usd' },
    { kind: 'dispute', amount_cents: 28_900, currency: 'usd' },
    { kind: 'dispute_fee', amount_cents: 1400, currency: 'eur' },
  ]);
  expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  await expectBooksToMatch(sold);
  Object.assign(payments, { findDispute, listDisputes });
});

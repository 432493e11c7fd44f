import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispute, Evidence } from '#contract/payments/disputes.ts';
import { hours } from '#contract/shared/durations.ts';
import { signEvent } from '#server/adapters/payments/practice/deliveries.ts';
import { ProviderError } from '#server/errors.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { owe } from '#test/support/payouts.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { type Sold, salesOf } from '#test/support/world/sold.ts';
import { beginPayment, createListing, createOrder, createPerson, intentIdOf, type Person, payWithCard, reportPaid } from '#test/support/world/world.ts';
import { sweepPayments } from './sweep.ts';

const SECRET = 'disputes-disputes-disputes-disputes';
const WEBHOOK_SECRET = `whsec_${deriveSecret(SECRET, 'card-webhook')}`;
const SECRET_KEY = `sk_practice_${deriveSecret(SECRET, 'card-secret').slice(0, 24)}`;

let shop: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await createTestApp({ AUTH_SECRET: SECRET, PAYOUTS: 'by-hand' });
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

const { orderOf, saleOf, summaryOf, ledgerOf, expectBooksToMatch } = salesOf(() => shop);

async function sell(card = '4242424242424242'): Promise<Sold> {
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  const listingId = await createListing(shop, seller);
  const orderId = await createOrder(shop, buyer, listingId);
  const clientSecret = await beginPayment(shop, buyer, orderId);
  await payWithCard(shop, clientSecret, card);
  await reportPaid(shop, buyer, { listingId, orderId, clientSecret });
  return { seller, buyer, listingId, orderId, intentId: intentIdOf(clientSecret) };
}

/** Does what only the provider can do, or a bank through it. */
async function atProvider(path: string, form: Record<string, string> = {}): Promise<Record<string, unknown> & { id: string }> {
  const response = await shop.app.inject({
    method: 'POST',
    url: `/practice-cards/v1${path}`,
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
  return response.json();
}

function dispute(intentId: string, form: Record<string, string> = {}) {
  return atProvider('/disputes', { payment_intent: intentId, ...form });
}

function answer(id: string, text: string) {
  return atProvider(`/disputes/${id}`, { 'evidence[uncategorized_text]': text });
}

async function deliver(payload: string, signature = signEvent(payload, WEBHOOK_SECRET, shop.clock.now())) {
  return (
    await shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/payments',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
  ).statusCode;
}

async function messagesAbout(id: string): Promise<string[]> {
  return (await shop.services.db.selectFrom('practice_events').select('body').where('body', 'like', `%${id}%`).orderBy('id').execute()).map(({ body }) => body);
}

/** Delivers every webhook about it, twice, in the given order. */
async function deliverAll(id: string, order: (bodies: string[]) => string[] = (bodies) => bodies): Promise<void> {
  const bodies = order(await messagesAbout(id));
  for (const body of [...bodies, ...bodies]) expect(await deliver(body)).toBe(200);
}

async function payOut({ orderId }: Sold) {
  await owe(shop, orderId);
  return shop.call('POST', `/orders/${orderId}/payout`, { as: admin.token });
}

function refund({ orderId }: Sold) {
  return shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: 'Broken.', relist: false } });
}

async function disputeOf({ orderId }: Sold) {
  return ((await shop.call('GET', '/disputes', { as: admin.token })).body as Dispute[]).find((one) => one.orderId === orderId);
}

async function kindsFor(person: Person) {
  return ((await shop.call('GET', '/notifications', { as: person.token })).body as { kind: string }[]).map(({ kind }) => kind).toReversed();
}

/** What they were told about one kind of event, newest first. */
async function textsFor(person: Person, kind: string): Promise<string[]> {
  const notifications = (await shop.call('GET', '/notifications', { as: person.token })).body as { kind: string; text: string }[];
  return notifications.filter((one) => one.kind === kind).map(({ text }) => text);
}

async function call(person: Person, path: string, body: object) {
  expect((await shop.call('POST', path, { as: person.token, body })).status).toBeLessThan(300);
}

/** The phone changes hands, and its buyer is content. */
async function complete(sold: Sold) {
  await call(sold.seller, `/orders/${sold.orderId}/handover/code`, await scannedCode(shop, sold));
  await call(sold.buyer, `/orders/${sold.orderId}/handover/confirmation`, await confirmation(shop, sold));
  await call(sold.buyer, `/orders/${sold.orderId}/acceptance`, {});
}

const ORDERS = [(bodies: string[]) => bodies, (bodies: string[]) => bodies.toReversed()];

describe.each(ORDERS)('Disputes, with webhooks in either order and twice', (order) => {
  test('A dispute blocks the payout, notifies the admin and the seller once, and shows both sides its state', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await deliverAll(id, order);
    expect(await payOut(sold)).toMatchObject({
      status: 409,
      body: { code: 'disputed', message: expect.stringContaining('bank is reviewing this payment') },
    });
    expect(await refund(sold)).toMatchObject({ status: 409, body: { code: 'disputed' } });
    expect(await disputeOf(sold)).toMatchObject({ reference: id, state: 'needs_response', reason: 'fraudulent', amount: 289, withdrawn: 289, closedAt: null });
    expect((await orderOf(sold)).dispute).toBe('open');
    expect((await saleOf(sold))?.dispute).toBe('open');
    expect((await kindsFor(sold.seller)).filter((kind) => kind === 'dispute_opened')).toHaveLength(1);
    expect(await ledgerOf(sold)).toEqual([
      ['charge', 28_900],
      ['dispute', 28_900],
      ['dispute_fee', 1500],
    ]);
    await expectBooksToMatch(sold);
  });

  test('A won dispute returns the money to the shop, and it can be paid out', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await answer(id, 'winning_evidence');
    await deliverAll(id, order);
    expect(await disputeOf(sold)).toMatchObject({ state: 'won', withdrawn: 0, closedAt: expect.any(String) });
    expect((await orderOf(sold)).dispute).toBe('won');
    expect(await ledgerOf(sold)).toEqual([
      ['charge', 28_900],
      ['dispute', 28_900],
      ['dispute_fee', 1500],
      ['dispute_reversal', 28_900],
    ]);
    expect(await summaryOf(sold)).toMatchObject({ sold: 289, disputed: 0, due: 289 });
    expect(await payOut(sold)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    await expectBooksToMatch(sold);
  });

  test('A dispute lost after the payout is owed by the seller', async () => {
    const sold = await sell();
    await complete(sold);
    expect((await payOut(sold)).status).toBe(200);
    const { id } = await dispute(sold.intentId);
    await deliverAll(id, order);
    expect(await summaryOf(sold)).toMatchObject({ sold: 289, disputed: 289, paidOut: 289, due: 0 });
    expect(await textsFor(sold.seller, 'dispute_opened')).toEqual([expect.stringContaining('If it decides against you, what we paid you goes back.')]);
    expect((await textsFor(admin, 'dispute_opened'))[0]).toContain('The seller has been paid already.');
    await answer(id, 'losing_evidence');
    await deliverAll(id, order);
    expect(await disputeOf(sold)).toMatchObject({ state: 'lost', withdrawn: 289 });
    expect(await summaryOf(sold)).toMatchObject({ sold: 289, disputed: 289, paidOut: 289, due: -289 });
    expect(await textsFor(sold.seller, 'dispute_closed')).toEqual([expect.stringContaining('What we paid you for it goes back.')]);
    expect(await textsFor(sold.buyer, 'dispute_closed')).toEqual([expect.stringContaining('to you.')]);
    expect(await refund(sold)).toMatchObject({ status: 409, body: { code: 'disputed', message: expect.stringContaining('has already returned this money') } });
    expect((await kindsFor(sold.seller)).filter((kind) => kind === 'dispute_closed')).toHaveLength(1);
    await expectBooksToMatch(sold);
  });

  test('A dispute won after the payout leaves the seller what they have, and the buyer reads that the sale stands', async () => {
    const sold = await sell();
    await complete(sold);
    await payOut(sold);
    const { id } = await dispute(sold.intentId);
    await answer(id, 'winning_evidence');
    await deliverAll(id, order);
    expect(await textsFor(sold.seller, 'dispute_closed')).toEqual([expect.stringContaining('the sale stands. You keep what we paid you.')]);
    expect(await textsFor(sold.buyer, 'dispute_closed')).toEqual([expect.stringContaining('The sale stands')]);
    expect((await textsFor(admin, 'dispute_closed'))[0]).not.toContain('paid out');
  });

  test('An inquiry moves no money, and blocks the payout until it is closed', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId, { inquiry: 'true' });
    await deliverAll(id, order);
    expect(await disputeOf(sold)).toMatchObject({ state: 'inquiry', withdrawn: 0 });
    expect((await payOut(sold)).status).toBe(409);
    await answer(id, 'winning_evidence');
    await deliverAll(id, order);
    expect(await disputeOf(sold)).toMatchObject({ state: 'closed' });
    expect((await orderOf(sold)).dispute).toBeNull();
    expect((await payOut(sold)).status).toBe(200);
    await expectBooksToMatch(sold);
  });

  test('A sale can be refunded and canceled while a bank only inquires about its payment', async () => {
    const [refunded, canceled] = [await sell(), await sell()];
    for (const sold of [refunded, canceled]) await deliverAll((await dispute(sold.intentId, { inquiry: 'true' })).id, order);
    expect((await refund(refunded)).status).toBe(200);
    await call(canceled.seller, `/orders/${canceled.orderId}/cancellation`, { reason: 'It fell.', relist: false });
    for (const sold of [refunded, canceled]) {
      expect(await orderOf(sold)).toMatchObject({ state: 'refunded', dispute: 'open' });
      await expectBooksToMatch(sold);
    }
  });

  test('A refund that is due is made although a bank has begun to inquire about its payment', async () => {
    const sold = await sell();
    const { payments } = shop.services;
    const { refund: make } = payments;
    payments.refund = async () => {
      throw new ProviderError('Down.');
    };
    await refund(sold);
    await deliverAll((await dispute(sold.intentId, { inquiry: 'true' })).id, order);
    payments.refund = make;
    expect(await orderOf(sold)).toMatchObject({ state: 'refunding' });
    await sweepPayments(shop.services);
    expect(await orderOf(sold)).toMatchObject({ state: 'refunded' });
  });

  test('A partial dispute withdraws that part; lost, it leaves the rest to the seller once the phone is with its buyer', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId, { amount: '10000' });
    await deliverAll(id, order);
    expect(await summaryOf(sold)).toMatchObject({ disputed: 100, due: 189 });
    await answer(id, 'losing_evidence');
    await deliverAll(id, order);
    expect((await saleOf(sold))?.fulfillment?.state).toBe('to_arrange');
    const [text] = await textsFor(sold.seller, 'dispute_closed');
    expect(text).toMatch(/returned \$100\.00 .* you get that much less/u);
    await complete(sold);
    expect((await saleOf(sold))?.fulfillment?.state).toBe('completed');
    expect((await shop.call('POST', `/orders/${sold.orderId}/payout`, { as: admin.token })).status).toBe(200);
    expect(await summaryOf(sold)).toMatchObject({ sold: 289, disputed: 100, paidOut: 189, due: 0 });
    await expectBooksToMatch(sold);
  });
});

describe('Dispute webhooks', () => {
  test('A forged signature or an unknown dispute changes nothing', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    const [body = ''] = await messagesAbout(id);
    const before = await ledgerOf(sold);
    expect(await deliver(body, 't=1,v1=00')).toBe(400);
    expect(await deliver(body, signEvent(body, 'another secret', shop.clock.now()))).toBe(400);
    expect(await deliver(body.replaceAll(id, 'du_invented'))).toBe(200);
    expect(await deliver(body.replaceAll(id, '../../secrets'))).toBe(200);
    expect(await disputeOf(sold)).toBeUndefined();
    expect(await ledgerOf(sold)).toEqual(before);
  });

  test('A dispute about another shop’s charge changes nothing', async () => {
    const foreign = await shop.services.payments.createIntent({ amountCents: 5000, currency: 'usd', orderId: 'elsewhere', idempotencyKey: 'foreign' });
    await payWithCard(shop, foreign.clientSecret);
    const { id } = await dispute(foreign.id);
    await deliverAll(id);
    expect(await shop.services.db.selectFrom('disputes').select('id').where('reference', '=', id).execute()).toEqual([]);
  });

  test('The provider’s amount counts, not the webhook’s', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    const [body = ''] = await messagesAbout(id);
    expect(await deliver(body.replaceAll('28900', '1').replaceAll('"usd"', '"jpy"'))).toBe(200);
    expect(await disputeOf(sold)).toMatchObject({ amount: 289 });
  });

  test('A dispute that arrives before its payment settles the payment first', async () => {
    const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const listingId = await createListing(shop, seller);
    const orderId = await createOrder(shop, buyer, listingId);
    const clientSecret = await beginPayment(shop, buyer, orderId);
    await payWithCard(shop, clientSecret, '4000000000000259');
    const [body = ''] = (await messagesAbout(intentIdOf(clientSecret))).filter((one) => one.includes('charge.dispute.created'));
    expect(await deliver(body)).toBe(200);
    expect(await orderOf({ seller, buyer, listingId, orderId, intentId: '' })).toMatchObject({ paid: true, dispute: 'open' });
    await expect(shop.services.db.selectFrom('disputes').select('id').where('order_id', '=', orderId).execute()).resolves.toHaveLength(1);
  });

  test('Lost webhooks about a known dispute are made up for within the hour', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await deliverAll(id);
    await answer(id, 'losing_evidence');
    await sweepPayments(shop.services);
    expect(await disputeOf(sold)).toMatchObject({ state: 'needs_response' });
    shop.clock.advance(61 * 60_000);
    await sweepPayments(shop.services);
    const { status } = await shop.services.db.selectFrom('disputes').select('status').where('order_id', '=', sold.orderId).executeTakeFirstOrThrow();
    expect(status).toBe('lost');
    shop.clock.advance(-61 * 60_000);
  });

  test('A dispute that the provider doesn’t know stays open, and is asked about again after an hour, not with every sweep', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await deliverAll(id);
    const asked: string[] = [];
    const findDispute = async (disputeId: string) => {
      asked.push(disputeId);
      return null;
    };
    const services = { ...shop.services, payments: { ...shop.services.payments, findDispute } };
    shop.clock.advance(61 * 60_000);
    for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweepPayments(services);
    expect(asked.filter((asking) => asking === id)).toHaveLength(1);
    shop.clock.advance(61 * 60_000);
    await sweepPayments(services);
    expect(asked.filter((asking) => asking === id)).toHaveLength(2);
    const { closed_at } = await shop.services.db.selectFrom('disputes').select('closed_at').where('order_id', '=', sold.orderId).executeTakeFirstOrThrow();
    expect(closed_at).toBeNull();
    shop.clock.advance(-2 * 61 * 60_000);
  });

  test('A closed dispute stays closed when an older reply arrives late', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    const older = await shop.services.payments.findDispute(id);
    await answer(id, 'losing_evidence');
    await deliverAll(id);
    const { findDispute } = shop.services.payments;
    shop.services.payments.findDispute = async () => older;
    await deliverAll(id);
    shop.services.payments.findDispute = findDispute;
    expect(await disputeOf(sold)).toMatchObject({ state: 'lost', withdrawn: 289 });
  });
});

describe.each([
  ['4000000000000259', 'fraudulent', 'needs_response'],
  ['4000000000002685', 'product_not_received', 'needs_response'],
  ['4000000000001976', 'fraudulent', 'inquiry'],
])('The published test card %s', (card, reason, state) => {
  test(`A payment with the test card is disputed as ${reason}`, async () => {
    const sold = await sell(card);
    await deliverAll(sold.intentId);
    expect(await disputeOf(sold)).toMatchObject({ reason, state });
  });
});

describe('Refunds made at the card provider', () => {
  const refundThere = (intentId: string, form: Record<string, string> = {}) => atProvider('/refunds', { payment_intent: intentId, ...form });

  test('A full refund at the provider undoes the sale once, and the ledger agrees', async () => {
    const sold = await sell();
    await refundThere(sold.intentId);
    await deliverAll(sold.intentId);
    expect(await orderOf(sold)).toMatchObject({ paid: false, refunded: true, state: 'refunded' });
    expect(await ledgerOf(sold)).toEqual([
      ['charge', 28_900],
      ['refund', 28_900],
    ]);
    expect((await payOut(sold)).status).toBe(409);
    await expectBooksToMatch(sold);
  });

  test('After a partial refund at the provider, no more than the rest is offered, decided, refunded and written about', async () => {
    const sold = await sell();
    await refundThere(sold.intentId, { amount: '8900' });
    await deliverAll(sold.intentId);
    await call(sold.seller, `/orders/${sold.orderId}/problem`, { reason: 'not_confirmed', text: 'They have the phone.' });
    const decide = (amount: number) =>
      shop.call('POST', `/problems/${sold.orderId}/decision`, { as: admin.token, body: { decision: 'partial', amount, reason: 'Scratched.' } });
    expect(await decide(200)).toMatchObject({ status: 422, body: { fields: { amount: expect.stringContaining('hasn’t been refunded yet') } } });
    expect((await decide(50)).status).toBe(200);
    expect((await ledgerOf(sold)).filter(([kind]) => kind === 'refund')).toEqual([
      ['refund', 5000],
      ['refund', 8900],
    ]);
    expect((await refund(sold)).status).toBe(200);
    const subjects = ((await shop.call('GET', '/notifications', { as: sold.buyer.token })).body as { subject: string }[]).map(({ subject }) => subject);
    expect(subjects).toContain('We’re refunding $150.00');
    expect((await ledgerOf(sold)).filter(([kind]) => kind === 'refund').reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(28_900);
    await expectBooksToMatch(sold);
  });

  test('A partial refund at the provider leaves the sale and reduces the payout; the rest undoes it', async () => {
    const sold = await sell();
    await refundThere(sold.intentId, { amount: '8900' });
    await deliverAll(sold.intentId);
    expect(await orderOf(sold)).toMatchObject({ paid: true });
    expect(await summaryOf(sold)).toMatchObject({ refunded: 89, due: 200 });
    await expectBooksToMatch(sold);
    await refundThere(sold.intentId, { amount: '20000' });
    await deliverAll(sold.intentId, (bodies) => bodies.toReversed());
    expect(await orderOf(sold)).toMatchObject({ paid: false, refunded: true });
    expect(await summaryOf(sold)).toMatchObject({ sold: 0, due: 0 });
    await expectBooksToMatch(sold);
  });

  test('The shop refunds the rest after a partial refund at the provider', async () => {
    const sold = await sell();
    await refundThere(sold.intentId, { amount: '8900' });
    await deliverAll(sold.intentId);
    expect((await refund(sold)).status).toBe(200);
    await deliverAll(sold.intentId);
    expect(await ledgerOf(sold)).toEqual([
      ['charge', 28_900],
      ['refund', 8900],
      ['refund', 20_000],
    ]);
    await expectBooksToMatch(sold);
  });

  test('A refund at the provider after the shop’s own changes nothing', async () => {
    const sold = await sell();
    await refund(sold);
    const before = await ledgerOf(sold);
    await deliverAll(sold.intentId);
    expect(await ledgerOf(sold)).toEqual(before);
    expect((await kindsFor(sold.buyer)).filter((kind) => kind === 'refund_done')).toHaveLength(1);
    await expectBooksToMatch(sold);
  });
});

describe('Evidence', () => {
  test('Only an admin can see the evidence the shop has for a disputed sale', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await deliverAll(id);
    const found = await disputeOf(sold);
    const path = `/disputes/${found?._id}/evidence`;
    const evidence = (await shop.call('GET', path, { as: admin.token })).body as Evidence;
    expect(evidence.dueAt).toBe(found?.evidenceDueAt);
    for (const part of [id, sold.intentId, sold.buyer.email, 'Station hall', 'Galaxy S21', '289.00 USD', 'payment_arrived', 'order_paid'])
      expect(evidence.text).toContain(part);
    for (const other of [sold.seller, sold.buyer]) expect((await shop.call('GET', path, { as: other.token })).status).toBe(403);
    expect((await shop.call('GET', '/disputes', { as: sold.seller.token })).status).toBe(403);
    expect((await shop.call('GET', '/disputes/nothing/evidence', { as: admin.token })).status).toBe(404);
  });

  test('It shows the listing as it was booked, the agreed meeting, and how the phone changed hands', async () => {
    const sold = await sell();
    const at = shop.clock.now() + hours(26);
    await call(sold.buyer, `/orders/${sold.orderId}/proposals`, { at: new Date(at).toISOString(), place: 'Under the clock' });
    const { id: proposalId } = await shop.services.db
      .selectFrom('meeting_proposals')
      .select('id')
      .where('order_id', '=', sold.orderId)
      .executeTakeFirstOrThrow();
    await call(sold.seller, `/orders/${sold.orderId}/proposals/${proposalId}/answer`, { answer: 'accept' });
    await call(sold.seller, `/orders/${sold.orderId}/handover/code`, await scannedCode(shop, sold));
    shop.clock.advance(1000);
    await call(sold.buyer, `/orders/${sold.orderId}/handover/confirmation`, await confirmation(shop, sold));
    await shop.services.db.updateTable('listings').set({ description: 'Never mind.', condition: 'poor' }).where('id', '=', sold.listingId).execute();

    const { id } = await dispute(sold.intentId);
    await deliverAll(id);
    const path = `/disputes/${(await disputeOf(sold))?._id}/evidence`;
    const { items, text } = (await shop.call('GET', path, { as: admin.token })).body as Evidence;
    const linesOf = (about: string) => items.find((item) => item.about === about)?.lines ?? [];
    expect(linesOf('Meeting')).toContain(`Agreed by both: ${new Date(at).toISOString()}, Under the clock`);
    expect(linesOf('Handover')).toEqual([
      expect.stringMatching(/^The seller scanned the code on the other side’s page, .*, counted /u),
      expect.stringMatching(/^The buyer confirmed on a checklist that they have the phone, .*, counted /u),
    ]);
    const whys = linesOf('From payment to handover').map((line) => line.split(': ')[1]);
    expect(whys).toEqual(expect.arrayContaining(['meeting_agreed (seller)']));
    expect(linesOf('Listing at the time of booking').join()).not.toMatch(/Never mind|poor/u);
    expect(text).not.toMatch(/Never mind|poor/u);
  });

  test('Of a long history it shows the latest steps, oldest first', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await deliverAll(id);
    const step = { order_id: sold.orderId, from_state: null, to_state: 'paid', note: null, by_role: 'shop', by_id: null, at: shop.clock.now() } as const;
    const steps = Array.from({ length: 40 }, (_, at) => ({ ...step, step: 100 + at, why: `step_${at}` }));
    await shop.services.db.insertInto('order_history').values(steps).execute();
    const path = `/disputes/${(await disputeOf(sold))?._id}/evidence`;
    const { items } = (await shop.call('GET', path, { as: admin.token })).body as Evidence;
    const whys = items.find(({ about }) => about === 'Order history')?.lines.map((line) => line.split(': ')[1]);
    expect(whys).toEqual(Array.from({ length: 30 }, (_, at) => `step_${at + 10} (shop)`));
  });

  test('An admin is asked for evidence, with its deadline', async () => {
    const sold = await sell();
    const { id } = await dispute(sold.intentId);
    await deliverAll(id);
    const notified = (await shop.call('GET', '/notifications', { as: admin.token })).body as { kind: string; text: string }[];
    expect(notified.find(({ kind, text }) => kind === 'dispute_opened' && text.includes(sold.orderId))?.text).toMatch(
      /by \w+, \w+ \d+, \d{4}, \d+:\d\d [AP]M/u,
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hours } from '#contract/shared/durations.ts';
import { signEvent } from '#server/adapters/payments/practice/deliveries.ts';
import type { Fault } from '#server/adapters/payments/practice/faults.ts';
import { beginPayment as beginPaymentOf, findOrderToPay } from '#server/features/payments/intents.ts';
import { reconcile } from '#server/features/payments/reconcile.ts';
import { confirmPayment } from '#server/features/payments/settle.ts';
import { sweepPayments } from '#server/features/payments/sweep.ts';
import { handleProviderEvent } from '#server/features/payments/webhook.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import {
  beginPayment,
  createListing,
  createOrder,
  createPerson,
  intentIdOf,
  type Person,
  payWithCard,
  reportPaid,
  tokenNow,
} from '#test/support/world/world.ts';

/** How the shop's next calls to the provider fail, one after the other; the last one repeats. */
let faults: (Fault | null)[] = [];
let calls: string[] = [];

const AUTH_SECRET = 'a secret of this test alone, long enough';
const WEBHOOK_SECRET = `whsec_${deriveSecret(AUTH_SECRET, 'card-webhook')}`;

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp(
    { AUTH_SECRET },
    {
      cards: {
        timeoutMs: 200,
        retries: 1,
        misbehave(call) {
          calls.push(call);
          return (faults.length > 1 ? faults.shift() : faults[0]) ?? null;
        },
      },
    },
  );
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());
beforeEach(async () => {
  faults = [];
  calls = [];
  seller.token = await tokenNow(shop, seller);
  buyer = await createPerson(shop, 'buyer');
});

async function deliver({ app }: TestApp, payload: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await app.inject({ method: 'POST', url: '/api/webhooks/payments', headers, payload })).statusCode;
}

const ALL: Fault[] = ['unreachable', 'silent', 'lost-reply', 'server-error', 'too-many'];

async function booked() {
  const listingId = await createListing(shop, seller);
  return { listingId, orderId: await createOrder(shop, buyer, listingId) };
}

function open(orderId: string) {
  return shop.call('POST', '/create-payment-intent', { as: buyer.token, body: { price: 289, orderId } });
}

async function intentsOf(orderId: string) {
  const rows = await shop.services.db.selectFrom('practice_intents').select(['id', 'status', 'amount_refunded', 'details']).execute();
  return rows.filter(({ details }) => details.includes(orderId));
}

async function orderOf(orderId: string) {
  return (await shop.call('GET', `/payment/${orderId}`, { as: buyer.token })).body;
}

describe.each(ALL)('The provider fault %s', (fault) => {
  test('A provider that fails once costs at most one more try, and one intent is made', async () => {
    const { orderId } = await booked();
    faults = [fault, null];
    const { status } = await open(orderId);
    // The official library retries calls without a reply and 5xx replies, but not rate limits.
    expect(status).toBe(fault === 'too-many' ? 502 : 200);
    if (status !== 200) expect((await open(orderId)).status).toBe(200);
    expect(await intentsOf(orderId)).toHaveLength(1);
  });

  test('A provider that keeps failing is reported in a sentence, and the holder keeps their turn and pays later', async () => {
    const { listingId, orderId } = await booked();
    faults = [fault];
    const failed = await open(orderId);
    expect(failed).toMatchObject({ status: 502, body: { code: 'provider_failed', message: expect.stringMatching(/card service .*try again/u) } });
    expect(await orderOf(orderId)).toMatchObject({ state: 'booked', heldUntil: expect.any(String) });
    faults = [];
    const clientSecret = await beginPayment(shop, buyer, orderId);
    expect(await intentsOf(orderId)).toHaveLength(1);
    await payWithCard(shop, clientSecret);
    // The shop can't find out now, only later.
    faults = [fault];
    expect((await reportPaid(shop, buyer, { listingId, orderId, clientSecret })).status).toBe(502);
    faults = [];
    expect((await reportPaid(shop, buyer, { listingId, orderId, clientSecret })).status).toBe(201);
    expect(await intentsOf(orderId)).toMatchObject([{ status: 'succeeded', amount_refunded: 0 }]);
  });

  test('A provider that fails during a refund still refunds once', async () => {
    const { listingId, orderId } = await booked();
    const clientSecret = await beginPayment(shop, buyer, orderId);
    await shop.call('DELETE', `/products/${listingId}`, { as: seller.token });
    await payWithCard(shop, clientSecret);
    // The question whether it was paid succeeds; the refund fails.
    faults = [null, fault];
    expect(await reportPaid(shop, buyer, { listingId, orderId, clientSecret })).toMatchObject({ status: 409, body: { code: 'refunded' } });
    expect(await orderOf(orderId)).toMatchObject({ state: 'refunding', refunded: true });
    expect(await sweepPayments(shop.services)).toBeGreaterThan(0);
    faults = [];
    expect(await sweepPayments(shop.services)).toBe(0);
    expect(await orderOf(orderId)).toMatchObject({ state: 'refunded' });
    const refunds = await shop.services.db.selectFrom('practice_refunds').select('amount').where('intent_id', '=', intentIdOf(clientSecret)).execute();
    expect(refunds).toEqual([{ amount: 28_900 }]);
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });
});

describe('The sweep', () => {
  test('The sweep gives up on a provider that is down after a few tries, and goes on next time', async () => {
    const paying: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      // One person reserves at most two phones at a time.
      const person = await createPerson(shop, 'buyer');
      const orderId = await createOrder(shop, person, await createListing(shop, seller));
      await payWithCard(shop, await beginPayment(shop, person, orderId));
      paying.push(orderId);
    }
    faults = ['server-error'];
    calls = [];
    expect(await sweepPayments(shop.services)).toBe(3);
    faults = [];
    expect(await sweepPayments(shop.services)).toBe(0);
    const states = await shop.services.db.selectFrom('orders').select('state').where('id', 'in', paying).execute();
    expect(states.map(({ state }) => state)).toEqual(paying.map(() => 'paid'));
  });
});

describe('Permanent refusals by the provider', () => {
  test('A permanent refusal doesn’t stop the sweep from doing the rest', async () => {
    const { db } = shop.services;
    const owed: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { listingId, orderId } = await booked();
      const clientSecret = await beginPayment(shop, buyer, orderId);
      await shop.call('DELETE', `/products/${listingId}`, { as: seller.token });
      await payWithCard(shop, clientSecret);
      faults = [null, 'server-error'];
      await reportPaid(shop, buyer, { listingId, orderId, clientSecret });
      faults = [];
      owed.push(orderId);
    }
    // The provider no longer knows four of them.
    for (const orderId of owed.slice(0, 4)) {
      await db
        .updateTable('payments')
        .set({ intent_id: `pi_gone_${orderId.replaceAll('-', '')}` })
        .where('order_id', '=', orderId)
        .execute();
      await db
        .updateTable('ledger')
        .set({ reference: `pi_gone_${orderId.replaceAll('-', '')}` })
        .where('order_id', '=', orderId)
        .execute();
    }
    const failed: string[] = [];
    expect(await sweepPayments(shop.services, (intentId) => failed.push(intentId))).toBe(4);
    expect(failed.every((intentId) => intentId.startsWith('pi_gone_'))).toBe(true);
    expect(await orderOf(owed[4] ?? '')).toMatchObject({ state: 'refunded' });
    for (const orderId of owed.slice(0, 4)) {
      await db.deleteFrom('ledger').where('order_id', '=', orderId).execute();
      await db.updateTable('payments').set({ state: 'refunded' }).where('order_id', '=', orderId).execute();
    }
  });

  test('A refund that the bank returns is due again, and made again', async () => {
    const { listingId, orderId } = await booked();
    const clientSecret = await beginPayment(shop, buyer, orderId);
    await shop.call('DELETE', `/products/${listingId}`, { as: seller.token });
    await payWithCard(shop, clientSecret);
    await reportPaid(shop, buyer, { listingId, orderId, clientSecret });
    expect(await orderOf(orderId)).toMatchObject({ state: 'refunded' });
    const intentId = intentIdOf(clientSecret);
    const { services } = shop;
    const made = await services.db.selectFrom('payments').select('refund_id').where('intent_id', '=', intentId).executeTakeFirstOrThrow();
    // The practice bank accepts every refund: this one is reported as returned, and the next one as made.
    const sentBack = { id: made.refund_id ?? '', intentId, amountCents: 28_900, currency: 'usd' };
    const payments = {
      ...services.payments,
      findRefund: async () => ({ ...sentBack, status: 'failed' as const }),
      findRefundsOf: async () => [{ ...sentBack, status: 'failed' as const }],
      refund: async () => ({ ...sentBack, id: 're_second', status: 'succeeded' as const }),
    };
    const body = JSON.stringify({ id: 'evt_9', object: 'event', type: 'refund.failed', data: { object: { object: 'refund', payment_intent: intentId } } });
    await handleProviderEvent({ ...services, payments }, body, signEvent(body, WEBHOOK_SECRET, shop.clock.now()));
    expect(await orderOf(orderId)).toMatchObject({ state: 'refunding' });
    shop.clock.advance(hours(1));
    await sweepPayments({ ...services, payments });
    buyer.token = await tokenNow(shop, buyer);
    expect(await orderOf(orderId)).toMatchObject({ state: 'refunded' });
    const steps = (await shop.call('GET', `/orders/${orderId}/history`, { as: buyer.token })).body as { why: string }[];
    expect(steps.slice(-3).map(({ why }) => why)).toEqual(['money_back', 'refund_failed', 'money_back']);
    const ledger = await services.db.selectFrom('ledger').select(['kind', 'reference']).where('order_id', '=', orderId).orderBy('id').execute();
    expect(ledger).toEqual([
      { kind: 'charge', reference: intentId },
      { kind: 'refund', reference: made.refund_id },
      { kind: 'refund_failed', reference: made.refund_id },
      { kind: 'refund', reference: 're_second' },
    ]);
    const { differences } = await reconcile(services);
    expect(
      differences
        .filter((one) => one.orderId === orderId)
        .map(({ kind, reference }) => [kind, reference])
        .sort(),
    ).toEqual(
      [
        ['refund', made.refund_id],
        ['refund', 're_second'],
      ].sort(),
    );
    await services.db.deleteFrom('ledger').where('order_id', '=', orderId).execute();
  });
});

describe('Pending payments', () => {
  test('A payment that is still at the bank lets nobody else pay, and tells its buyer not to pay twice', async () => {
    const { listingId, orderId } = await booked();
    const rival = await createPerson(shop, 'buyer');
    const rivalOrder = await createOrder(shop, rival, listingId);
    const clientSecret = await beginPayment(shop, buyer, orderId);
    const intent = await shop.services.payments.findIntent(intentIdOf(clientSecret));
    if (!intent) throw new Error('the intent is there');
    const processing = { ...intent, status: 'processing' as const };
    const services = { ...shop.services, payments: { ...shop.services.payments, findIntent: async () => processing, cancelIntent: async () => processing } };
    await expect(confirmPayment(services, { buyerId: buyer.id, productId: listingId, orderId, transactionId: intent.id })).rejects.toMatchObject({
      status: 409,
      code: 'payment_processing',
      message: expect.stringContaining('Don’t pay again'),
    });
    shop.clock.advance(16 * 60_000);
    const order = await findOrderToPay(services, { buyerId: rival.id, priceCents: 28_900, orderId: rivalOrder });
    await expect(beginPaymentOf(services, order, { buyerId: rival.id, network: null })).rejects.toMatchObject({
      code: 'being_paid',
      message: expect.stringContaining('still processing a payment'),
    });
    shop.clock.advance(-16 * 60_000);
  });
});

describe('Provider webhooks', () => {
  test('Webhooks that arrive ten times, out of order and early end in one sale', async () => {
    const { listingId, orderId } = await booked();
    const clientSecret = await beginPayment(shop, buyer, orderId);
    await payWithCard(shop, clientSecret, '4000000000000002');
    await payWithCard(shop, clientSecret);
    const rows = await shop.services.db.selectFrom('practice_events').select(['body', 'type']).execute();
    const bodies = rows.filter(({ body }) => body.includes(intentIdOf(clientSecret)));
    expect(bodies.map(({ type }) => type).sort()).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded']);
    const inAnyOrder = Array.from({ length: 10 }, () => bodies.toReversed()).flat();
    const replies = await Promise.all(inAnyOrder.map(({ body }) => deliver(shop, body, signEvent(body, WEBHOOK_SECRET, shop.clock.now()))));
    expect(new Set(replies)).toEqual(new Set([200]));
    expect((await reportPaid(shop, buyer, { listingId, orderId, clientSecret })).status).toBe(200);
    expect(await shop.services.db.selectFrom('ledger').select('id').where('order_id', '=', orderId).execute()).toHaveLength(1);
    expect(await orderOf(orderId)).toMatchObject({ state: 'paid' });
  });
});

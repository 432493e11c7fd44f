import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidError, ProviderError } from '#server/errors.ts';
import type { PaymentIntent } from '#server/ports/payments.ts';
import { describePaymentProvider } from '#test/ports/payments.suite.ts';
import { KEYS, openPracticeShop, type PracticeShop } from '#test/support/doubles/practice-cards.ts';
import { DOUBLE_KEYS, openStripeDouble } from '#test/support/doubles/stripe.ts';
import { cardFields } from '#test/support/world/values.ts';
import { signEvent } from './practice/deliveries.ts';
import { createStripePayments } from './stripe.ts';

describePaymentProvider('the practice provider', async () => {
  const shop = await openPracticeShop();
  return {
    payments: shop.payments,
    async pay(intent, card) {
      await shop.confirm(intent, card === 'good' ? '4242424242424242' : '4000000000000002');
    },
    message(intent: PaymentIntent, ageSeconds: number) {
      const rawBody = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { object: 'payment_intent', id: intent.id } },
      });
      return { rawBody, signature: signEvent(rawBody, KEYS.webhookSecret, shop.clock.now() - ageSeconds * 1000) };
    },
    close: shop.close,
  };
});

describePaymentProvider('a stand-in for Stripe, through the official library and HTTP,', async () => {
  const double = await openStripeDouble();
  const payments = createStripePayments({ kind: 'stripe', ...DOUBLE_KEYS, apiUrl: double.url });
  return {
    payments,
    async pay(intent, card) {
      const body = new URLSearchParams({ client_secret: intent.clientSecret, ...cardFields(card === 'good' ? '4242424242424242' : '4000000000000002') });
      const headers = { authorization: `Bearer ${DOUBLE_KEYS.publishableKey}` };
      await fetch(`${double.url}/v1/payment_intents/${intent.id}/confirm`, { method: 'POST', headers, body });
    },
    message(intent: PaymentIntent, ageSeconds: number) {
      const rawBody = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { object: 'payment_intent', id: intent.id } },
      });
      return { rawBody, signature: signEvent(rawBody, DOUBLE_KEYS.webhookSecret, Date.now() - ageSeconds * 1000) };
    },
    close: double.close,
  };
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('The official library against a faulty provider', () => {
  const withFetch = (fetch: typeof globalThis.fetch) => createStripePayments({ kind: 'stripe', ...KEYS, fetch });

  it.each([
    ['can’t be reached', () => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.7:443'))],
    [
      'reports an internal error',
      async () => new Response('{"error":{"type":"api_error","message":"shard 7 is down"}}', { status: 500, headers: { 'stripe-should-retry': 'false' } }),
    ],
    [
      'doesn’t know the key',
      async () => new Response('{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_test_*"}}', { status: 401 }),
    ],
    ['doesn’t reply with JSON', async () => new Response('<html>', { status: 200 })],
  ])('A provider that %s fails with a sentence that shows no internals', async (_how, fetch) => {
    const failure = await failureOf(withFetch(fetch).findIntent('pi_1'));
    expect(failure).toBeInstanceOf(ProviderError);
    expect(String(failure)).toMatch(/card service/u);
    expect(String(failure)).not.toMatch(/ECONN|shard|key|sk_|html|json/iu);
  });

  it('Takes an earlier request with the same key that is still under way for no answer, so that the key stays', async () => {
    const underWay = async () =>
      new Response('{"error":{"type":"idempotency_error","code":"idempotency_key_in_use","message":"x"}}', {
        status: 409,
        headers: { 'stripe-should-retry': 'false' },
      });
    expect(await failureOf(withFetch(underWay).refund('pi_1', 'k', 500))).toMatchObject({ how: 'unreachable' });
  });

  it.each(['amount_too_small', 'amount_too_large'])('Says what is wrong with a price that the provider refuses as %s', async (code) => {
    const refuse = async () => new Response(`{"error":{"type":"invalid_request_error","code":"${code}","message":"x"}}`, { status: 400 });
    const failure = await failureOf(withFetch(refuse).createIntent({ amountCents: 1, currency: 'usd', orderId: 'o', idempotencyKey: 'k' }));
    expect(failure).toBeInstanceOf(InvalidError);
    expect(String(failure)).toMatch(/This price is too (low|high) for card payments/u);
  });

  it('Reads the intent that a refunded charge belongs to', () => {
    const body = JSON.stringify({
      id: 'evt_2',
      object: 'event',
      type: 'charge.refunded',
      data: { object: { object: 'charge', id: 'ch_1', payment_intent: 'pi_7' } },
    });
    const event = withFetch(fetch).readEvent(body, signEvent(body, KEYS.webhookSecret, Date.now()));
    expect(event).toEqual({ id: 'evt_2', type: 'charge.refunded', intentId: 'pi_7', disputeId: null });
  });
});

describe('What the practice provider stores', () => {
  let shop: PracticeShop;
  beforeAll(async () => {
    shop = await openPracticeShop();
  });
  afterAll(() => shop.close());

  it('Never stores a card number, whatever was tried with it', async () => {
    const numbers = ['4242424242424242', '4000000000000002', '4000002500003155', '4532015112830366', '4242424242424241'];
    for (const number of numbers) await shop.confirm(await shop.newIntent(), number, {}, { idempotencyKey: `try-${number.slice(-4)}` });
    const { db } = shop.database;
    const rows = await Promise.all([
      db.selectFrom('practice_intents').selectAll().execute(),
      db.selectFrom('practice_replays').selectAll().execute(),
      db.selectFrom('practice_events').selectAll().execute(),
      db.selectFrom('practice_refunds').selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows);
    expect(stored).toContain('4242');
    for (const number of numbers) expect(stored).not.toContain(number.slice(0, 12));
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signEvent } from '#server/adapters/payments/practice/deliveries.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import {
  beginPayment,
  createListing,
  createOrder,
  createPerson,
  freeReservations,
  intentIdOf,
  type Person,
  payWithCard,
  reportPaid,
} from '#test/support/world/world.ts';

const AUTH_SECRET = 'a secret of this test alone, long enough';
const WEBHOOK_SECRET = `whsec_${deriveSecret(AUTH_SECRET, 'card-webhook')}`;

let shop: TestApp;
let seller: Person;
let buyer: Person;
let other: Person;
let log: string[] = [];

beforeAll(async () => {
  shop = await createTestApp({ AUTH_SECRET }, { onLog: (line) => log.push(line) });
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  other = await createPerson(shop, 'buyer');
});
afterAll(() => shop.close());

async function begun() {
  await freeReservations(shop);
  const listingId = await createListing(shop, seller);
  const orderId = await createOrder(shop, buyer, listingId);
  return { listingId, orderId, clientSecret: await beginPayment(shop, buyer, orderId) };
}

/** All rows about money and orders. */
async function books(): Promise<string> {
  const { db } = shop.services;
  const rows = await Promise.all([
    db.selectFrom('orders').selectAll().orderBy('id').execute(),
    db.selectFrom('order_history').selectAll().orderBy('order_id').orderBy('step').execute(),
    db.selectFrom('payments').selectAll().orderBy('id').execute(),
    db.selectFrom('ledger').selectAll().orderBy('id').execute(),
    db.selectFrom('listings').select(['id', 'sold_at', 'removed_at', 'reserved_by']).orderBy('id').execute(),
    db.selectFrom('practice_intents').selectAll().orderBy('id').execute(),
  ]);
  return JSON.stringify(rows);
}

/** Checks that a call fails, that the log has its request id with the status, and that nothing has changed. */
async function expectRefused(call: () => Promise<{ status: number; headers: Record<string, unknown> }>, status: number): Promise<void> {
  const before = await books();
  log = [];
  const reply = await call();
  expect(reply.status).toBe(status);
  const id = String(reply.headers['x-request-id']);
  expect(log.some((line) => line.includes(id) && line.includes(`"statusCode":${status}`))).toBe(true);
  expect(await books()).toBe(before);
}

async function deliver(payload: string, signature?: string) {
  const headers = { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) };
  const { statusCode: status, headers: replied } = await shop.app.inject({ method: 'POST', url: '/api/webhooks/payments', headers, payload });
  return { status, headers: replied };
}

function eventAbout(intentId: string) {
  return JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: intentId, status: 'succeeded' } },
  });
}

describe('Forged webhooks', () => {
  test('Rejects and logs forged, stale, altered, unsigned and nonsense webhooks, and changes nothing', async () => {
    const { clientSecret } = await begun();
    const body = eventAbout(intentIdOf(clientSecret));
    const now = shop.clock.now();
    const good = signEvent(body, WEBHOOK_SECRET, now);
    const forged: [string, string | undefined][] = [
      [body, signEvent(body, 'whsec_of_somebody_else', now)],
      [body, signEvent(body, WEBHOOK_SECRET, now - 301_000)],
      [body.replace('evt_1', 'evt_2'), good],
      [`${body} `, good],
      [body, undefined],
      [body, ''],
      [body, 't=,v1='],
      [body, good.replace('v1=', 'v0=')],
      ['not json', signEvent('not json', WEBHOOK_SECRET, now)],
      ['', good],
    ];
    for (const [payload, signature] of forged) await expectRefused(() => deliver(payload, signature), 400);
    expect(log.join('')).not.toContain(WEBHOOK_SECRET);
  });

  test('Checks a signed webhook with the provider, and so believes no payment that didn’t happen', async () => {
    const { clientSecret } = await begun();
    const before = await books();
    for (const intentId of [intentIdOf(clientSecret), 'pi_of_another_account', '../refunds']) {
      const body = eventAbout(intentId);
      expect((await deliver(body, signEvent(body, WEBHOOK_SECRET, shop.clock.now()))).status).toBe(200);
    }
    expect(await books()).toBe(before);
  });

  test('A repeated webhook changes nothing', async () => {
    const { clientSecret } = await begun();
    await payWithCard(shop, clientSecret);
    const body = eventAbout(intentIdOf(clientSecret));
    const signature = signEvent(body, WEBHOOK_SECRET, shop.clock.now());
    expect((await deliver(body, signature)).status).toBe(200);
    const before = await books();
    expect((await deliver(body, signature)).status).toBe(200);
    expect(await books()).toBe(before);
  });
});

describe('Payments of others', () => {
  test('Rejects and logs orders, amounts, products, transactions and intents of others, and changes nothing', async () => {
    const mine = await begun();
    const another = await begun();
    await payWithCard(shop, another.clientSecret);
    const open = (as: Person, body: object) => () => shop.call('POST', '/create-payment-intent', { as: as.token, body });
    const postPayment = (as: Person, productId: string, body: object) => () => shop.call('POST', `/payments/${productId}`, { as: as.token, body });
    const transaction = intentIdOf(another.clientSecret);
    await expectRefused(open(other, { price: 289, orderId: mine.orderId }), 404);
    for (const price of [1, 288.99, 289.01, 28_900, '0.5']) await expectRefused(open(buyer, { price, orderId: mine.orderId }), 422);
    await expectRefused(postPayment(other, mine.listingId, { orderId: mine.orderId, transactionId: transaction }), 404);
    await expectRefused(postPayment(buyer, mine.listingId, { orderId: mine.orderId, transactionId: transaction }), 422);
    await expectRefused(postPayment(buyer, another.listingId, { orderId: mine.orderId, transactionId: transaction }), 422);
    for (const transactionId of ['pi_of_another_account', 'ch_1', '../refunds', 'pi_x/cancel', `${transaction}%00`, 'x'.repeat(200)])
      await expectRefused(postPayment(buyer, mine.listingId, { orderId: mine.orderId, transactionId }), 422);
    await expectRefused(postPayment(buyer, mine.listingId, { orderId: mine.orderId, transactionId: intentIdOf(mine.clientSecret) }), 409);
    expect((await reportPaid(shop, buyer, another)).status).toBe(201);
    // A transaction can be used only once.
    await expectRefused(postPayment(buyer, mine.listingId, { orderId: mine.orderId, transactionId: transaction }), 422);
  });

  test('An intent with another amount or currency buys nothing and is refunded in full', async () => {
    const { listingId, orderId } = await begun();
    for (const [amountCents, currency] of [
      [100, 'usd'],
      [28_900, 'eur'],
    ] as const) {
      const cheap = await shop.services.payments.createIntent({ amountCents, currency, orderId, idempotencyKey: `cheap-${currency}` });
      await payWithCard(shop, cheap.clientSecret);
      const body = eventAbout(cheap.id);
      expect((await reportPaid(shop, buyer, { listingId, orderId, clientSecret: cheap.clientSecret })).status).toBe(422);
      expect((await deliver(body, signEvent(body, WEBHOOK_SECRET, shop.clock.now()))).status).toBe(200);
      const payment = await shop.services.db.selectFrom('payments').select('state').where('intent_id', '=', cheap.id).executeTakeFirstOrThrow();
      expect(payment.state).toBe('refunded');
    }
    expect((await shop.call('GET', `/payment/${orderId}`, { as: buyer.token })).body).toMatchObject({ paid: false, state: 'paying' });
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ status: 'available' });
  });
});

describe('Card numbers', () => {
  const NUMBERS = ['4242424242424242', '4000000000000002', '4000002500003155', '5555555555554444', '4242 4242 4242 4243', '4111-1111-1111-1111'];

  test('A card number appears in no log, row or error', async () => {
    log = [];
    const { clientSecret } = await begun();
    const replies: string[] = [];
    for (const number of NUMBERS) {
      replies.push(JSON.stringify(await payWithCard(shop, clientSecret, number)));
      // In the wrong places: the shop's own calls, addresses, and unreadable bodies.
      replies.push(
        (
          await shop.app.inject({
            method: 'POST',
            url: '/api/create-payment-intent',
            payload: { card: number },
            headers: { authorization: `Bearer ${buyer.token}` },
          })
        ).body,
      );
      replies.push(
        (await shop.app.inject({ method: 'GET', url: `/practice-cards/v1/payment_intents/${encodeURIComponent(number)}?number=${encodeURIComponent(number)}` }))
          .body,
      );
      replies.push(
        (
          await shop.app.inject({
            method: 'POST',
            url: '/practice-cards/v1/payment_intents',
            payload: `{"number":"${number}"`,
            headers: { 'content-type': 'application/json' },
          })
        ).body,
      );
      replies.push(
        (await shop.app.inject({ method: 'POST', url: '/api/webhooks/payments', payload: number, headers: { 'content-type': 'application/json' } })).body,
      );
    }
    const { db } = shop.services;
    const tables = (await db.introspection.getTables()).map(({ name }) => name);
    const rows = await Promise.all(tables.map(async (table) => JSON.stringify((await sql`select * from ${sql.ref(table)}`.execute(db)).rows)));
    expect(tables.length).toBeGreaterThan(10);
    expect(log.length).toBeGreaterThan(20);
    for (const place of [...log, ...rows, ...replies]) {
      const digits = place.replace(/(?<=\d)[ -](?=\d)|%20/gu, '');
      for (const number of NUMBERS) expect(digits.includes(number.replace(/\D/gu, '')), place.slice(0, 200)).toBe(false);
    }
  });
});

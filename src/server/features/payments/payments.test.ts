import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { startBackground } from '#server/process/background.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { beginPayment, createListing, createOrder, createPerson, intentIdOf, type Person, payWithCard, reportPaid, sellTo } from '#test/support/world/world.ts';

const MINUTE_MS = 60_000;

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
});
afterAll(() => shop.close());

function open(as: string | undefined, body: object) {
  return shop.call('POST', '/create-payment-intent', { as, body });
}

async function orderOf(person: Person, orderId: string) {
  return (await shop.call('GET', `/payment/${orderId}`, { as: person.token })).body;
}

async function stateAtProvider(clientSecret: string) {
  return (await shop.services.payments.findIntent(intentIdOf(clientSecret)))?.status;
}

function paymentsOf(orderId: string) {
  return shop.services.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute();
}

/** Two buyers with an order each for one phone. */
async function rivals() {
  const listingId = await createListing(shop, seller);
  const [first, second] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
  return { listingId, first, second, firstOrder: await createOrder(shop, first, listingId), secondOrder: await createOrder(shop, second, listingId) };
}

describe('Payments', () => {
  test('A payment sells the phone: its order is paid, and the other orders are closed, with the reason sent to their buyers', async () => {
    const { listingId, first, second, firstOrder, secondOrder } = await rivals();
    const clientSecret = await beginPayment(shop, first, firstOrder);
    expect((await payWithCard(shop, clientSecret)).status).toBe(200);
    expect(await reportPaid(shop, first, { listingId, orderId: firstOrder, clientSecret })).toMatchObject({
      status: 201,
      body: { acknowledged: true, insertedId: expect.any(String) },
    });
    expect(await orderOf(first, firstOrder)).toMatchObject({ paid: true, transactionId: intentIdOf(clientSecret), closedReason: null, refunded: false });
    expect(await orderOf(second, secondOrder)).toMatchObject({ paid: false, closedReason: 'sold_to_another' });
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ status: 'sold' });
  });

  test('A payment confirmed twice gets the same reply and changes nothing', async () => {
    const listingId = await createListing(shop, seller);
    const orderId = await createOrder(shop, buyer, listingId);
    const clientSecret = await beginPayment(shop, buyer, orderId);
    await payWithCard(shop, clientSecret);
    const replies = await Promise.all(Array.from({ length: 5 }, () => reportPaid(shop, buyer, { listingId, orderId, clientSecret })));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(await paymentsOf(orderId)).toHaveLength(1);
    expect(await open(buyer.token, { price: 289, orderId })).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  test('A second payment of a paid order is refunded, and its buyer is told why, and keeps the phone', async () => {
    const customer = await createPerson(shop, 'buyer');
    const listingId = await createListing(shop, seller);
    const orderId = await createOrder(shop, customer, listingId);
    const clientSecret = await beginPayment(shop, customer, orderId);
    await payWithCard(shop, clientSecret);
    await reportPaid(shop, customer, { listingId, orderId, clientSecret });
    const { payments } = shop.services;
    const again = await payments.createIntent({ amountCents: 28_900, currency: 'usd', orderId, idempotencyKey: `again-${orderId}` });
    await payWithCard(shop, again.clientSecret);
    const reply = await reportPaid(shop, customer, { listingId, orderId, clientSecret: again.clientSecret });
    expect(reply).toMatchObject({ status: 409, body: { code: 'refunded', message: expect.stringContaining('You had already paid for this order.') } });
    const notified = (await shop.call('GET', '/notifications', { as: customer.token })).body as Notification[];
    expect(notified.find(({ kind }) => kind === 'refund_begun')?.text).toContain('You had already paid for this order. The phone stays yours.');
    expect(await orderOf(customer, orderId)).toMatchObject({ paid: true, transactionId: intentIdOf(clientSecret) });
  });

  test('A declined card costs nothing, and the buyer can try another while the phone is reserved', async () => {
    const listingId = await createListing(shop, seller);
    const orderId = await createOrder(shop, buyer, listingId);
    const clientSecret = await beginPayment(shop, buyer, orderId);
    expect((await payWithCard(shop, clientSecret, '4000000000000002')).status).toBe(402);
    expect(await reportPaid(shop, buyer, { listingId, orderId, clientSecret })).toMatchObject({ status: 409, body: { code: 'not_paid' } });
    expect(await beginPayment(shop, buyer, orderId)).toBe(clientSecret);
    expect((await payWithCard(shop, clientSecret)).status).toBe(200);
    expect((await reportPaid(shop, buyer, { listingId, orderId, clientSecret })).status).toBe(201);
  });

  test('A price alone is enough when it matches exactly one unpaid order', async () => {
    const customer = await createPerson(shop, 'buyer');
    const [one, two, three] = [
      await createListing(shop, seller, { resale_price: 111 }),
      await createListing(shop, seller, { resale_price: 222 }),
      await createListing(shop, seller, { resale_price: 222 }),
    ];
    for (const id of [one, two, three]) await createOrder(shop, customer, id);
    expect((await open(customer.token, { price: '$111.00' })).status).toBe(200);
    for (const price of [222, 333])
      expect(await open(customer.token, { price })).toMatchObject({ status: 422, body: { fields: { orderId: expect.any(String) } } });
  });

  test('Rejects a payment by a stranger, for another’s order, or with another price', async () => {
    const orderId = await createOrder(shop, buyer, await createListing(shop, seller));
    const other = await createPerson(shop, 'buyer');
    expect((await open(undefined, { price: 289, orderId })).status).toBe(401);
    expect((await open(other.token, { price: 289, orderId })).status).toBe(404);
    for (const price of [288.99, 1, 28900])
      expect(await open(buyer.token, { price, orderId })).toMatchObject({ status: 422, body: { fields: { price: expect.any(String) } } });
    for (const price of [0, -1, 'free', null, {}]) expect((await open(buyer.token, { price, orderId })).status).toBe(422);
    expect((await open(buyer.token, { orderId })).status).toBe(422);
  });
});

describe('Transactions', () => {
  test('Rejects transactions that are unknown, unpaid, another’s or for another order', async () => {
    const { listingId, first, second, firstOrder } = await rivals();
    const clientSecret = await beginPayment(shop, first, firstOrder);
    const postPayment = (as: string | undefined, changes: object, product = listingId) =>
      shop.call('POST', `/payments/${product}`, { as, body: { orderId: firstOrder, transactionId: intentIdOf(clientSecret), ...changes } });
    expect((await postPayment(undefined, {})).status).toBe(401);
    expect((await postPayment(first.token, {})).status).toBe(409);
    expect((await postPayment(second.token, {})).status).toBe(404);
    expect((await postPayment(first.token, { transactionId: 'pi_invented' })).status).toBe(422);
    expect((await postPayment(first.token, {}, 'another-product')).status).toBe(422);
    expect((await postPayment(first.token, { transactionId: 7 })).status).toBe(422);

    await payWithCard(shop, clientSecret);
    const elsewhere = await createListing(shop, seller);
    const otherOrder = await createOrder(shop, first, elsewhere);
    expect(await postPayment(first.token, { orderId: otherOrder }, elsewhere)).toMatchObject({
      status: 422,
      body: { fields: { transactionId: expect.any(String) } },
    });
    expect((await shop.call('GET', `/selectedItem/${elsewhere}`)).body).toMatchObject({ status: 'available' });
    expect((await postPayment(first.token, {})).status).toBe(201);
  });
});

describe('Reservations while paying', () => {
  test('A reservation blocks others for fifteen minutes and tells them when to try again', async () => {
    const { first, second, firstOrder, secondOrder } = await rivals();
    await beginPayment(shop, first, firstOrder);
    const refused = await open(second.token, { price: 289, orderId: secondOrder });
    expect(refused).toMatchObject({ status: 409, body: { code: 'being_paid', message: expect.stringContaining('in 15 minutes') } });
    expect(Number(refused.headers['retry-after'])).toBe(900);
    shop.clock.advance(14 * MINUTE_MS);
    expect((await open(second.token, { price: 289, orderId: secondOrder })).body).toMatchObject({ message: expect.stringContaining('in a minute') });
    shop.clock.advance(-14 * MINUTE_MS);
  });

  test('Opening the payment page again doesn’t extend a reservation', async () => {
    const { first, firstOrder } = await rivals();
    const until = async () => ((await open(first.token, { price: 289, orderId: firstOrder })).body as { heldUntil: string }).heldUntil;
    const begun = await until();
    expect(Date.parse(begun)).toBe(shop.clock.now() + 15 * MINUTE_MS);
    shop.clock.advance(5 * MINUTE_MS);
    expect(await until()).toBe(begun);
    shop.clock.advance(-5 * MINUTE_MS);
  });

  test('The next buyer gets the phone when a reservation ends, and the first can no longer be charged', async () => {
    const { listingId, first, second, firstOrder, secondOrder } = await rivals();
    const late = await beginPayment(shop, first, firstOrder);
    shop.clock.advance(15 * MINUTE_MS);
    const fresh = await createPerson(shop, 'buyer');
    expect(fresh.id).not.toBe(first.id);
    const { token } = await renew(second);
    const opened = await open(token, { price: 289, orderId: secondOrder });
    expect(opened.status).toBe(200);
    expect(await stateAtProvider(late)).toBe('canceled');
    expect((await payWithCard(shop, late)).status).toBeGreaterThanOrEqual(400);
    const { clientSecret } = opened.body as { clientSecret: string };
    await payWithCard(shop, clientSecret);
    expect((await reportPaid(shop, { ...second, token }, { listingId, orderId: secondOrder, clientSecret })).status).toBe(201);
    shop.clock.advance(-15 * MINUTE_MS);
  });

  test('A buyer who paid just before the reservation ended gets the phone, and the next one is told so', async () => {
    const { first, second, firstOrder, secondOrder } = await rivals();
    const clientSecret = await beginPayment(shop, first, firstOrder);
    await payWithCard(shop, clientSecret);
    shop.clock.advance(16 * MINUTE_MS);
    const { token } = await renew(second);
    expect(await open(token, { price: 289, orderId: secondOrder })).toMatchObject({ status: 409, body: { code: 'sold' } });
    shop.clock.advance(-16 * MINUTE_MS);
    expect(await orderOf(first, firstOrder)).toMatchObject({ paid: true });
  });

  const renew = async (person: Person) => {
    const { signToken } = await import('#server/features/accounts/tokens.ts');
    return { token: await signToken({ email: person.email, sessionId: person.sessionId, emailVerified: true }, shop.services.tokenSecret, shop.clock.now()) };
  };
});

describe('Payments that come too late', () => {
  test('A payment that comes too late is refunded in full automatically, and the buyer is notified', async () => {
    const { listingId, first, firstOrder } = await rivals();
    const clientSecret = await beginPayment(shop, first, firstOrder);
    await shop.call('DELETE', `/products/${listingId}`, { as: seller.token });
    await payWithCard(shop, clientSecret);
    const notified = await reportPaid(shop, first, { listingId, orderId: firstOrder, clientSecret });
    expect(notified).toMatchObject({ status: 409, body: { code: 'refunded', message: expect.stringContaining('refunded in full automatically') } });
    expect(await paymentsOf(firstOrder)).toMatchObject([{ state: 'refunded', refund_id: expect.any(String) }]);
    expect(await orderOf(first, firstOrder)).toMatchObject({ paid: false, refunded: true, closedReason: 'listing_removed' });
    expect((await reportPaid(shop, first, { listingId, orderId: firstOrder, clientSecret })).status).toBe(409);
    expect(await paymentsOf(firstOrder)).toHaveLength(1);
  });

  test('A buyer who pays for a booking that they canceled is told that it was closed, not that the phone is gone', async () => {
    const { listingId, first, firstOrder } = await rivals();
    const clientSecret = await beginPayment(shop, first, firstOrder);
    // The card succeeds at the provider before the cancellation reaches it.
    await shop.services.db.updateTable('orders').set({ intent_id: null }).where('id', '=', firstOrder).execute();
    await shop.call('DELETE', `/bookings/${firstOrder}`, { as: first.token });
    await payWithCard(shop, clientSecret);
    expect(await reportPaid(shop, first, { listingId, orderId: firstOrder, clientSecret })).toMatchObject({
      status: 409,
      body: { code: 'refunded', message: expect.stringContaining('This order was closed before your payment arrived.') },
    });
    expect(await paymentsOf(firstOrder)).toMatchObject([{ state: 'refunded' }]);
  });
});

describe('Webhooks', () => {
  test('A webhook completes an order whose buyer closed the tab after paying', async () => {
    const { first, firstOrder } = await rivals();
    const background = startBackground(shop.app, shop.services);
    const clientSecret = await beginPayment(shop, first, firstOrder);
    await payWithCard(shop, clientSecret);
    await expect.poll(() => orderOf(first, firstOrder), { timeout: 10_000 }).toMatchObject({ paid: true });
    await background.stop();
  });

  test('Rejects webhooks that are unsigned, wrongly signed, or not JSON', async () => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } });
    for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }, { 'stripe-signature': 'nonsense' }]) {
      const response = await shop.app.inject({
        method: 'POST',
        url: '/api/webhooks/payments',
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'malformed' });
    }
    expect((await shop.app.inject({ method: 'POST', url: '/api/webhooks/payments' })).statusCode).toBe(400);
  });
});

describe('A hundred buyers paying for one phone at the same moment', () => {
  test('Makes one sale, keeps one charge, and clearly rejects ninety-nine buyers', async () => {
    const listingId = await createListing(shop, seller);
    const buyers = await Promise.all(Array.from({ length: 100 }, () => createPerson(shop, 'buyer')));
    const orders = await Promise.all(buyers.map((person) => createOrder(shop, person, listingId)));
    const outcomes = await Promise.all(
      buyers.map(async (person, index) => {
        const orderId = orders[index] ?? '';
        const opened = await open(person.token, { price: 289, orderId });
        if (opened.status !== 200) return opened;
        const { clientSecret } = opened.body as { clientSecret: string };
        await payWithCard(shop, clientSecret);
        return reportPaid(shop, person, { listingId, orderId, clientSecret });
      }),
    );
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
    const refusals = outcomes.filter(({ status }) => status === 409);
    expect(refusals).toHaveLength(99);
    for (const { body } of refusals)
      expect(body).toMatchObject({
        message: expect.stringMatching(/try again in|sold to another/u),
        code: expect.stringMatching(/being_paid|sold|order_closed/u),
      });
    const stored = await shop.services.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .where('orders.listing_id', '=', listingId)
      .selectAll('payments')
      .execute();
    expect(stored).toMatchObject([{ state: 'kept' }]);
  });

  test('Sells the phone once and refunds the others, even when every card was charged', async () => {
    const listingId = await createListing(shop, seller);
    const buyers = await Promise.all(Array.from({ length: 10 }, () => createPerson(shop, 'buyer')));
    const paid = await Promise.all(
      buyers.map(async (person) => {
        const orderId = await createOrder(shop, person, listingId);
        // Intents created past the reservation, as if the provider still accepted them because ours were canceled slowly.
        const intent = await shop.services.payments.createIntent({ amountCents: 28_900, currency: 'usd', orderId, idempotencyKey: orderId });
        await payWithCard(shop, intent.clientSecret);
        return { person, orderId, clientSecret: intent.clientSecret };
      }),
    );
    const outcomes = await Promise.all(paid.map(({ person, orderId, clientSecret }) => reportPaid(shop, person, { listingId, orderId, clientSecret })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    const rows = await shop.services.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .where('orders.listing_id', '=', listingId)
      .select('payments.state')
      .execute();
    expect(rows.map(({ state }) => state).sort()).toEqual(['kept', ...Array.from({ length: 9 }, () => 'refunded')]);
  });
});

test('An order stays paid after its listing was reported and removed', async () => {
  const listingId = await createListing(shop, seller);
  const orderId = await sellTo(shop, buyer, listingId);
  const admin = await createPerson(shop, 'admin');
  await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: listingId } });
  await shop.call('DELETE', `/reportedItems/${listingId}`, { as: admin.token });
  expect(await orderOf(buyer, orderId)).toMatchObject({ paid: true, closedReason: null });
});

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { beginPayment, createListing, createOrder, createPerson, intentIdOf, listingInput, type Person } from '#test/support/world/world.ts';

/** Internals that must never appear in a reply. */
const INSIDE = /postgres|kysely|econn|econnrefused|terminat|127\.0\.0\.1|node_modules|\.ts:|\bat \w+ \(/iu;

let postgres: PostgresServer;
let shop: TestApp;
let seller: Person;
let listingId: string;
let orderId: string;
let clientSecret: string;
let buyer: Person;
/** The session cookie of a person logged in at the identity service. */
let cookie: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  shop = await createTestApp({}, { pages: true, databaseServer: postgres.url });
  [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  listingId = await createListing(shop, seller);
  orderId = await createOrder(shop, buyer, listingId);
  clientSecret = await beginPayment(shop, buyer, orderId);
  const { headers } = await signUp('known@example.test');
  cookie = [headers['set-cookie'] ?? '']
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ');
}, 180_000);
afterAll(async () => {
  await postgres.start();
  await shop.close();
  await postgres.stop();
});

function auth(path: string, body: object) {
  return shop.app.inject({ method: 'POST', url: `/api/auth${path}`, headers: { 'content-type': 'application/json' }, payload: body });
}

function signUp(email: string) {
  return auth('/sign-up/email', { email, name: 'Someone', password: 'practice123' });
}

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string };

function expectUnavailable({ statusCode, headers, body }: Answer): void {
  expect([statusCode, body]).toEqual([503, expect.any(String)]);
  expect(JSON.parse(body)).toEqual({ message: 'The shop’s database isn’t available right now. Please try again in a moment.', code: 'unavailable' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

function as(person: Person) {
  return { authorization: `Bearer ${person.token}` };
}

function apiCalls(): [string, () => Promise<Answer>][] {
  return [
    ['a public list', () => shop.app.inject('/api/products?name=samsung')],
    ['a detail', () => shop.app.inject(`/api/selectedItem/${listingId}`)],
    ['a search', () => shop.app.inject('/api/searchProducts?search=galaxy')],
    ['the brands', () => shop.app.inject('/api/productCategories')],
    ['one’s own orders', () => shop.app.inject({ url: `/api/bookings?email=${buyer.email}`, headers: as(buyer) })],
    ['listing a phone', () => shop.app.inject({ method: 'POST', url: `/api/products?email=${seller.email}`, headers: as(seller), payload: listingInput() })],
    [
      'booking',
      () => shop.app.inject({ method: 'POST', url: '/api/bookings', headers: as(buyer), payload: { productId: listingId, phone: '5', meeting_location: 'x' } }),
    ],
    ['opening a payment', () => shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', headers: as(buyer), payload: { price: 289, orderId } })],
    [
      'telling of a payment',
      () =>
        shop.app.inject({
          method: 'POST',
          url: `/api/payments/${listingId}`,
          headers: as(buyer),
          payload: { orderId, transactionId: intentIdOf(clientSecret) },
        }),
    ],
    ['a token', () => shop.app.inject({ url: `/api/jwt?email=known@example.test`, headers: { cookie } })],
    ['signing up', () => signUp('new@example.test')],
    ['signing in', () => auth('/sign-in/email', { email: 'known@example.test', password: 'practice123' })],
    ['a forgotten password', () => auth('/request-password-reset', { email: 'known@example.test' })],
  ];
}

async function expectWell(): Promise<void> {
  expect((await shop.app.inject('/api/products?name=samsung')).statusCode).toBe(200);
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200);
  expect((await shop.app.inject('/')).statusCode).toBe(200);
}

describe.each(['fast', 'immediate'] as const)('PostgreSQL is gone (%s)', (how) => {
  beforeAll(async () => {
    await postgres.halt(how);
    // What is in memory is served for a moment more: cached pages, and searches.
    for (const url of ['/', '/api/searchProducts?search=galaxy']) while ((await shop.app.inject(url)).statusCode === 200) await wait(50);
  });
  afterAll(async () => {
    await postgres.start();
    await expectWell();
  });

  test('Every call answers 503, says when to retry, and shows no internals', async () => {
    for (const [what, call] of apiCalls()) {
      const answer = await call();
      expect([what, answer.statusCode]).toEqual([what, 503]);
      expectUnavailable(answer);
      expect(`${what}: ${answer.body}`).not.toMatch(INSIDE);
    }
    expect((await shop.app.inject('/readyz')).statusCode).toBe(503);
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
  });

  test('Pages answer 503 while PostgreSQL is gone', async () => {
    for (const url of ['/', '/category/samsung', `/selected-items-details/${listingId}`, '/search?search=galaxy']) {
      const page = await shop.app.inject({ url, headers: { accept: 'text/html' } });
      expect([url, page.statusCode]).toEqual([url, 503]);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.body).not.toMatch(/econnrefused|kysely|node_modules/iu);
    }
    const bank = await shop.app.inject({ url: `/practice-cards/challenge/${intentIdOf(clientSecret)}?client_secret=x`, headers: { accept: 'text/html' } });
    expect([bank.statusCode, bank.headers['content-type']]).toEqual([503, expect.stringContaining('text/html')]);
  });

  test('The practice card provider answers like a provider in trouble', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/practice-cards/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`,
      headers: { authorization: `Bearer ${shop.services.payments.publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_secret: clientSecret }).toString(),
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ error: { type: 'api_error', message: expect.stringContaining('You won’t be charged twice') } });
  });
});

test('The order is paid as usual once PostgreSQL is back', async () => {
  const order = await shop.call('GET', `/payment/${orderId}`, { as: buyer.token });
  expect(order).toMatchObject({ status: 200, body: { state: 'paying' } });
  expect((await auth('/sign-in/email', { email: 'known@example.test', password: 'practice123' })).statusCode).toBe(200);
  expect((await signUp('new@example.test')).statusCode).toBe(200);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';

const OWN = 'http://localhost';
const PASSWORD = 'longenough1';

type Member = { email: string; cookie: string };

let shop: TestApp;
let seller: Person;
let members = 0;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller', { verified: true });
});
afterAll(() => shop.close());

/** A person with an account and a session's cookie, who never requests a token. */
async function join(role: 'buyer' | 'seller' | 'admin', at: TestApp = shop): Promise<Member> {
  const email = `member${++members}@example.test`;
  const signedUp = await at.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, password: PASSWORD, name: 'Mem Ber' } });
  const cookie = signedUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const headers = { cookie, origin: OWN };
  await at.app.inject({ method: 'POST', url: '/api/users', headers, payload: { email, name: 'Mem Ber', role: role === 'admin' ? 'buyer' : role } });
  await at.services.db.updateTable('users').set({ role }).where('email', '=', email).execute();
  return { email, cookie };
}

type Sent = { method: 'GET' | 'POST' | 'DELETE'; url: string; body?: object };

async function send({ method, url, body }: Sent, headers: Record<string, string>, at: TestApp = shop) {
  const payload = body && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
  const response = await at.app.inject({ method, url: `/api${url}`, headers, ...payload });
  return { status: response.statusCode, body: response.json() as Record<string, unknown>, headers: response.headers };
}

const FROM_THE_SHOP: [what: string, headers: Record<string, string>][] = [
  ['its origin', { origin: OWN }],
  ['its fetch metadata', { 'sec-fetch-site': 'same-origin' }],
  ['both, and its page', { origin: OWN, 'sec-fetch-site': 'same-origin', referer: `${OWN}/booking-page/x` }],
];

const FROM_ELSEWHERE: [what: string, headers: Record<string, string>][] = [
  ['nothing at all', {}],
  ['another origin', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['the other scheme', { origin: 'https://localhost' }],
  ['another of its hosts', { origin: 'http://127.0.0.1' }],
  ['an opaque origin', { origin: 'null' }],
  ['an opaque origin of its own', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['a page of another site, and no origin', { referer: 'https://evil.example/shop' }],
  ['a page of its own, and no origin', { referer: `${OWN}/login` }],
  ['a page of another site, in its own name', { 'sec-fetch-site': 'same-origin', referer: 'https://evil.example/' }],
  ['a site beside it', { 'sec-fetch-site': 'same-site' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ['its origin, but another site', { origin: OWN, 'sec-fetch-site': 'cross-site' }],
];

describe('Calls that need no token', () => {
  test('Seven calls need no token', () => {
    const names = (Object.entries(calls) as [string, Endpoint][]).filter(([, { cookie }]) => cookie).map(([name]) => name);
    expect(names.sort()).toEqual([
      'DELETE /reportedItems/:id',
      'GET /users/admin/:email',
      'GET /users/sellers/:email',
      'GET /users/verify',
      'POST /bookings',
      'POST /create-payment-intent',
      'POST /reportedItems',
    ]);
  });

  test('Marks the calls that need no token in the OpenAPI document', async () => {
    const { body } = await send({ method: 'GET', url: '/openapi.json' }, {});
    const paths = body.paths as Record<string, Record<string, { security: object[]; 'x-cookie'?: string }>>;
    expect(paths['/bookings']?.post).toMatchObject({ security: [{ token: [] }, { session: [] }], 'x-cookie': expect.any(String) });
    expect(paths['/bookings']?.get).toMatchObject({ security: [{ token: [] }] });
  });
});

describe.each(FROM_THE_SHOP)('A client that sends %s and only a session’s cookie', (_what, headers) => {
  test('A session cookie alone books, begins to pay and reports', async () => {
    const { cookie } = await join('buyer');
    const from = { ...headers, cookie };
    const productId = await createListing(shop, seller, { resale_price: '289' });
    const booked = await send({ method: 'POST', url: '/bookings', body: { productId, phone: '1', meeting_location: 'Here' } }, from);
    expect([booked.status, booked.body.acknowledged]).toEqual([201, true]);
    const price = (await shop.services.db.selectFrom('orders').select('price_cents').where('id', '=', String(booked.body.insertedId)).executeTakeFirstOrThrow())
      .price_cents;
    const intent = await send({ method: 'POST', url: '/create-payment-intent', body: { price: price / 100, orderId: booked.body.insertedId } }, from);
    expect([intent.status, intent.body.clientSecret]).toEqual([200, expect.any(String)]);
    const reported = await send({ method: 'POST', url: '/reportedItems', body: { _id: productId, status: 'reported' } }, from);
    expect([reported.status, reported.body.acknowledged]).toEqual([201, true]);
  });

  test('A session cookie alone reads the person’s own role, and nobody else’s', async () => {
    const [one, admin] = [await join('seller'), await join('admin')];
    await shop.services.db.updateTable('users').set({ verified_at: 1 }).where('email', '=', one.email).execute();
    const ask = async (url: string, { cookie }: Member) => (await send({ method: 'GET', url }, { ...headers, cookie })).body;
    expect(await ask(`/users/sellers/${one.email}`, one)).toEqual({ isSeller: true });
    expect(await ask(`/users/verify?email=${one.email}`, one)).toEqual({ isVerified: true });
    expect(await ask(`/users/admin/${one.email}`, one)).toEqual({ isAdmin: false });
    expect(await ask(`/users/admin/${admin.email}`, admin)).toEqual({ isAdmin: true });
    expect(await ask(`/users/admin/${admin.email}`, one)).toEqual({ isAdmin: false });
    expect(await ask(`/users/sellers/${seller.email}`, one)).toEqual({ isSeller: false });
  });

  test('A session cookie alone removes a reported listing for an admin, and for no other role', async () => {
    const [one, admin] = [await join('buyer'), await join('admin')];
    const id = await createListing(shop, seller);
    await send({ method: 'POST', url: '/reportedItems', body: { _id: id, status: 'reported' } }, { ...headers, cookie: one.cookie });
    expect((await send({ method: 'DELETE', url: `/reportedItems/${id}` }, { ...headers, cookie: one.cookie })).status).toBe(403);
    expect(await send({ method: 'DELETE', url: `/reportedItems/${id}` }, { ...headers, cookie: admin.cookie })).toMatchObject({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
  });
});

describe.each(FROM_ELSEWHERE)('A request that sends %s', (_what, headers) => {
  test('Ignores the session cookie', async () => {
    const [buyer, admin] = [await join('buyer'), await join('admin')];
    const id = await createListing(shop, seller);
    const writes: [Sent, Member][] = [
      [{ method: 'POST', url: '/bookings', body: { productId: id, phone: '1', meeting_location: 'Here' } }, buyer],
      [{ method: 'POST', url: '/create-payment-intent', body: { price: 289 } }, buyer],
      [{ method: 'POST', url: '/reportedItems', body: { _id: id, status: 'reported' } }, buyer],
      [{ method: 'DELETE', url: `/reportedItems/${id}` }, admin],
    ];
    for (const [call, { cookie }] of writes)
      expect(await send(call, { ...headers, cookie })).toMatchObject({ status: 401, body: { message: 'Please log in first.', code: 'not_signed_in' } });
    for (const url of [`/users/admin/${admin.email}`, `/users/sellers/${admin.email}`, `/users/verify?email=${admin.email}`])
      expect(Object.values((await send({ method: 'GET', url }, { ...headers, cookie: admin.cookie })).body)).toEqual([false]);
    const { count } = await shop.services.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('listing_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });
});

describe('A session’s cookie', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; x=application/json', 'application/jsonx'])(
    'A session cookie does nothing in %s',
    async (type) => {
      const { cookie } = await join('buyer');
      const productId = await createListing(shop, seller);
      const booking = { productId, phone: '1', meeting_location: 'Here' };
      const refused = await send({ method: 'POST', url: '/bookings', body: booking }, { origin: OWN, cookie, 'content-type': type });
      expect(refused).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );

  test('A session cookie allows no call that section 7 shows with a token', async () => {
    const [buyer, admin] = [await join('buyer'), await join('admin')];
    for (const { cookie, email } of [buyer, admin])
      for (const url of [`/bookings?email=${email}`, `/products?email=${email}`, '/users/buyers?user=buyer', '/reportedItems'])
        expect([url, (await send({ method: 'GET', url }, { origin: OWN, 'sec-fetch-site': 'same-origin', cookie })).status]).toEqual([url, 401]);
  });

  test('Ignores the session cookie when the token is invalid', async () => {
    const { cookie } = await join('buyer');
    const productId = await createListing(shop, seller);
    for (const authorization of ['Bearer nonsense', 'Basic eDp5', 'Bearer'])
      expect(
        (await send({ method: 'POST', url: '/bookings', body: { productId, phone: '1', meeting_location: 'Here' } }, { origin: OWN, cookie, authorization }))
          .status,
      ).toBe(401);
  });

  test('A session cookie ends with the session and the account, and is rejected when forged', async () => {
    const productId = await createListing(shop, seller);
    const book = async ({ cookie }: Member) =>
      (await send({ method: 'POST', url: '/bookings', body: { productId, phone: '1', meeting_location: 'Here' } }, { origin: OWN, cookie })).status;
    const [left, removed, unregistered] = [await join('buyer'), await join('buyer'), await join('buyer')];
    await shop.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie: left.cookie, origin: OWN }, payload: {} });
    expect(await book(left)).toBe(401);
    await shop.services.db.updateTable('users').set({ removed_at: 1 }).where('email', '=', removed.email).execute();
    expect(await book(removed)).toBe(401);
    await shop.services.db.deleteFrom('users').where('email', '=', unregistered.email).execute();
    expect(await book(unregistered)).toBe(403);
    const forged = (await join('buyer')).cookie.replace(/(session_token=)../u, '$1xx');
    expect(await book({ email: '', cookie: forged })).toBe(401);
  });

  test('A session cookie allows no admin calls without the required second factor', async () => {
    const strict = await createTestApp({ REQUIRE_ADMIN_SECOND_FACTOR: 'true' });
    const { cookie, email } = await join('admin', strict);
    const id = await createListing(strict, await createPerson(strict, 'seller'));
    const refused = await send({ method: 'DELETE', url: `/reportedItems/${id}` }, { origin: OWN, cookie }, strict);
    expect(refused).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    expect((await send({ method: 'GET', url: `/users/admin/${email}` }, { origin: OWN, cookie }, strict)).headers['cache-control']).toBe('no-store');
    await strict.close();
  });

  test('A session cookie gives another site’s page no token and no account', async () => {
    const { cookie, email } = await join('buyer');
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { referer: 'https://evil.example/' },
    ];
    for (const headers of elsewhere) {
      expect((await send({ method: 'GET', url: `/jwt?email=${email}` }, { ...headers, cookie })).status).toBe(401);
      const body = { email, name: 'Other', role: 'seller' };
      expect((await send({ method: 'POST', url: '/users', body }, { ...headers, cookie })).status).toBe(401);
    }
    expect((await send({ method: 'GET', url: `/jwt?email=${email}` }, { cookie })).status).toBe(200);
  });
});

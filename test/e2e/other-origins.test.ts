import { createServer, type Server } from 'node:http';
import { UnsecuredJWT } from 'jose';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import { findListing } from '#test/support/site.ts';
import { createClient } from '#test/support/world/client.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const PASSWORD = 'practice123';
const ports = await Promise.all([findFreePort(), findFreePort()]);
/** Pages of the same machine, and so of the same site: their requests carry the shop's cookies. */
const [ALLOWED, FORBIDDEN] = ports.map((port) => `http://localhost:${port}`) as [string, string];
const [ID_PROJECT, BLOCKED] = ['demo-shop', /blocked by CORS policy|violates the following Content Security Policy|ERR_BLOCKED_BY_RESPONSE/u];

const shop = openShop({ ALLOWED_ORIGINS: `https://partner.example, ${ALLOWED}` });
const elsewhere = openShop({
  DEMO: 'false',
  ALLOWED_ORIGINS: ALLOWED,
  FIREBASE_API_KEY: 'key',
  FIREBASE_PROJECT_ID: ID_PROJECT,
  FIREBASE_AUTH_DOMAIN: `${ID_PROJECT}.firebaseapp.com`,
  // Nothing listens there; its tokens need no signature.
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
});

const servers: Server[] = [];
beforeAll(async () => {
  for (const port of ports) {
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }
});
afterAll(() => servers.forEach((server) => void server.close()));

type Asked = { method?: string; headers?: Record<string, string>; body?: string; credentials?: RequestCredentials; mode?: RequestMode };
type NotifiedBody = { status: number; type: string; body: unknown; link: string | null };

/** Returns what a script of the page receives, or `blocked` when the browser withholds it. */
function ask(page: Page, address: string, init: Asked = {}): Promise<NotifiedBody | 'blocked'> {
  return page.evaluate(
    async ([url, options]) => {
      try {
        const response = await fetch(url, options);
        const text = await response.text();
        return { status: response.status, type: response.type, body: text === '' ? null : (JSON.parse(text) as unknown), link: response.headers.get('link') };
      } catch {
        return 'blocked';
      }
    },
    [address, init] as const,
  );
}

function json(body: object, headers: Record<string, string> = {}): Asked {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function showsPicture(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const picture = new Image();
        picture.onload = () => resolve(picture.naturalWidth > 0);
        picture.onerror = () => resolve(false);
        picture.src = src;
      }),
    address,
  );
}

/** Opens a page of another origin in a browser that is logged in to the shop. */
async function visit(origin: string, email: string) {
  const visitor = await shop.visitor({
    expected: [
      { url: /\/api\//u, status: 401 },
      { url: /\/api\/bookings$/u, status: 400 },
      { url: /./u, status: 0 },
    ],
    remarks: [BLOCKED],
  });
  const token = await createClient(shop.url).signUp(email, 'buyer');
  await enter(visitor.context, email, PASSWORD);
  await visitor.page.goto(origin);
  return { ...visitor, token, bearer: { authorization: `Bearer ${token}` } };
}

async function bookingsOf(page: Page, email: string, bearer: Record<string, string>): Promise<number> {
  const response = await page.request.get(`${shop.url}/api/bookings?email=${email}`, { headers: bearer });
  return ((await response.json()) as unknown[]).length;
}

test('A page of an allowed origin reads, shows pictures and books with a token, and gets nothing with a cookie', async () => {
  const email = 'allowed@example.test';
  const { page, bearer } = await visit(ALLOWED, email);
  const listed = await ask(page, `${shop.url}/api/products?name=Apple&limit=1`);
  expect(listed).toMatchObject({ status: 200, type: 'cors', link: expect.stringContaining('rel="next"') });
  const [listing] = (listed as NotifiedBody).body as { _id: string; image: string }[];
  expect(listing?.image).toMatch(new RegExp(`^${shop.url}/images/`, 'u'));
  expect(await showsPicture(page, listing?.image ?? '')).toBe(true);

  const booking = { productId: listing?._id, phone: '1', meeting_location: 'Here' };
  // With only the cookie, as the browser would send it to its own site, and in ways that need no preflight.
  const ways: Asked[] = [
    { ...json(booking), credentials: 'include' },
    { method: 'POST', body: JSON.stringify(booking), credentials: 'include' },
    { method: 'POST', body: JSON.stringify(booking), credentials: 'include', mode: 'no-cors' },
  ];
  for (const way of ways) expect(['blocked', 0]).toContain(statusOf(await ask(page, `${shop.url}/api/bookings`, way)));
  for (const path of [`/jwt?email=${email}`, `/users/sellers/${email}`, '/products?name=Apple'])
    expect(await ask(page, `${shop.url}/api${path}`, { credentials: 'include' })).toBe('blocked');
  expect(await bookingsOf(page, email, bearer)).toBe(0);

  expect(await ask(page, `${shop.url}/api/bookings`, json(booking, bearer))).toMatchObject({ status: 201, body: { acknowledged: true } });
  expect(await bookingsOf(page, email, bearer)).toBe(1);
  // Paths that only the shop's own pages may request.
  for (const path of ['/api/auth/get-session', '/', '/practice-cards/v1/payment_intents/pi_x'])
    expect([path, await ask(page, shop.url + path, { headers: bearer })]).toEqual([path, 'blocked']);
});

test('A page of any other origin gets nothing, with a token or with the cookie', async () => {
  const email = 'forbidden@example.test';
  const { page, bearer } = await visit(FORBIDDEN, email);
  const productId = await findListing(shop.url);
  const booking = { productId, phone: '1', meeting_location: 'Here' };
  for (const init of [{}, { headers: bearer }, { credentials: 'include' as const }])
    expect(await ask(page, `${shop.url}/api/products?name=Apple`, init)).toBe('blocked');
  for (const init of [json(booking, bearer), json(booking), { ...json(booking), credentials: 'include' as const }])
    expect(await ask(page, `${shop.url}/api/bookings`, init)).toBe('blocked');
  const simple: Asked = { method: 'POST', body: JSON.stringify(booking), credentials: 'include', mode: 'no-cors' };
  await ask(page, `${shop.url}/api/bookings`, simple);
  expect(await bookingsOf(page, email, bearer)).toBe(0);
});

test('A client of the shop’s own origin makes the calls that need no token with its cookie alone', async () => {
  const email = 'own@example.test';
  const { page, bearer } = await visit(`${shop.url}/blogs`, email);
  const productId = await findListing(shop.url);
  expect(await ask(page, '/api/users/sellers/own@example.test')).toMatchObject({ status: 200, body: { isSeller: false } });
  const booked = await ask(page, '/api/bookings', json({ productId, phone: '1', meeting_location: 'Here' }));
  expect(booked).toMatchObject({ status: 201, body: { acknowledged: true } });
  const [order] = (await (await page.request.get(`${shop.url}/api/bookings?email=${email}`, { headers: bearer })).json()) as { _id: string; price: number }[];
  const intent = await ask(page, '/api/create-payment-intent', json({ price: order?.price, orderId: order?._id }));
  expect(intent).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } });
  expect(await ask(page, '/api/reportedItems', json({ _id: productId, status: 'reported' }))).toMatchObject({ status: 201 });
  expect(await ask(page, `/api/bookings?email=${email}`)).toMatchObject({ status: 401 });
  expect(await ask(page, '/api/bookings', { method: 'POST', body: JSON.stringify({ productId }) })).toMatchObject({ status: 400 });
});

test('With the cookie alone, a seller and an admin read their roles, and the admin removes a reported listing', async () => {
  const productId = await findListing(shop.url);
  const { page, context } = await shop.visitor();
  await enter(context, 'admin@redial.test');
  await page.goto(`${shop.url}/blogs`);
  expect(await ask(page, '/api/users/admin/admin@redial.test')).toMatchObject({ body: { isAdmin: true } });
  expect(await ask(page, '/api/reportedItems', json({ _id: productId, status: 'reported' }))).toMatchObject({ status: 201 });
  expect(await ask(page, `/api/reportedItems/${productId}`, { method: 'DELETE' })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
});

test('A page of an allowed origin gets a token for an ID token', async () => {
  const email = 'id@example.test';
  const idToken = new UnsecuredJWT({ email, email_verified: true, name: 'I D', auth_time: Math.floor(Date.now() / 1000) })
    .setSubject('one')
    .setIssuer(`https://securetoken.google.com/${ID_PROJECT}`)
    .setAudience(ID_PROJECT)
    .setIssuedAt()
    .setExpirationTime('1h')
    .encode();
  const headers = { authorization: `Bearer ${idToken}` };
  const { page } = await elsewhere.visitor({ expected: [{ url: /./u, status: 0 }], remarks: [BLOCKED] });
  await page.goto(ALLOWED);
  expect(await ask(page, `${elsewhere.url}/api/users`, json({ email, name: 'I D', role: 'buyer' }, headers))).toMatchObject({ status: 201 });
  const notified = await ask(page, `${elsewhere.url}/api/jwt?email=${email}`, { headers });
  expect(notified).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  await page.goto(FORBIDDEN);
  expect(await ask(page, `${elsewhere.url}/api/jwt?email=${email}`, { headers })).toBe('blocked');
});

function statusOf(notified: NotifiedBody | 'blocked'): number | 'blocked' {
  return notified === 'blocked' ? notified : notified.status;
}

import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson, listingInput, type Person } from '#test/support/world/world.ts';

const PARTNER = 'https://partner.example';
const LOCAL = 'http://localhost:4321';
const STRANGER = 'https://evil.example';

let shop: TestApp;
let address: string;
let own: string;
let seller: Person;
let image: string;
let listing: string;

type Wire = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** Sends over a socket, because only the real server uses the cache. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end();
  });
}

function openedTo({ headers }: Wire): unknown {
  return headers['access-control-allow-origin'];
}

function imageOf({ text }: Wire): string | undefined {
  return (JSON.parse(text) as { _id: string; image: string }[]).find(({ _id }) => _id === listing)?.image;
}

beforeAll(async () => {
  shop = await createTestApp({ ALLOWED_ORIGINS: `${PARTNER}, ${LOCAL}/` }, { pages: true });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = shop.app.server.address() as AddressInfo;
  [address, own] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  seller = await createPerson(shop, 'seller');
  image = (await shop.services.images.put(await pictureOf('jpeg', 400, 300))).address;
  listing = await createListing(shop, seller, { image });
});
afterAll(() => shop.close());

describe('Pages of an allowed origin', () => {
  test('An allowed origin reads lists and their headers, with absolute picture addresses', async () => {
    const reply = await send('/api/products?limit=1', { origin: PARTNER });
    expect([reply.status, openedTo(reply), imageOf(reply)]).toEqual([200, PARTNER, own + image]);
    expect(reply.headers['access-control-expose-headers']).toMatch(/\bLink\b.*\bRetry-After\b.*\bETag\b/u);
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    const brands = JSON.parse((await send('/api/productCategories', { origin: PARTNER })).text) as { img: string }[];
    for (const { img } of brands) expect(img).toMatch(new RegExp(`^${own}/brands/`, 'u'));
  });

  test('An allowed origin shows the shop’s pictures', async () => {
    for (const path of [image, image.replace('1280.webp', 'card.jpg'), '/brands/samsung.svg']) {
      const { status, headers } = await send(path, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
      expect([path, status, headers['cross-origin-resource-policy']]).toEqual([path, 200, 'cross-origin']);
    }
    for (const path of ['/', '/api/products', '/login']) expect((await send(path)).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('An allowed origin books with a token, and reads errors', async () => {
    const buyer = await createPerson(shop, 'buyer');
    const book = (headers: Record<string, string>) =>
      shop.call('POST', '/bookings', { headers: { origin: LOCAL, ...headers }, body: { productId: listing, phone: '1', meeting_location: 'Here' } });
    const booked = await book({ authorization: `Bearer ${buyer.token}` });
    expect([booked.status, booked.headers['access-control-allow-origin']]).toEqual([201, LOCAL]);
    const refused = await book({ authorization: 'Bearer nonsense' });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, LOCAL]);
    for (const path of ['/nowhere', '/products?limit=0']) {
      const reply = await shop.call('GET', path, { headers: { origin: LOCAL } });
      expect([path, reply.status >= 400, reply.headers['access-control-allow-origin']]).toEqual([path, true, LOCAL]);
    }
  });

  test('An allowed origin lists a phone with the picture addresses that it was given', async () => {
    const put = await shop.services.images.put(await pictureOf('png', 320, 240));
    const answer = await shop.call('POST', `/products?email=${seller.email}`, {
      as: seller.token,
      headers: { origin: PARTNER },
      body: listingInput({ image: own + put.address, model_name: 'Galaxy S23' }),
    });
    expect(answer.status).toBe(201);
    const { insertedId } = answer.body as { insertedId: string };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`)).body).toMatchObject({ image: put.address });
  });

  test('Answers an allowed origin’s preflight request with what it may send', async () => {
    const asking = { origin: PARTNER, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization, content-type' };
    const reply = await send('/api/bookings', asking, 'OPTIONS');
    expect([reply.status, reply.text, openedTo(reply)]).toEqual([204, '', PARTNER]);
    expect(reply.headers['access-control-allow-methods']).toMatch(/GET.*POST|POST.*GET/u);
    expect(reply.headers['access-control-allow-headers']).toBe('Authorization, Content-Type, If-None-Match');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    expect(reply.headers.vary).toContain('origin');
  });

  test('An allowed origin gets nothing by a cookie, not even from calls that need no token', async () => {
    const email = 'abroad@example.test';
    const signedUp = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, password: 'longenough1', name: 'A Broad' } });
    const cookie = signedUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'A Broad', role: 'seller' } });
    const headers = { origin: LOCAL, cookie, 'sec-fetch-site': 'same-site' };
    expect((await shop.call('GET', `/jwt?email=${email}`, { headers })).status).toBe(401);
    expect((await shop.call('GET', `/users/sellers/${email}`, { headers })).body).toEqual({ isSeller: false });
    for (const [method, path, body] of [
      ['POST', '/bookings', { productId: listing, phone: '1', meeting_location: 'Here' }],
      ['POST', '/reportedItems', { _id: listing }],
      ['POST', '/create-payment-intent', { price: 289 }],
      ['DELETE', `/reportedItems/${listing}`, undefined],
    ] as const)
      expect((await shop.call(method, path, { headers, body })).status).toBe(401);
    expect((await shop.call('GET', `/users/sellers/${email}`, { headers: { cookie, origin: own } })).body).toEqual({ isSeller: true });
  });
});

describe('Cached replies', () => {
  test('Gives no page another origin’s cached headers or addresses', async () => {
    const path = '/api/products?limit=2';
    const readers: [origin: string | null, opened: string | undefined, shown: string][] = [
      [null, undefined, image],
      [PARTNER, PARTNER, own + image],
      [LOCAL, LOCAL, own + image],
      [STRANGER, undefined, image],
      ['null', undefined, image],
      [own, undefined, image],
    ];
    const etags = new Map<string, Set<unknown>>();
    for (let round = 0; round < 3; round += 1)
      for (const [origin, opened, shown] of [...readers, ...readers.toReversed()]) {
        const reply = await send(path, origin === null ? {} : { origin });
        expect([origin, openedTo(reply), imageOf(reply)]).toEqual([origin, opened, shown]);
        expect(String(reply.headers.vary).toLowerCase()).toContain('origin');
        // The first reader of an address gets none.
        if (reply.headers.etag !== undefined) etags.set(shown, (etags.get(shown) ?? new Set()).add(reply.headers.etag));
      }
    expect([...etags.values()].map(({ size }) => size)).toEqual([1, 1]);
    expect(etags.get(image)).not.toEqual(etags.get(own + image));
  });

  test('Names the allowed origin in a 304 too', async () => {
    const path = '/api/products?limit=3';
    await send(path, { origin: PARTNER });
    for (let round = 0; round < 3; round += 1) {
      const { headers } = await send(path, { origin: PARTNER });
      const again = await send(path, { origin: LOCAL, 'if-none-match': String(headers.etag) });
      expect([again.status, openedTo(again)]).toEqual([304, LOCAL]);
    }
  });
});

describe('Everything else stays closed', () => {
  test.each([
    STRANGER,
    'null',
    'https://partner.example.evil.example',
    'http://partner.example',
    'https://partner.example:444',
    'http://localhost:4322',
    `${PARTNER}/`,
    '*',
  ])('Allows nothing for %s', async (origin) => {
    const asking = { origin, 'access-control-request-method': 'POST' };
    for (const reply of [await send('/api/products', { origin }), await send('/api/bookings', asking, 'OPTIONS')]) {
      expect(openedTo(reply)).toBeUndefined();
      expect(reply.headers['access-control-allow-methods']).toBeUndefined();
    }
  });

  test.each([
    '/',
    '/login',
    '/api/auth/get-session',
    '/api/%61uth/get-session',
    '/api/auth/sign-in/email',
    '/practice-cards/v1/payment_intents',
    '/practice-google/authorize',
    '/healthz',
    '/metrics',
  ])('Doesn’t allow %s, even for an allowed origin', async (path) => {
    const asking = { origin: PARTNER, 'access-control-request-method': 'POST' };
    for (const reply of [await send(path, { origin: PARTNER }), await send(path, asking, 'OPTIONS')])
      expect([path, openedTo(reply)]).toEqual([path, undefined]);
  });

  test('Allows nothing if no origin is allowed', async () => {
    const closed = await createTestApp();
    for (const url of ['/api/products', '/api/config', image]) {
      const { headers } = await closed.app.inject({ url, headers: { origin: PARTNER } });
      expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([undefined, 'same-origin']);
      expect(String(headers.vary)).not.toContain('origin');
    }
    await closed.close();
  });
});

test('An ID token from an allowed origin gives an access token', async () => {
  const firebase = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'demo-shop', FIREBASE_AUTH_DOMAIN: 'demo-shop.firebaseapp.com' };
  const other = await createTestApp({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1', DEMO: 'false', ALLOWED_ORIGINS: PARTNER });
  const email = 'id@example.test';
  const idToken = new UnsecuredJWT({ email, email_verified: true, name: 'I D', auth_time: Math.floor(Date.now() / 1000) })
    .setSubject('one')
    .setIssuer('https://securetoken.google.com/demo-shop')
    .setAudience('demo-shop')
    .setIssuedAt()
    .setExpirationTime('1h')
    .encode();
  const ask = (method: string, path: string, body?: object) =>
    other.call(method, path, { as: idToken, headers: { origin: PARTNER, 'sec-fetch-site': 'cross-site' }, ...(body && { body }) });
  expect((await ask('POST', '/users', { email, name: 'I D', role: 'buyer' })).status).toBe(201);
  const { status, body, headers } = await ask('GET', `/jwt?email=${email}`);
  expect([status, body, headers['access-control-allow-origin']]).toEqual([200, { token: expect.any(String) }, PARTNER]);
  await other.close();
});

describe('ALLOWED_ORIGINS', () => {
  const faultsOf = (ALLOWED_ORIGINS: string): string => {
    try {
      readConfig({ ALLOWED_ORIGINS });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('Reads ALLOWED_ORIGINS as a list of origins, written as browsers write them', () => {
    const { security } = readConfig({ ALLOWED_ORIGINS: ' https://A.example:443/ ,http://127.0.0.1:8080, http://[::1]' });
    expect(security.allowedOrigins).toEqual(['https://a.example', 'http://127.0.0.1:8080', 'http://[::1]']);
    expect(readConfig({}).security.allowedOrigins).toEqual([]);
  });

  test('Names all errors in ALLOWED_ORIGINS together', () => {
    const wrong = [
      '*',
      'null',
      'http://shop.example',
      'https://*.shop.example',
      'https://shop.example/path',
      'shop.example',
      'https://u:p@shop.example',
      'ftp://x.example',
    ];
    const faults = faultsOf(['https://good.example', ...wrong].join(','));
    for (const one of wrong) expect(faults).toContain(`ALLOWED_ORIGINS: “${one}”`);
    expect(faults).not.toContain('good.example');
    expect(faultsOf(Array.from({ length: 51 }, (_, at) => `https://shop${at}.example`).join())).toContain('at most 50 origins');
  });
});

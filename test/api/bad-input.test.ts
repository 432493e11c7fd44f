import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createCategory, createListing, createPerson, listingInput, type Person } from '#test/support/world/world.ts';

let shop: TestApp;
let people: Record<string, Person | null>;

beforeAll(async () => {
  shop = await createTestApp();
  people = { nobody: null, buyer: await createPerson(shop, 'buyer'), seller: await createPerson(shop, 'seller'), admin: await createPerson(shop, 'admin') };
  await createCategory(shop);
});
afterAll(() => shop.close());

function send(payload: string, headers: Record<string, string> = {}) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/products',
    payload,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${people.seller?.token}`, ...headers },
  });
}

const REFUSAL = { message: expect.stringMatching(/\S/u), code: expect.stringMatching(/^[a-z_]+$/u) };

describe('Request bodies', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  test.each([
    ['more than a quarter of a megabyte', `{"description":"${'x'.repeat(256_001)}"}`, 413],
    ['21 levels deep', nested(21), 400],
    ['forty thousand levels deep', nested(40_000), 400],
    ['a hundred thousand levels deep', nested(100_000), 413],
    ['not JSON', '{"name": ', 400],
    ['a string', '"text"', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['an array', '[]', 400],
    ['nothing', '', 400],
    ['with a prototype', '{"__proto__": {"role": "admin"}}', 400],
    ['with invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('latin1'), 422],
  ])('Rejects a body that is %s', async (_what, payload, status) => {
    const response = await send(payload);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject(REFUSAL);
  });

  test.each([
    [{}, '_id is missing.'],
    [{ _id: 7 }, '_id must be text.'],
    [{ _id: ['7'] }, '_id takes only one value.'],
  ])('Says in a sentence that an id is missing or of the wrong type: %o', async (body, message) => {
    const reply = await shop.call('POST', '/reportedItems', { as: people.buyer?.token ?? '', body });
    expect(reply).toMatchObject({ status: 422, body: { message, fields: { _id: message } } });
  });

  test.each([
    [{ publicKey: 'x'.repeat(101) }, 'publicKey', 'publicKey can be at most 100 characters long.'],
    [{ traits: { touchPoints: 101 } }, 'traits.touchPoints', 'traits.touchPoints can be at most 100.'],
    [{ traits: { touchPoints: 1.5 } }, 'traits.touchPoints', 'traits.touchPoints must be a whole number.'],
    [{ traits: { touchPoints: '1' } }, 'traits.touchPoints', 'traits.touchPoints must be a number.'],
    [{ traits: 1 }, 'traits', 'traits must be an object.'],
    [{ traits: { touchPoints: -1 } }, 'traits.touchPoints', 'traits.touchPoints must be at least 0.'],
  ])('Says in a sentence which values fit: %o', async (body, field, message) => {
    const reply = await shop.call('POST', '/phoneTestRuns', { as: people.buyer?.token, body });
    expect(reply).toMatchObject({ status: 422, body: { fields: expect.objectContaining({ [field]: message }) } });
  });

  test('Says what is wrong with a body as a whole', async () => {
    const settings = await shop.call('PUT', '/notifications/settings/messages', { as: people.buyer?.token, body: {} });
    expect(settings).toMatchObject({ status: 422, body: { message: 'Choose emails or push notifications.' } });
    const proof = await shop.call('POST', '/proof', { as: people.buyer?.token, body: {} });
    expect(proof).toMatchObject({ status: 422, body: { message: 'Send exactly one of these: a password, a code or a passkey.' } });
  });

  test('Reads a body with 20 levels of nesting', async () => {
    expect((await send(nested(20))).statusCode).toBe(422);
  });

  test.each(['text/plain', 'application/octet-stream', 'application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded', 'nonsense'])(
    'Rejects a body sent as %s',
    async (type) => {
      const response = await send('a=1', { 'content-type': type });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject(REFUSAL);
    },
  );
});

describe('Uploads', () => {
  const whole = '--part\r\ncontent-disposition: form-data; name="FIELD"; filename="a"\r\ncontent-type: text/csv\r\n\r\nname,image\n\r\n--part--\r\n';

  test.each(['/images image', '/listingImports file'])('Rejects an upload that breaks off or doesn’t say where its parts end: %s', async (where) => {
    const [path = '', field = ''] = where.split(' ');
    const payload = whole.replace('FIELD', field);
    const attempts: [type: string, body: string][] = [
      ['multipart/form-data', payload],
      ['multipart/form-data; boundary=other', payload],
      ['multipart/form-data; boundary=part', payload.slice(0, -20)],
      ['multipart/form-data; boundary=part', payload.slice(0, 60)],
      ['multipart/form-data; boundary=part', ''],
    ];
    for (const [type, body] of attempts) {
      const response = await shop.app.inject({
        method: 'POST',
        url: `/api${path}`,
        payload: body,
        headers: { 'content-type': type, authorization: `Bearer ${people.seller?.token}` },
      });
      expect(response.statusCode, `${type}, ${body.length} bytes`).toBe(400);
      expect(response.json()).toMatchObject(REFUSAL);
    }
  });
});

describe('Addresses', () => {
  test.each(['1e1', '0x10', '0b11', '1.0', '%205', '%2B5', '5%20', '-5', '٥', '', '99999999999999999999'])(
    'Reads whole numbers in decimal digits only, not as %s',
    async (written) => {
      const message = 'limit is a whole number from 1 to 100.';
      expect(await shop.call('GET', `/products?limit=${written}`)).toMatchObject({ status: 400, body: { message, fields: { limit: message } } });
      const events = await shop.call('GET', `/conversations/events?after=${written}`, { as: people.buyer?.token });
      expect(events).toMatchObject({ status: 400, body: { message: 'after is a position.' } });
    },
  );

  test.each([
    '/api/nothing',
    '/api/products/x/y/z',
    '/api/%zz',
    '/api/selectedItem/%00',
    `/api/selectedItem/${'x'.repeat(2000)}`,
    '/api/selectedItem/..%2f..%2fetc%2fpasswd',
    '/api//products',
    '/api/users/admin/%ff',
  ])('Rejects the address %s in the contract’s format', async (url) => {
    const response = await shop.app.inject({ method: 'GET', url });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject(REFUSAL);
    expect(response.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
  });

  test.each([
    [`GET /products?name=${'x'.repeat(201)}`, 'name can be at most 200 characters long.'],
    ['GET /products?name=a&name=b', 'name takes only one value.'],
    [`GET /selectedItem/${'x'.repeat(201)}`, 'id can be at most 200 characters long.'],
    ['PUT /products/?email=a@example.test&id=', 'id is missing.'],
    ['GET /offers?side=both', 'side must be one of these: buyer, seller.'],
    [`GET /bookings?email=${'x'.repeat(255)}`, 'email can be at most 254 characters long.'],
  ])('Says in a sentence what is wrong with the address of %s', async (call, message) => {
    const [method = '', path = ''] = call.split(' ');
    const as = method === 'PUT' ? people.admin : people.buyer;
    expect(await shop.call(method as 'GET' | 'PUT', path, { as: as?.token })).toMatchObject({ status: 400, body: { message } });
  });

  test('Returns 404 for a call with another method', async () => {
    for (const [method, url] of [
      ['PATCH', '/api/products'],
      ['DELETE', '/api/jwt'],
      ['PUT', '/api/bookings'],
    ] as const) {
      const response = await shop.app.inject({ method, url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
    }
  });

  test('Returns 400 for what isn’t HTTP, and keeps serving', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    for (const bytes of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(100_000)}\r\n\r\n`,
      'POST /api/users HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n',
    ]) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        let text = '';
        socket.on('data', (chunk) => (text += chunk.toString()));
        socket.on('error', () => resolve(text));
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /u);
    }
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

describe('Cookies and tokens', () => {
  test.each([
    'better-auth.session_token=forged',
    'better-auth.session_token=%00',
    `a=${'x'.repeat(4000)}`,
    '=;=;;',
    'better-auth.session_token=a.b.c; better-auth.session_token=d',
  ])('The cookie %j authenticates nobody', async (cookie) => {
    expect(await shop.call('GET', '/jwt?email=a@example.test', { headers: { cookie } })).toMatchObject({ status: 401, body: REFUSAL });
  });

  test.each(['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer ..', `Bearer ${'x'.repeat(8000)}`, 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.'])(
    'The header %j authenticates nobody',
    async (authorization) => {
      expect(await shop.call('GET', '/bookings', { headers: { authorization } })).toMatchObject({ status: 401, body: REFUSAL });
    },
  );
});

/** Values that are invalid everywhere, for every field and parameter. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '<img src=x onerror=alert(1)>',
  "' or 1=1 --",
  '$' + '{7*7}',
  '../../etc/passwd',
  '\u202egnp.exe',
  '🙂'.repeat(300),
  'x'.repeat(6000),
  -1,
  1e308,
  true,
  null,
  [],
  {},
  ['a'],
  { $gt: '' },
  [[[]]],
];

describe('Hostile values in every call, by every kind of caller', () => {
  const asText = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value));

  test.each(Object.entries(calls) as [string, Endpoint][])('%s replies with a status below 500, in the contract’s format', async (name, endpoint) => {
    const [method = '', path = ''] = name.split(' ');
    for (const value of HOSTILE) {
      const url = path.replace(/:\w+/gu, () => encodeURIComponent(asText(value)) || '%20');
      const query = endpoint.query ? `?${new URLSearchParams(Object.keys(endpoint.query.shape).map((key) => [key, asText(value)]))}` : '';
      const body = endpoint.body
        ? {
            ...listingInput(),
            _id: value,
            productId: value,
            orderId: value,
            transactionId: value,
            price: value,
            phone: value,
            meeting_location: value,
            name: value,
            role: value,
            email: value,
          }
        : undefined;
      for (const person of Object.values(people)) {
        const { status, body: reply } = await shop.call(method, url + query, { as: person?.token, body });
        expect(status, `${name} with ${JSON.stringify(value)?.slice(0, 60)}`).toBeLessThan(500);
        if (status >= 400) expect(reply).toMatchObject(REFUSAL);
      }
    }
  });
});

test('Stores hostile text and returns it unchanged, to everybody', async () => {
  const seller = people.seller as Person;
  const text = `<script>alert('x')</script>"'\`&amp;\u202e\u200f abc 🙂👩🏽‍🚀 ﷽ Ω≈ç√ ${'\u0301'.repeat(20)} ../.. %00 \\0 {{7*7}} \${x}`;
  const id = await createListing(shop, seller, { description: text, location: 'עברית عربي' });
  for (const as of [undefined, seller.token])
    expect((await shop.call('GET', `/selectedItem/${id}`, { as })).body).toMatchObject({ description: text, location: 'עברית عربي' });
});

test('Returns a plain 500 without internals when the database fails', async () => {
  const broken = await createTestApp({}, { breaksDatabase: true });
  await broken.services.db.schema.alterTable('listings').renameTo('elsewhere').execute();
  const { status, body } = await broken.call('GET', '/products');
  expect(status).toBe(500);
  expect(body).toEqual({ message: expect.any(String), code: 'internal' });
  expect(JSON.stringify(body)).not.toMatch(/listings|sql|table/iu);
  await broken.close();
});

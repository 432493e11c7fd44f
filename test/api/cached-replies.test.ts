import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp, serveShopPages } from '#server/app.ts';
import { compose } from '#server/composition.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

type Wire = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

let shop: TestApp;
let seller: Person;
let admin: Person;
let address: string;
/** The same shop, as if in another process. */
let other: { app: FastifyInstance; address: string; close(): Promise<void> };

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function openOther(): Promise<typeof other> {
  const { services, close } = await compose(shop.config, { clock: shop.clock, onFault: () => {} });
  const app = await createApp(services, { logLevel: 'silent', checkReplies: true, dev: false });
  await serveShopPages(app, services, { dev: false });
  return {
    app,
    address: await listen(app),
    async close() {
      await app.close();
      await close();
    },
  };
}

function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  seller = await createPerson(shop, 'seller');
  admin = await createPerson(shop, 'admin');
  for (const model_name of ['Galaxy S21', 'Galaxy S22']) await createListing(shop, seller, { model_name });
  address = await listen(shop.app);
  other = await openOther();
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

describe('Cached replies', () => {
  test.each([
    '/',
    '/category/samsung',
    '/wanted',
    '/api/wantedAds',
    '/prices',
    '/api/modelPrices',
    '/search?search=galaxy',
    '/api/products?name=samsung',
    '/api/productFacets?name=samsung',
    '/api/productCategories',
  ])('Returns the same bytes again, compressed or not, for %s', async (path) => {
    // The first request of an address isn't cached.
    await get(address + path);
    const first = await get(address + path);
    expect(first.status).toBe(200);
    const again = await get(address + path);
    expect(again.body.equals(first.body)).toBe(true);
    expect({ ...again.headers, date: '', 'x-request-id': '' }).toEqual({ ...first.headers, date: '', 'x-request-id': '' });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['zstd', zstdDecompressSync],
    ] as const) {
      const compressed = await get(address + path, { 'accept-encoding': encoding });
      const isCompressed = first.body.length >= 1024;
      expect(compressed.headers['content-encoding']).toBe(isCompressed ? encoding : undefined);
      expect((isCompressed ? unpack(compressed.body) : compressed.body).equals(first.body)).toBe(true);
      expect(compressed.headers.etag).toBe(first.headers.etag);
    }
    const refused = await get(address + path, { 'accept-encoding': 'br;q=0, gzip;q=0, zstd;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const head = await get(address + path, {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(first.body.length)]);
  });

  test('Returns 304 also for a page that shows nothing that changes', async () => {
    for (const _ of [1, 2]) await get(`${address}/help`);
    const { headers } = await get(`${address}/help`);
    expect((await get(`${address}/help`, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  test('Tells a program that asks for the headers alone what the reply has', async () => {
    const url = `${address}/api/products?name=samsung&limit=5`;
    const head = await get(url, { 'if-none-match': '"other"' }, 'HEAD');
    const { headers } = await get(url, { 'if-none-match': '"other"' });
    for (const name of ['cache-control', 'vary', 'etag', 'content-length']) expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    // The first request of an address isn't cached.
    const fresh = await get(`${address}/api/products?name=samsung&limit=8`, { 'if-none-match': String(headers.etag) }, 'HEAD');
    expect([fresh.status, fresh.body.length]).toEqual([304, 0]);
  });

  test('Returns 304 to a client that has the reply already', async () => {
    const { headers } = await get(`${address}/api/products?name=samsung`);
    const etag = String(headers.etag);
    for (const input of [etag, `"other", ${etag}`, '*', etag.slice(2)]) {
      const again = await get(`${address}/api/products?name=samsung`, { 'if-none-match': input });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await get(`${address}/api/products?name=samsung`, { 'if-none-match': '"other"' })).status).toBe(200);
    // This may also happen on the first request.
    const fresh = await get(`${address}/api/products?name=samsung&limit=7`, { 'if-none-match': etag });
    expect(fresh.status).toBe(304);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)('Compresses what only one reader gets with %s', async (encoding, unpack) => {
    const signedIn = { authorization: `Bearer ${seller.token}` };
    const plain = await get(`${address}/api/products?name=samsung`, signedIn);
    const compressed = await get(`${address}/api/products?name=samsung`, { ...signedIn, 'accept-encoding': encoding });
    expect([compressed.headers['content-encoding'], compressed.headers['cache-control']]).toEqual([encoding, 'no-store']);
    expect(unpack(compressed.body).equals(plain.body)).toBe(true);
    for (const reply of [plain, compressed]) expect(reply.headers.vary).toContain('accept-encoding');
    const refused = await get(`${address}/api/bookings?email=${seller.email}`, { ...signedIn, 'accept-encoding': encoding });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  test('Says that a reply differs by who asks, also where the address is written with a percent sign', async () => {
    const encoded = await get(`${address}/%61pi/products?name=samsung&limit=9`);
    expect(encoded.status).toBe(200);
    expect(encoded.headers.vary).toBe((await get(`${address}/api/products?name=samsung&limit=9`)).headers.vary);
  });

  test('Never mixes the replies of strangers with those of logged-in people', async () => {
    const url = `${address}/api/products?name=samsung&limit=5`;
    const numbersIn = ({ body }: Wire) => (JSON.parse(body.toString()) as { mobile_number: string }[]).map(({ mobile_number }) => mobile_number);
    const signedIn = { authorization: `Bearer ${seller.token}` };
    expect(numbersIn(await get(url, signedIn)).join('')).toMatch(/\d/u);
    expect(numbersIn(await get(url)).join('')).not.toMatch(/\d/u);
    expect(numbersIn(await get(url)).join('')).not.toMatch(/\d/u);
    const again = await get(url, signedIn);
    expect(numbersIn(again).join('')).toMatch(/\d/u);
    expect(again.headers['cache-control']).toBe('no-store');
    expect((await get(url)).headers.vary).toContain('authorization');
  });

  test('Lets no cache in front of the shop keep an error', async () => {
    for (const path of ['/api/nowhere', '/api/selectedItem/01890000-0000-7000-8000-00000000dead', '/assets/of-a-newer-process.js', '/images/none/640.webp'])
      expect(await get(address + path)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  });

  test('Says which condition of a request a file doesn’t meet', async () => {
    const statusOf = async (headers: Record<string, string>) => (await get(`${address}/favicon.svg`, headers)).status;
    expect([await statusOf({ range: 'bytes=0-3' }), await statusOf({ range: 'bytes=9999999-' }), await statusOf({ 'if-match': '"other"' })]).toEqual([
      206, 416, 412,
    ]);
  });

  test('Caches no errors, no other methods and nothing personal', async () => {
    for (const path of ['/api/products?limit=0', '/nowhere', '/api/selectedItem/01890000-0000-7000-8000-00000000dead']) {
      const [first, again] = [await get(address + path), await get(address + path)];
      expect(again.status).toBe(first.status);
      expect(again.status).toBeGreaterThanOrEqual(400);
      expect(again.headers.etag).toBeUndefined();
    }
    expect((await get(`${address}/api/products`, {}, 'DELETE')).status).toBe(404);
  });

  test('Shows a wanted ad in its cached list and page once it is posted, and no longer once it has ended', async () => {
    const pages = async () => Promise.all(['/api/wantedAds', '/wanted'].map(async (path) => (await get(address + path)).body.toString()));
    for (let time = 0; time < 2; time += 1) expect((await pages()).join('')).not.toContain('128 GB');
    const saved = await shop.call('POST', '/savedSearches', { as: seller.token, body: { name: 'Samsung', storage: '128 GB' } });
    const path = `/savedSearches/${(saved.body as { insertedId: string }).insertedId}/wantedAd`;
    const until = new Date(shop.clock.now()).toISOString().slice(0, 10);
    expect((await shop.call('PUT', path, { as: seller.token, body: { topPrice: 900, until } })).status).toBe(200);
    for (const page of [...(await pages()), ...(await pages())]) expect(page).toContain('Samsung, 128 GB');
    expect((await shop.call('DELETE', path, { as: seller.token })).status).toBe(200);
    for (const page of await pages()) expect(page).not.toContain('Samsung, 128 GB');
  });

  test('Never returns another host’s address', async () => {
    const host = new URL(address).host;
    const honest = await get(`${address}/blogs`, { host });
    const made = await get(`${address}/blogs`, { host: 'evil.example' });
    expect([made.status, made.body.toString()]).toEqual([421, expect.not.stringContaining('evil.example')]);
    expect((await get(`${address}/blogs`, { host })).body.equals(honest.body)).toBe(true);
  });
});

describe('Replies requested once', () => {
  test('Doesn’t cache what is requested once, and evicts nothing for it', async () => {
    const path = '/api/products?limit=9';
    await get(address + path);
    expect(shop.app.cached.find(path)).toBeNull();
    await get(address + path);
    expect(shop.app.cached.find(path)).not.toBeNull();
  });
});

describe('Changes to cached replies', () => {
  const pathsOf = (id: string) => [
    '/api/products',
    '/api/products?name=samsung',
    '/api/products?name=nokia',
    '/api/newArrivalProducts',
    '/api/advertise',
    '/api/productCategories',
    '/api/searchProducts?search=galaxy',
    '/api/productFacets?name=samsung',
    '/api/searchSuggestions?search=gal',
    `/api/selectedItem/${id}`,
    '/',
    '/category/samsung',
    '/search?search=galaxy',
    `/selected-items-details/${id}`,
  ];
  const stamps = /"(?:dehydratedAt|dataUpdatedAt)":\d+/gu;
  const read = async (at: string, id: string, headers: Record<string, string>): Promise<Record<string, string>> => {
    const replies: Record<string, string> = {};
    for (const path of pathsOf(id)) {
      const { status, body } = await get(at + path, headers);
      // Each listens at its own port.
      const text = body.toString().replaceAll(at.replace('127.0.0.1', 'localhost'), 'http://shop');
      replies[path] = `${status} ${text.replace(stamps, '')}`;
    }
    return replies;
  };

  type Step = { name: string; run(id: string): Promise<unknown> };
  const as = (person: Person, method: string, path: string, body?: unknown) =>
    shop.call(method, path, { as: person.token, ...(body !== undefined && { body }) });
  let owner: Person;
  const steps: Step[] = [
    { name: 'advertised', run: (_id) => as(owner, 'POST', '/advertise', { _id, isAdvertise: true }) },
    { name: 'reported', run: async (_id) => as(await createPerson(shop, 'buyer'), 'POST', '/reportedItems', { _id, status: 'reported' }) },
    { name: 'taken off by an admin', run: (id) => as(admin, 'DELETE', `/reportedItems/${id}`) },
    { name: 'brought back', run: (id) => as(admin, 'POST', `/removedItems/${id}/restore`) },
    { name: 'of a verified seller', run: () => as(admin, 'PUT', `/products/?email=${owner.email}&id=${owner.id}`) },
    { name: 'of a seller who is no longer verified', run: () => as(admin, 'POST', `/users/${owner.id}/unverify`, { reason: 'Forged papers.' }) },
    { name: 'deleted', run: (id) => as(owner, 'DELETE', `/products/${id}`) },
    { name: 'brought back again', run: (id) => as(admin, 'POST', `/removedItems/${id}/restore`) },
    { name: 'of a removed seller', run: () => as(admin, 'DELETE', `/users/sellers/${owner.id}`) },
    { name: 'of a seller who is back', run: () => as(admin, 'POST', `/removedItems/${owner.id}/restore`) },
    { name: 'sold', run: async (id) => sellTo(shop, await createPerson(shop, 'buyer'), id) },
  ];

  const readers: [who: string, headers: () => Promise<Record<string, string>>][] = [
    ['strangers', async () => ({})],
    ['people who are logged in', async () => ({ authorization: `Bearer ${(await createPerson(shop, 'buyer')).token}` })],
  ];

  test.each(readers)('Shows %s a change immediately in the process that made it, and within a second in the others', async (_who, headersOf) => {
    const headers = await headersOf();
    owner = await createPerson(shop, 'seller');
    const id = await createListing(shop, owner, { model_name: 'Galaxy A52' });
    const all: Step[] = [...steps, { name: 'new', run: () => createListing(shop, seller, { model_name: 'Galaxy A53' }) }];
    for (const { name, run } of all) {
      const [before] = [await read(address, id, headers), await read(other.address, id, headers)];
      await run(id);
      const now = await read(address, id, headers);
      expect(now, name).not.toEqual(before);
      await wait(1000);
      const there = await read(other.address, id, headers);
      expect(there, name).toEqual(now);
      // An uncached reply is the reference.
      const fresh = await openOther();
      expect(await read(fresh.address, id, headers), name).toEqual(now);
      await fresh.close();
    }
  });

  test('Shows a change even to a client whose page was being rendered at the time', async () => {
    const path = `${address}/api/products?name=samsung`;
    for (let round = 0; round < 20; round += 1) {
      const reading = Promise.all(Array.from({ length: 8 }, () => get(path)));
      const id = await createListing(shop, seller, { model_name: `Galaxy M${round}` });
      await reading;
      expect((await get(path)).body.toString()).toContain(id);
    }
  });
});

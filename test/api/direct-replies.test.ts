import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';

type Reply = { status: number; headers: Record<string, string>; body: string };

/** Headers of a connection or of one request, and the tag, which the first reply doesn’t have. */
const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'date', 'x-request-id', 'content-length', 'etag'];
const NOBODY = '00000000-0000-7000-8000-000000000000';

let shop: TestApp;
let address: string;
let seller: Person;
let buyer: Person;
let id: string;
const log: string[] = [];

beforeAll(async () => {
  shop = await createTestApp({}, { onLog: (line) => log.push(line) });
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  for (const model_name of ['Galaxy S21', 'Galaxy S22', 'Galaxy S23']) id = await createListing(shop, seller, { model_name, mobile_number: '+49 30 555 7' });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const withoutOwn = (headers: Iterable<[string, unknown]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !OWN.includes(name)).map(([name, value]) => [name, String(value)]));

/** From a socket, where public calls don't reach the web framework. */
async function direct(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${address}/api${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
  return { status: response.status, headers: withoutOwn(response.headers), body: await response.text() };
}

/** From the web framework. */
async function framed(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await shop.app.inject({ url: `/api${path}`, headers: { 'accept-encoding': 'identity', ...headers } });
  return { status: response.statusCode, headers: withoutOwn(Object.entries(response.headers)), body: response.body };
}

const signedIn = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** Addresses of each public call: as it should be used, and not. */
const ASKED: Record<string, string[]> = {
  '/products': [
    '?name=samsung&limit=1',
    '?name=nobody',
    '?limit=0',
    '?cursor=none',
    '?sort=lowtohigh&limit=2',
    '?email=a@b.test',
    '?name=%ff&color=a%26b&limit=1',
  ],
  '/searchProducts': ['?search=galaxy&limit=2', '?search=', '?search=galaxy&sort=sideways'],
  '/selectedProducts/:id': ['', '?invented=1'],
};

const PUBLIC = (Object.entries(calls) as [string, Endpoint][]).flatMap(([name, { access, cookie, file, events }]) =>
  name.startsWith('GET ') && access === 'anyone' && !cookie && file === undefined && !events ? [name.slice('GET '.length)] : [],
);

describe('Public calls without the web framework', () => {
  test.each(PUBLIC)('%s: replies as with it, to strangers and to people who are logged in', async (path) => {
    // What the third of those who are logged in gets is made of what was read for the second.
    for (const asked of ASKED[path] ?? ['', '?limit=x'])
      for (const ids of path.includes(':') ? [id, NOBODY, 'no-id', '%E0%A4%A'] : [''])
        for (const headers of [
          {},
          signedIn(buyer),
          signedIn(seller),
          signedIn(buyer),
          signedIn(seller),
          { authorization: 'Bearer expired' },
          { authorization: 'Basic x' },
        ]) {
          const address = path.replace(/:\w+/u, ids) + asked;
          expect(await direct(address, headers), address).toEqual(await framed(address, headers));
        }
  });

  test('Shows a buyer the contacts that strangers don’t see, and caches nothing of it', async () => {
    const path = `/selectedProducts/${id}`;
    const [own, strangers] = [await direct(path, signedIn(buyer)), await direct(path)];
    expect(own.headers['cache-control']).toBe('no-store');
    expect(own.body).toContain('+49 30 555 7');
    expect(strangers.body).not.toContain('+49 30 555 7');
    expect((await direct(path)).body).toBe(strangers.body);
  });

  test('Revalidates and compresses', async () => {
    const path = '/products?limit=3';
    await direct(path);
    const etag = (await fetch(`${address}/api${path}`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/u);
    expect((await direct(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await direct('/products?limit=1', { 'if-none-match': etag })).status).toBe(200);
    expect((await direct(path, { ...signedIn(buyer), 'if-none-match': etag })).status).toBe(200);
    expect((await direct('/products?limit=4', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  test('Are logged like any other request, without their queries', async () => {
    log.length = 0;
    const given = '0f0f0f0f-0000-4000-8000-0f0f0f0f0f0f';
    await direct('/searchProducts?search=secret', { 'x-request-id': given });
    await expect
      .poll(() => log.filter((line) => line.includes(given)).map((line) => (JSON.parse(line) as { msg: string }).msg))
      .toEqual(['incoming request', 'request completed']);
    expect(log.join()).not.toContain('secret');
  });

  test('Are refused at a host that isn’t the shop’s', async () => {
    const status = await new Promise((resolve, reject) =>
      request(`${address}/api/products`, { headers: { host: 'elsewhere.test' } }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(421);
  });
});

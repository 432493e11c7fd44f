import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

let shop: TestApp;
let address: string;
let listing: string;

beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  listing = await createListing(shop, await createPerson(shop, 'seller'), { model_name: 'Galaxy S21' });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

/** How many replies were rendered instead of returned from the cache. */
async function madeBy(work: () => Promise<void>): Promise<number> {
  const read = async () => Number(/redial_cached_replies_total\{outcome="miss"\} (\d+)/u.exec(await shop.services.metrics.registry.text())?.[1] ?? 0);
  const before = await read();
  await work();
  return (await read()) - before;
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(address + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('Unknown query parameters', () => {
  test.each([
    '/',
    '/blogs',
    '/login',
    '/dashboard/auditLog',
    '/category/samsung',
    '/category/samsung?sort=price&storage=128GB',
    '/search?search=galaxy',
    '/selected-items-details/:id',
    '/api/products?name=samsung',
    '/api/selectedProducts/:id',
    '/api/productCategories',
    '/api/searchProducts?search=galaxy&limit=3',
  ])('Serves %s from one cached reply whatever unknown parameters are sent', async (pattern) => {
    const path = pattern.replace(':id', listing);
    const with_ = (name: string) => `${path}${path.includes('?') ? '&' : '?'}${name}`;
    for (let time = 0; time < 2; time += 1) await get(path);
    const plain = await get(path);
    const made = await madeBy(async () => {
      for (let number = 0; number < 10; number += 1) {
        const { status, text } = await get(with_(`x${number}=${number}&utm_source=a%20b&%zz=1`));
        expect([status, text === plain.text]).toEqual([plain.status, true]);
      }
    });
    expect(made).toBe(0);
  });

  test('Keeps the parameters that are read', async () => {
    expect((await get('/search?x=1&search=galaxy')).text).toContain('Phones for “<bdi>galaxy</bdi>”');
    expect((await get('/api/searchProducts?x=1&search=galaxy')).text).toContain('Galaxy S21');
    expect((await get('/api/searchProducts?x=1&%73earch=galaxy')).text).toContain('Galaxy S21');
    expect((await get('/category/samsung?x=1&sort=price-asc')).text).toContain('name="robots" content="noindex, follow"');
  });
});

describe('A document that is the same for everybody', () => {
  test.each(['/api/openapi.json', '/api/docs', '/plain-page.css', '/site.webmanifest', '/theme.css?accent=2b44c7'])(
    'Renders and compresses the document once, whatever the query of %s',
    async (path) => {
      const plain = await get(path);
      const tag = plain.headers.get('etag') ?? '';
      expect([plain.status, tag]).toEqual([200, expect.stringMatching(/^W\/"/u)]);
      const query = path.includes('?') ? '&x=1' : '?x=1';
      for (const encoding of ['br', 'gzip', 'identity']) {
        const again = await get(path + query, { 'accept-encoding': encoding });
        expect([again.text === plain.text, again.headers.get('etag')]).toEqual([true, tag]);
      }
      expect((await get(path + query, { 'if-none-match': tag })).status).toBe(304);
    },
  );
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createCategory, createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

/** Asked from time to time, whoever reads: what other processes changed, and the settings' and the catalog's versions. */
const POLLED = /from "(?:changes|settings)"/u;

let shop: TestApp;
let [buyer, seller, admin]: Person[] = [];
const ids: string[] = [];
/** The statements of the request that is being answered; what the shop does by itself later isn't the next request's. */
const request = new AsyncLocalStorage<string[]>();

beforeAll(async () => {
  shop = await createTestApp({}, { pages: true, checkReplies: false, onQuery: ({ sql }) => void request.getStore()?.push(sql) });
  await createCategory(shop);
  buyer = await createPerson(shop, 'buyer');
  admin = await createPerson(shop, 'admin');
  const sellers = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
  seller = sellers[0];
  for (let place = 0; place < 60; place += 1)
    ids.push(await createListing(shop, sellers[place % 3] as Person, { model_name: `Galaxy S${20 + (place % 3)}`, resale_price: String(100 + place) }));
  for (let place = 0; place < 6; place += 1) {
    const path = `/orders/${await sellTo(shop, buyer, ids.pop() ?? '')}/problem`;
    await shop.call('POST', path, { as: buyer.token, body: { reason: 'not_received', text: 'They didn’t come.' } });
  }
  await shop.app.presentations.writeMissing();
  // What many replies share is in memory then, as in a shop that has been open for a while.
  for (const { path, as } of READS()) for (let time = 0; time < 3; time += 1) await ask(path(time), as);
}, 120_000);
afterAll(() => shop.close());

type Read = { what: string; path(time: number): string; as?: Person; statements: number };

/** Each with an address of its own each time, so that no reply is cached; and how many statements it sends. */
const READS = (): Read[] => [
  { what: 'A list', path: (time) => `/api/products?name=samsung&limit=${40 - time}`, statements: 1 },
  { what: 'A list for somebody', path: (time) => `/api/products?name=samsung&limit=${40 - time}`, as: buyer, statements: 3 },
  { what: 'A listing', path: (time) => `/api/selectedItem/${ids[time]}`, statements: 3 },
  { what: 'A listing for somebody', path: (time) => `/api/selectedItem/${ids[time]}`, as: buyer, statements: 5 },
  { what: 'A search', path: (time) => `/api/searchProducts?search=galaxy&limit=${40 - time}`, statements: 0 },
  { what: 'Facets', path: (time) => `/api/productFacets?name=samsung&priceTo=${200 + time}`, statements: 0 },
  { what: 'A comparison', path: (time) => `/api/compare?ids=${ids.slice(time, time + 4).join(',')}`, statements: 1 },
  { what: 'A brand’s page', path: (time) => `/category/samsung?priceTo=${200 + time}`, statements: 1 },
  { what: 'A listing’s page', path: (time) => `/selected-items-details/${ids[time]}`, statements: 4 },
  { what: 'Somebody’s purchases', path: () => `/api/bookings?email=${buyer?.email}`, as: buyer, statements: 2 },
  { what: 'Somebody’s own listings', path: (time) => `/api/products?email=${seller?.email}&limit=${20 + time}`, as: seller, statements: 2 },
  { what: 'Somebody’s conversations', path: () => '/api/conversations', as: buyer, statements: 2 },
  { what: 'Open problems', path: () => '/api/problems', as: admin, statements: 4 },
  { what: 'Somebody’s notifications', path: () => '/api/notifications', as: buyer, statements: 3 },
];

/** Returns the statements that a request sent. */
async function ask(url: string, as?: Person): Promise<string[]> {
  const statements: string[] = [];
  const headers = as && { authorization: `Bearer ${as.token}` };
  // Sent when awaited, so that must happen inside.
  const { statusCode } = await request.run(statements, async () => await shop.app.inject({ method: 'GET', url, headers }));
  expect(statusCode, url).toBe(200);
  return statements.filter((sql) => sql.startsWith('select') && !POLLED.test(sql));
}

test('Reads send as few statements as they need, however many phones they show', async () => {
  for (const { what, path, as, statements: needed } of READS()) expect(await ask(path(9), as), what).toHaveLength(needed);
});

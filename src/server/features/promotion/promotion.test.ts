import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
});
afterAll(() => shop.close());

function advertise(id: string, as?: string) {
  return shop.call('POST', '/advertise', { as, body: { _id: id, resale_price: 1, isAdvertise: true } });
}

test('A seller can advertise a listing once, and everybody sees it', async () => {
  const id = await createListing(shop, seller);
  expect((await shop.call('GET', `/isAdvertise/${id}`)).body).toEqual({ isAdvertise: false });
  expect(await advertise(id, seller.token)).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: id } });
  expect(await advertise(id, seller.token)).toEqual(expect.objectContaining({ status: 200, body: { acknowledged: true } }));
  expect((await shop.call('GET', `/isAdvertise/${id}`)).body).toEqual({ isAdvertise: true });
  expect((await shop.call('GET', '/advertise')).body).toEqual([
    expect.objectContaining({ _id: id, isAdvertise: true, resale_price: 289, mobile_number: expect.stringMatching(/^•+$/u) }),
  ]);
});

test('Only its seller can advertise a listing', async () => {
  const id = await createListing(shop, seller);
  const other = await createPerson(shop, 'seller');
  expect((await advertise(id)).status).toBe(401);
  expect((await advertise(id, buyer.token)).status).toBe(403);
  expect((await advertise(id, other.token)).status).toBe(404);
  expect((await advertise('no-such-id', seller.token)).status).toBe(404);
  expect(await shop.call('POST', '/advertise', { as: seller.token, body: {} })).toMatchObject({ status: 422, body: { fields: { _id: expect.any(String) } } });
});

test('A sold listing can’t be advertised, and a sale ends its advertisement', async () => {
  const id = await createListing(shop, seller);
  await advertise(id, seller.token);
  await sellTo(shop, buyer, id);
  expect((await shop.call('GET', `/isAdvertise/${id}`)).body).toEqual({ isAdvertise: false });
  expect(await advertise(id, seller.token)).toMatchObject({ status: 409, body: { code: 'sold' } });
});

test('Pages through advertised listings, most recent first', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 3; number++) {
    shop.clock.advance(1000);
    const id = await createListing(shop, seller);
    await advertise(id, seller.token);
    ids.unshift(id);
  }
  const first = await shop.call('GET', '/advertise?limit=2');
  const next = /<\/api([^>]+)>/u.exec(String(first.headers.link))?.[1] ?? '';
  const second = await shop.call('GET', next);
  const seen = [first.body, second.body].flatMap((body) => (body as { _id: string }[]).map(({ _id }) => _id));
  expect(seen.slice(0, 3)).toEqual(ids);
});

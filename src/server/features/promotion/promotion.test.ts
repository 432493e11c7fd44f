import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe('The order of offers', () => {
  type Offer = { _id: string; model_name: string; seller_name: string };
  type Page = { offers: Offer[]; next: string };

  let many: TestApp;
  beforeEach(async () => {
    many = await createTestApp();
  });
  afterEach(() => many.close());

  async function createOffers(by: Person, models: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const model_name of models) {
      many.clock.advance(1000);
      const id = await createListing(many, by, { model_name });
      await many.call('POST', '/advertise', { as: by.token, body: { _id: id } });
      ids.push(id);
    }
    return ids;
  }

  async function readPage(path: string): Promise<Page> {
    const { body, headers } = await many.call('GET', path);
    return { offers: body as Offer[], next: /<\/api([^>]+)>/u.exec(String(headers.link))?.[1] ?? '' };
  }

  async function readAll(path: string): Promise<Offer[]> {
    const { offers, next } = await readPage(path);
    return next === '' ? offers : [...offers, ...(await readAll(next))];
  }

  const numbered = (line: string, count: number) => Array.from({ length: count }, (_, at) => `${line}${at}`);
  const sellersOf = (offers: Offer[]) => offers.map((offer) => offer.seller_name);
  const areNeighborsApart = (offers: Offer[]) =>
    offers.every((offer, at) => offer.seller_name !== offers[at + 1]?.seller_name && offer.model_name !== offers[at + 1]?.model_name);

  test('One seller’s hundred offers don’t bury those of others, and every offer is on one page', async () => {
    const small: string[] = [];
    for (const name of numbered('Small ', 12))
      small.push(...(await createOffers(await createPerson(many, 'seller', { name }), [`${name} one`, `${name} two`])));
    const large = await createOffers(await createPerson(many, 'seller', { name: 'Large' }), numbered('Galaxy Z', 100));
    const first = await readPage('/advertise?limit=24');
    expect(first.offers[0]?._id).toBe(large.at(-1));
    expect(new Set(sellersOf(first.offers)).size).toBe(13);
    expect(areNeighborsApart(first.offers)).toBe(true);
    const all = await readAll('/advertise?limit=24');
    expect(all.map(({ _id }) => _id).sort()).toEqual([...small, ...large].sort());
  });

  test('Neighboring offers differ in seller and model, across pages too', async () => {
    for (const name of numbered('Seller ', 6)) await createOffers(await createPerson(many, 'seller', { name }), ['Galaxy S21', 'Galaxy S22', 'Galaxy S23']);
    const all = await readAll('/advertise?limit=5');
    expect(all).toHaveLength(18);
    expect(areNeighborsApart(all)).toBe(true);
  });

  test('Two offers of one seller are parted by another’s even when they are the most recent', async () => {
    await createOffers(await createPerson(many, 'seller', { name: 'One' }), ['Galaxy S21', 'Galaxy S22']);
    await createOffers(await createPerson(many, 'seller', { name: 'Two' }), ['Galaxy S23']);
    expect(sellersOf(await readAll('/advertise'))).toEqual(['One', 'Two', 'One']);
  });

  test('Skips and repeats no offer when offers come and go between pages', async () => {
    const [busy, calm] = [await createPerson(many, 'seller', { name: 'Busy' }), await createPerson(many, 'seller', { name: 'Calm' })];
    const offered = [...(await createOffers(calm, numbered('Pixel ', 6))), ...(await createOffers(busy, numbered('Galaxy Z', 12)))];
    const seen: string[] = [];
    const gone: string[] = [];
    for (let path = '/advertise?limit=4'; path !== ''; ) {
      const { offers, next } = await readPage(path);
      seen.push(...offers.map(({ _id }) => _id));
      path = next;
      // One that was shown leaves, one that wasn't, and there is a new one.
      for (const id of [offers[0]?._id, offered.find((one) => !seen.includes(one) && !gone.includes(one))]) {
        if (id === undefined) continue;
        if (!seen.includes(id)) gone.push(id);
        for (const by of [busy, calm]) await many.call('DELETE', `/products/${id}`, { as: by.token });
      }
      await createOffers(calm, [`Nokia ${seen.length}`]);
    }
    expect(seen.sort()).toEqual(offered.filter((id) => !gone.includes(id)).sort());
  });

  test.each(['x', 'x.y', 'WyJhZHZlcnRpc2VkIiwxLCJ4Il0', '..', 'WyJzYWxlIiwxLCJ4Il0.0.AAAA'])('Refuses the cursor %s', async (cursor) => {
    expect(await many.call('GET', `/advertise?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});

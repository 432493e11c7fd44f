import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;
let decided: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
  seller = await createPerson(shop, 'seller', { name: 'Sigrid 100% Søren' });
  buyer = await createPerson(shop, 'buyer', { name: 'Bea Under_score' });
  await createPerson(shop, 'seller', { name: 'Otto Other' });
  await createPerson(shop, 'buyer', { name: 'Olga Other' });
  for (const model_name of ['Galaxy S21 Ultra', 'Galaxy S21', 'Pixel 6']) {
    const id = await createListing(shop, seller, { model_name });
    await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: id } });
    if (model_name === 'Galaxy S21') await sellTo(shop, buyer, id);
    else await createOrder(shop, buyer, id);
  }
  await decideAndRemove();
  const orders = await shop.services.db.selectFrom('orders').select(['id', 'created_at']).orderBy('created_at').orderBy('id').execute();
  for (const [index, { id }] of orders.entries()) await insertDispute(id, index);
  for (const [imei, place] of [
    ['490154203237518', 'Tram 28'],
    ['356938035643809', 'Galaxy Cinema'],
  ])
    await shop.call('POST', '/lostPhones', { as: buyer.token, body: { imei, lostOn: '2024-05-01', place, proof: 'The box with its number.' } });
});

/** Another seller's listings, with a decision about each, and one removed besides. */
async function decideAndRemove(): Promise<void> {
  decided = await createPerson(shop, 'seller', { name: 'Dora Decided' });
  for (const [model_name, kind] of [
    ['Nokia 3310', 'hold'],
    ['Galaxy Fold', 'removal'],
    ['Razr', 'removal'],
  ]) {
    const listingId = await createListing(shop, decided, { model_name });
    await shop.call('POST', '/decisions', { as: admin.token, body: { kind, listingId, reason: `About ${model_name}, looked at.` } });
    shop.clock.advance(1000);
  }
  const gone = await createPerson(shop, 'buyer', { name: 'Gwen Gone' });
  await shop.call('DELETE', `/users/sellers/${gone.id}`, { as: admin.token });
}

async function insertDispute(orderId: string, index: number): Promise<void> {
  const money = { amount_cents: 28_900, currency: 'usd', withdrawn_cents: 0, movements: 0 };
  const times = { evidence_due_at: null, opened_at: 1_000_000 + index, closed_at: null, checked_at: 1_000_000 };
  const values = { id: `d${index}`, reference: `dp_${index}`, provider: 'practice', order_id: orderId, intent_id: `pi_disputed${index}` } as const;
  await shop.services.db
    .insertInto('disputes')
    .values({ ...values, ...money, ...times, status: 'needs_response', reason: 'fraudulent' })
    .execute();
}

afterAll(() => shop.close());

type Row = { name?: string; model_name?: string; ProductName?: string; place?: string; reason?: string };

async function namesOf(path: string, as: Person, query: Record<string, string> = {}): Promise<(string | undefined)[]> {
  const { status, body } = await shop.call('GET', `${path}?${new URLSearchParams(query)}`, { as: as.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as Row[]).map(({ name, model_name, ProductName, place, reason }) => ProductName ?? model_name ?? name ?? place ?? reason);
}

describe('Lists that people search and sort', () => {
  const lists = (): [string, Person, Record<string, string>][] => [
    ['/products', seller, { email: seller.email }],
    ['/bookings', buyer, { email: buyer.email }],
    ['/reportedItems', admin, {}],
    ['/sales', seller, {}],
    ['/payments', admin, {}],
    ['/disputes', admin, {}],
    ['/lostPhones', admin, {}],
    ['/removedItems', admin, {}],
    ['/decisions', admin, {}],
    ['/myDecisions', decided, {}],
    ['/users/sellers', admin, { user: 'seller' }],
    ['/users/buyers', admin, { user: 'buyer' }],
  ];

  test('Each can be turned around, and an unknown order means newest first', async () => {
    for (const [path, as, query] of lists()) {
      const newest = await namesOf(path, as, query);
      expect(newest.length, path).toBeGreaterThan(0);
      expect(await namesOf(path, as, { ...query, sort: 'oldest' }), path).toEqual(newest.toReversed());
      expect(await namesOf(path, as, { ...query, sort: 'nonsense' }), path).toEqual(newest);
    }
  });

  test('Each finds nothing for words that no row contains, and everything for a blank search', async () => {
    for (const [path, as, query] of lists()) {
      expect(await namesOf(path, as, { ...query, search: 'galaxy nosuchword' }), path).toEqual([]);
      expect(await namesOf(path, as, { ...query, search: '  ' }), path).toEqual(await namesOf(path, as, query));
    }
  });

  test('Every word must be found, in any column and in any case', async () => {
    expect(await namesOf('/products', seller, { email: seller.email, search: 'SAMSUNG ultra' })).toEqual(['Galaxy S21 Ultra']);
    expect(await namesOf('/bookings', buyer, { email: buyer.email, search: 'sigrid pix' })).toEqual(['Pixel 6']);
    expect(await namesOf('/reportedItems', admin, { search: 's21' })).toEqual(['Galaxy S21', 'Galaxy S21 Ultra']);
    expect(await namesOf('/sales', seller, { search: 'bea station' })).toEqual(['Galaxy S21']);
    expect(await namesOf('/payments', admin, { search: `${buyer.email} sigrid` })).toEqual(['Galaxy S21']);
    expect(await namesOf('/disputes', admin, { search: 'PI_disputed1' })).toHaveLength(1);
    expect(await namesOf('/lostPhones', admin, { search: 'bea tram' })).toEqual(['Tram 28']);
    expect(await namesOf('/removedItems', admin, { search: 'dora RAZ' })).toEqual(['Razr']);
    expect(await namesOf('/removedItems', admin, { search: 'gwen' })).toEqual(['Gwen Gone']);
    expect(await namesOf('/decisions', admin, { search: 'decided fold' })).toEqual(['About Galaxy Fold, looked at.']);
    expect(await namesOf('/myDecisions', decided, { search: 'NOKIA looked' })).toEqual(['About Nokia 3310, looked at.']);
    expect(await namesOf('/myDecisions', decided, { search: 'dora' })).toEqual([]);
    expect(await namesOf('/users/sellers', admin, { search: 'other' })).toEqual(['Otto Other']);
    expect(await namesOf('/users/buyers', admin, { search: 'OLGA' })).toEqual(['Olga Other']);
  });

  test('Letters beyond ASCII are found in any case, too', async () => {
    await createPerson(shop, 'buyer', { name: 'Özlem ÇELIK Ödegård' });
    for (const search of ['özlem', 'ÖZLEM çelik', 'ÖDEGÅRD'])
      expect(await namesOf('/users/buyers', admin, { search }), search).toEqual(['Özlem ÇELIK Ödegård']);
    expect(await namesOf('/users/buyers', admin, { search: 'ozlem' })).toEqual([]);
  });

  test('Signs that mean something to a database are ordinary characters', async () => {
    expect(await namesOf('/users/sellers', admin, { search: '100%' })).toEqual(['Sigrid 100% Søren']);
    expect(await namesOf('/users/buyers', admin, { search: 'under_score' })).toEqual(['Bea Under_score']);
    expect(await namesOf('/users/sellers', admin, { search: 'o%o' })).toEqual([]);
    expect(await namesOf('/users/sellers', admin, { search: "'\\" })).toEqual([]);
  });

  test('A page of a search continues where it ended, in the same order only', async () => {
    const path = `/reportedItems?search=galaxy&limit=1`;
    const first = await shop.call('GET', path, { as: admin.token });
    const next = /<\/api([^>]+)>/u.exec(String(first.headers.link))?.[1] ?? '';
    expect((await shop.call('GET', next, { as: admin.token })).body).toMatchObject([{ model_name: 'Galaxy S21 Ultra' }]);
    expect((await shop.call('GET', `${next}&sort=oldest`, { as: admin.token })).status).toBe(400);
  });
});

test('People are listed from A to Z without regard to case and accents, page by page, those who registered just now too', async () => {
  for (const name of ['zoë', 'Émile', 'anders', 'Zora', 'emil']) await createPerson(shop, 'seller', { name });
  const found: string[] = [];
  for (let path = '/users/sellers?sort=name&limit=3'; path !== ''; ) {
    const { body, headers } = await shop.call('GET', path, { as: admin.token });
    found.push(...(body as { name: string }[]).map(({ name }) => name));
    path = /<\/api([^>]+)>/u.exec(String(headers.link ?? ''))?.[1] ?? '';
  }
  expect(found).toEqual(['anders', 'Dora Decided', 'emil', 'Émile', 'Otto Other', 'Sigrid 100% Søren', 'zoë', 'Zora']);
  expect(await namesOf('/users/sellers', admin, { sort: 'name', search: 'zo' })).toEqual(['zoë', 'Zora']);
});

test('A search looks through a bounded number of rows at a time, and its pages together through all', async () => {
  const { db } = shop.services;
  const many = Array.from({ length: 4500 }, (_, index) => ({
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    email: `crowd${index}@example.test`,
    name: index === 0 ? 'Needle' : `Hay ${index}`,
    role: 'buyer' as const,
    verified_at: null,
    removed_at: null,
    created_at: 1_000_000 + index,
  }));
  for (let from = 0; from < many.length; from += 500)
    await db
      .insertInto('users')
      .values(many.slice(from, from + 500))
      .execute();
  const found: string[] = [];
  let pages = 0;
  for (let path = '/users/buyers?search=needle&limit=10'; path !== ''; pages += 1) {
    const { body, headers } = await shop.call('GET', path, { as: admin.token });
    found.push(...(body as { name: string }[]).map(({ name }) => name));
    path = /<\/api([^>]+)>/u.exec(String(headers.link ?? ''))?.[1] ?? '';
  }
  expect(found).toEqual(['Needle']);
  expect(pages).toBe(3);
});

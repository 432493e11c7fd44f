import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '#contract/compare.ts';
import type { JudgedListing, ListingDetail } from '#contract/listings.ts';
import type { PriceEstimate } from '#contract/price-estimates.ts';
import type { Facets } from '#contract/search.ts';
import { monthAt, toMonth } from '#contract/shared/updates.ts';
import { findChanges } from '#server/db/changes.ts';
import { matchModels } from '#server/features/listings/index.ts';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;

const MODELS = { 'Galaxy S21': 30, 'Galaxy S20': 12, 'Galaxy S10': 11, 'Galaxy S9': -1 };
const ids: Record<string, string> = {};

/** Simulates an import of the catalog. */
async function learn(model: string, changes: { updates_until?: string | null; launch_price_cents?: number }): Promise<void> {
  const { db } = shop.services;
  await db.updateTable('phone_models').set(changes).where('name', '=', model).where('brand', '=', 'Samsung').execute();
  await db
    .updateTable('settings')
    .set({ value: `${model} ${JSON.stringify(changes)}` })
    .where('key', '=', 'phone_models_version')
    .execute();
}

function inMonths(months: number): string | null {
  return toMonth(monthAt(shop.clock.now()) + months);
}

function match() {
  return matchModels({ ...shop.services, directory: shop.app.models.directory });
}

async function read<T>(path: string): Promise<T> {
  return (await shop.call('GET', path)).body as T;
}

async function namesFor(query: string) {
  return (await read<JudgedListing[]>(`/products?name=samsung&${query}`)).map(({ model_name }) => model_name).sort();
}

async function countsFor(query = '') {
  return (await read<Facets>(`/productFacets?name=samsung&${query}`)).updates.map(({ value, count }) => `${value}: ${count}`);
}

function detailOf(name: string) {
  return read<ListingDetail>(`/selectedItem/${ids[name]}`);
}

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  await ensurePhoneModels(shop.services);
  for (const [model, months] of Object.entries(MODELS)) await learn(model, { updates_until: inMonths(months) });
  for (const name of [...Object.keys(MODELS), 'Some phone', 'Galaxy S21 or S20']) ids[name] = await createListing(shop, seller, { model_name: name });
});
afterAll(() => shop.close());

describe('Security updates', () => {
  it('Shows the end of updates only for models that are known for sure, with the source', async () => {
    expect(await detailOf('Galaxy S21')).toMatchObject({ updatesUntil: inMonths(30), updatesSource: expect.stringContaining('Samsung') });
    expect((await detailOf('Galaxy S9')).updatesUntil).toBe(inMonths(-1));
    for (const name of ['Some phone', 'Galaxy S21 or S20']) expect(await detailOf(name)).toMatchObject({ updatesUntil: null, updatesSource: null });
  });

  it('Filters every list by updates, and counts them beside the other filters', async () => {
    expect(await namesFor('updates=12')).toEqual(['Galaxy S20', 'Galaxy S21']);
    expect(await namesFor('updates=24')).toEqual(['Galaxy S21']);
    expect(await namesFor('updates=0')).toEqual(['Galaxy S10', 'Galaxy S20', 'Galaxy S21']);
    expect(await namesFor('updates=')).toHaveLength(6);
    expect(await countsFor()).toEqual(['12: 2', '24: 1', '36: 0']);
    // A filter doesn't change its own counts, and narrows the others’.
    expect(await countsFor('updates=24')).toEqual(['12: 2', '24: 1', '36: 0']);
    expect(await countsFor('model=Galaxy S20')).toEqual(['12: 1', '24: 0', '36: 0']);
    expect((await read<Facets>('/productFacets?search=galaxy&updates=12')).total).toBe(2);
    expect(await read<JudgedListing[]>('/searchProducts?search=galaxy&updates=24')).toHaveLength(1);
    expect(await read<JudgedListing[]>('/products?updates=12')).toHaveLength(2);
  });

  it.each(['updates=soon', 'updates=-1', 'updates=121', 'updates=1e1', 'updates=12&updates=24', 'updates[]=12'])(
    'Rejects the update filter %s with a message',
    async (query) => {
      const { status, body } = await shop.call('GET', `/products?name=samsung&${query}`);
      if (query === 'updates[]=12') expect(status).toBe(200);
      else
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { code: 'malformed', fields: { updates: expect.stringMatching(/^(Security updates must be|Give security updates) /u) } },
        });
    },
  );

  it('Follows changes of the catalog and of listings, each once, and resumes after an interruption', async () => {
    const { db } = shop.services;
    expect(await match()).toBe(true);
    expect(await match()).toBe(true);
    // As if listed by an older version of the shop.
    await db
      .updateTable('listings')
      .set({ catalog_model: null, updates_month: 0 })
      .where('id', '=', ids['Galaxy S20'] ?? '')
      .execute();
    await learn('Galaxy S10', { updates_until: inMonths(48) });
    const before = new Set((await findChanges(db, 0)).map(({ id }) => id));
    expect(await match()).toBe(true);
    const noted = (await findChanges(db, 0)).filter(({ id }) => !before.has(id)).map(({ listing_id }) => listing_id);
    expect(noted.toSorted()).toEqual([ids['Galaxy S10'], ids['Galaxy S20']].toSorted());
    expect((await detailOf('Galaxy S10')).updatesUntil).toBe(inMonths(48));
    await shop.app.cached.keepUp();
    await shop.call('POST', '/advertise', { as: seller.token, body: { _id: ids['Galaxy S9'] } });
    expect(await countsFor()).toEqual(['12: 3', '24: 2', '36: 1']);
    expect(await namesFor('updates=36')).toEqual(['Galaxy S10']);
    await match();
    expect((await findChanges(db, 0)).filter(({ id }) => !before.has(id))).toHaveLength(3);
  });
});

describe('Launch prices', () => {
  const priceEstimateOf = () => read<PriceEstimate>('/priceEstimate?brand=Samsung&model_name=Galaxy S21&storage=128gb&condition=Good');

  it('Learns launch prices from the catalog, and again when it changes', async () => {
    expect((await priceEstimateOf()).range).toBeNull();
    await shop.app.models.load();
    const { range } = await priceEstimateOf();
    expect(range).not.toBeNull();
    await learn('Galaxy S21', { launch_price_cents: 20_000 });
    await shop.app.models.load();
    expect((await priceEstimateOf()).range?.fair).toBeLessThan(range?.fair ?? 0);
    expect((await read<PriceEstimate>('/priceEstimate?brand=Samsung&model_name=Galaxy S21 or S20&condition=Good')).range).toBeNull();
  });
});

describe('Comparison', () => {
  const compare = (query: string, as?: string) => shop.call('GET', `/compare?${query}`, as === undefined ? {} : { as });

  it('Returns phones in the requested order, including sold ones, and names those that are gone', async () => {
    const sold = await createListing(shop, seller, { model_name: 'Sold one' });
    await sellTo(shop, await createPerson(shop, 'buyer'), sold);
    const gone = await createListing(shop, seller, { model_name: 'Gone one' });
    await shop.call('DELETE', `/products/${gone}`, { as: seller.token });
    const { status, body } = await compare(`ids=${ids['Some phone']},${gone},${sold},%20${ids['Galaxy S21']?.toUpperCase()},${sold}`);
    const { phones, gone: missing } = body as Comparison;
    expect(status).toBe(200);
    expect(phones.map(({ model_name, status: state }) => `${model_name} ${state}`)).toEqual(['Some phone available', 'Sold one sold', 'Galaxy S21 available']);
    expect(missing).toEqual([gone]);
    expect(phones[2]).toMatchObject({ updatesSource: expect.stringContaining('Samsung'), mobile_number: expect.stringMatching(/^•+$/u) });
    const own = (await compare(`ids=${ids['Some phone']}`, seller.token)).body as Comparison;
    expect(own.phones[0]?.mobile_number).toMatch(/^\+/u);
  });

  it('Caches a comparison until one of its phones changes', async () => {
    const id = await createListing(shop, seller, { model_name: 'For a while' });
    const ask = async () => ((await compare(`ids=${id}`)).body as Comparison).phones.length;
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    expect(await ask()).toBe(0);
  });

  it.each([
    ['', 'These aren’t listings. Choose the phones to compare in the shop.'],
    ['ids=', 'Choose at least one phone to compare.'],
    ['ids=,%20,', 'Choose at least one phone to compare.'],
    ['ids=1,%27%3B--', 'These aren’t listings. Choose the phones to compare in the shop.'],
    ['ids=%00', 'These aren’t listings. Choose the phones to compare in the shop.'],
    ['ids=a&ids=b', 'These aren’t listings. Choose the phones to compare in the shop.'],
    [`ids=${Array.from({ length: 5 }, (_, at) => `0000000${at}-0000-0000-0000-000000000000`).join()}`, 'You can compare up to four phones.'],
    [`ids=${'x,'.repeat(4000)}`, 'At least one'],
  ])('Rejects a comparison with %s', async (query, sentence) => {
    const { status, body } = await compare(query);
    expect(status).toBe(400);
    if (sentence !== 'At least one') expect(body).toMatchObject({ code: 'malformed', fields: { ids: sentence } });
  });
});

it('Counts months of updates again when a month ends', async () => {
  shop.clock.advance(32 * 86_400_000);
  expect(await namesFor('updates=12')).toEqual(['Galaxy S10', 'Galaxy S21']);
  expect((await countsFor())[0]).toBe('12: 2');
});

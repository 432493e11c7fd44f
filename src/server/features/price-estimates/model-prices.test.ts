import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelPrices, PricedModel } from '#contract/price-estimates.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { ensurePhoneModels } from '../phone-models/index.ts';
import { figuresOf } from './model-prices.ts';
import type { ModelSale } from './model-queries.ts';
import { followSales, loadSales } from './sales-state.ts';

const NOW = Date.UTC(2026, 10, 25);
const DAY_MS = 86_400_000;
const WINDOW = { now: NOW, recent: NOW - 180 * DAY_MS };

function sale(changes: Partial<ModelSale> = {}): ModelSale {
  return { price_cents: 28_900, storage: '128 GB', condition: 'Good', listed_at: NOW - 20 * DAY_MS, sold_at: NOW - 10 * DAY_MS, ...changes };
}

const times = (count: number, changes: Partial<ModelSale> = {}): ModelSale[] => Array.from({ length: count }, () => sale(changes));

describe('Figures of a model', () => {
  test('Nothing is said of fewer than five sales, in no storage, condition or month', () => {
    const sales = [...times(4), ...times(4, { storage: '256 GB' }), ...times(4, { sold_at: NOW - 70 * DAY_MS, storage: '512 GB' })];
    const { bands, months } = figuresOf(sales, WINDOW);
    expect(bands).toEqual([]);
    expect(months.filter(({ paid }) => paid !== null).map(({ month, paid }) => [month, paid?.count])).toEqual([['2026-11', 8]]);
    expect(figuresOf(times(4), WINDOW)).toMatchObject({ bands: [], daysToSell: null });
  });

  test('Each storage has a row for all conditions and one for each with enough sales, the smallest first', () => {
    const sales = [
      ...times(5, { storage: '256GB', condition: 'Like new', price_cents: 40_000 }),
      ...times(3),
      ...times(4, { condition: 'fair', price_cents: 20_000 }),
    ];
    expect(figuresOf(sales, WINDOW).bands).toEqual([
      { storage: 128, grade: null, count: 7, low: 200, median: 200, high: 290 },
      { storage: 256, grade: null, count: 5, low: 400, median: 400, high: 400 },
      { storage: 256, grade: 'like_new', count: 5, low: 400, median: 400, high: 400 },
    ]);
  });

  test('Of all storages together, five sales are enough', () => {
    const sales = [...times(3), ...times(3, { storage: '256 GB', price_cents: 40_000 }), ...times(9, { condition: 'broken' })];
    expect(figuresOf(sales, WINDOW)).toMatchObject({ bands: [], paid: { count: 6, low: 285, median: 345, high: 400 } });
    expect(figuresOf(times(4), WINDOW).paid).toBeNull();
  });

  test('Old sales count in the months only, and broken phones nowhere', () => {
    const { bands, paid, months, daysToSell } = figuresOf(
      [...times(5, { sold_at: NOW - 200 * DAY_MS, listed_at: NOW - 230 * DAY_MS }), ...times(9, { condition: 'broken' })],
      WINDOW,
    );
    expect([bands, paid]).toEqual([[], null]);
    expect(months).toHaveLength(12);
    expect(months.flatMap(({ month, paid }) => (paid ? [[month, paid.count]] : []))).toEqual([['2026-05', 5]]);
    expect(daysToSell).toEqual({ low: 30, median: 30, high: 30 });
  });
});

describe('Price pages', () => {
  let shop: TestApp;
  let seller: Person;
  beforeAll(async () => {
    shop = await createTestApp({ PUBLIC_URL: 'https://shop.example.test' }, { pages: true });
    await ensurePhoneModels(shop.services);
    seller = await createPerson(shop, 'seller');
  });
  afterAll(() => shop.close());

  async function sell(count: number, changes: object = {}): Promise<void> {
    for (let sold = 0; sold < count; sold += 1) await sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, seller, { ...changes }));
  }

  const pricesOf = async (id = 'samsung-galaxy-s21'): Promise<ModelPrices> => (await shop.call('GET', `/modelPrices/${id}`)).body as ModelPrices;
  const page = async (url: string) => (await shop.app.inject({ url })).body;

  test('A model without enough sales has an estimate, labeled as one', async () => {
    await sell(4);
    expect(await pricesOf()).toMatchObject({ bands: [], daysToSell: null, estimate: { fair: expect.any(Number) }, onSale: null, category: 'Samsung' });
    const html = await page('/prices/samsung-galaxy-s21');
    expect(html).toContain('Our estimate: $');
    expect(html).toContain('Too few were sold here');
    expect(html).not.toContain('$290');
  });

  test('With five sales the page shows what was paid, also by month, and what is on sale, without a script', async () => {
    await sell(1);
    await createListing(shop, seller, { resale_price: '250' });
    shop.clock.advance(1000);
    expect(await pricesOf()).toMatchObject({
      bands: [
        { storage: 128, grade: null, count: 5 },
        { storage: 128, grade: expect.any(String), count: 5 },
      ],
      onSale: { count: 1, from: 250 },
    });
    const html = await page('/prices/samsung-galaxy-s21');
    for (const part of ['What the Samsung Galaxy S21 is worth', '<svg', 'Fewer than five sold in each of the other months.', '1 from $250', '128 GB'])
      expect(html).toContain(part);
    expect(html).toContain('<link rel="canonical" href="https://shop.example.test/prices/samsung-galaxy-s21">');
    expect(html).toContain('"@type":"AggregateOffer","lowPrice":"250.00","offerCount":1');
  });

  test('The list of models names each once, with a typical price where there are enough sales', async () => {
    shop.clock.advance(600_000);
    const models = (await shop.call('GET', '/modelPrices')).body as PricedModel[];
    expect(new Set(models.map(({ _id }) => _id)).size).toBe(models.length);
    expect(models.filter(({ typical }) => typical !== null)).toEqual([expect.objectContaining({ _id: 'samsung-galaxy-s21', typical: 290 })]);
    expect(await page('/prices')).toContain('href="/prices/samsung-galaxy-s21"');
    expect(await page('/sitemap-pages.xml')).toContain('https://shop.example.test/prices/samsung-galaxy-s21');
  });

  test('A model that the catalog doesn’t have has no page', async () => {
    expect((await shop.call('GET', '/modelPrices/no-such-phone')).status).toBe(404);
    expect((await shop.app.inject({ url: '/prices/no-such-phone' })).statusCode).toBe(404);
  });

  test('A listing leads to its model’s prices', async () => {
    const id = await createListing(shop, seller);
    expect(await page(`/selected-items-details/${id}`)).toContain('href="/prices/samsung-galaxy-s21"');
  });

  test('A model of which five were sold, but of no storage, has the typical price on its page, too', async () => {
    await sell(3, { model_name: 'Galaxy S22', storage: '128 GB' });
    await sell(2, { model_name: 'Galaxy S22', storage: '256 GB' });
    shop.clock.advance(600_000);
    const models = (await shop.call('GET', '/modelPrices')).body as PricedModel[];
    expect(models).toContainEqual(expect.objectContaining({ _id: 'samsung-galaxy-s22', typical: 290 }));
    expect(await pricesOf('samsung-galaxy-s22')).toMatchObject({ bands: [], paid: { count: 5, median: 290 } });
    const html = await page('/prices/samsung-galaxy-s22');
    expect(html).toContain('Too few of each storage size were sold here');
    expect(html).toContain('Median: $290');
    expect(html).not.toContain('Our estimate');
  });

  test('Sales older than 180 days say nothing of a typical price, also after their seller changed', async () => {
    const typical = async () => ((await shop.call('GET', '/modelPrices')).body as PricedModel[]).flatMap((model) => model.typical ?? []);
    expect(await typical()).toEqual([290, 290]);
    shop.clock.advance(181 * DAY_MS);
    expect(await typical()).toEqual([]);
    const { db, clock } = shop.services;
    const state = await loadSales(db, clock.now() - 2 * DAY_MS);
    expect(state.sellerOf.size).toBe(10);
    const change = { id: '', at: clock.now(), listing_id: null, category_id: null, seller_id: seller.id, topic: null };
    await followSales(db, state, [change], clock.now());
    expect(state.sellerOf.size).toBe(0);
  });

  test('Typical prices follow sales after the clock was set back, too', async () => {
    const typical = async () => ((await shop.call('GET', '/modelPrices')).body as PricedModel[]).flatMap((model) => model.typical ?? []);
    expect(await typical()).toEqual([]);
    seller = await createPerson(shop, 'seller');
    await sell(5);
    shop.clock.advance(-3_600_000);
    expect(await typical()).toEqual([290]);
  });
});

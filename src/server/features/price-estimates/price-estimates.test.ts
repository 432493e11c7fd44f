import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PriceEstimate, PriceHistory } from '#contract/price-estimates.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
beforeEach(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
});
afterEach(() => shop.close());

const DAY_MS = 86_400_000;
const PHONE = {
  brand: 'samsung',
  model_name: 'galaxy  S21',
  storage: '128gb',
  condition: 'Good',
  original_price: '$799',
  purchase_year: String(new Date().getUTCFullYear() - 2),
};

function addressOf(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

function ask(changes: Record<string, string> = {}, as?: string) {
  return shop.call('GET', addressOf('/priceEstimate', { ...PHONE, ...changes }), { as });
}

async function priceEstimateOf(changes: Record<string, string> = {}): Promise<PriceEstimate> {
  return (await ask(changes)).body as PriceEstimate;
}

async function historyOf(model_name = 'Galaxy S21'): Promise<PriceHistory> {
  return (await shop.call('GET', addressOf('/priceHistory', { brand: 'Samsung', model_name }))).body as PriceHistory;
}

/** Sells one at the practice payment's price: 289 dollars. */
async function sell(changes: Record<string, unknown> = {}): Promise<string> {
  const buyer = await createPerson(shop, 'buyer');
  const id = await createListing(shop, seller, changes);
  await sellTo(shop, buyer, id);
  return id;
}

function kindsOf({ reasons }: PriceEstimate): string[] {
  return reasons.map(({ kind }) => kind);
}

describe('Price estimates', () => {
  it('Anybody gets an estimate from what is filled in so far, and nothing is stored', async () => {
    const { status, body, headers } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ range: { fair: expect.any(Number) }, confidence: 'medium', judgement: null });
    expect(headers['cache-control']).toBe('no-store');
    expect((await ask({}, seller.token)).body).toEqual(body);
    const bare = await shop.call('GET', '/priceEstimate?brand=&model_name=');
    expect(bare).toMatchObject({ status: 200, body: { range: null, judgement: null } });
    const { range } = body as PriceEstimate;
    expect((await priceEstimateOf({ resale_price: String(range?.fair) })).judgement).toBe('fair');
    expect((await priceEstimateOf({ resale_price: '$12' })).judgement).toBe('check_why_so_low');
  });

  it('Treats nonsense as not known yet, and rejects only what isn’t text', async () => {
    const unknown = [
      'resale_price=abc&original_price=-5&purchase_year=%F0%9F%93%B1&year_of_use=1e309',
      'resale_price=999999999999999999&original_price=0',
      `storage=${'9'.repeat(200)}&condition=${'%27%3B--'.repeat(20)}`,
      'condition[constructor]=x',
    ];
    for (const query of unknown)
      expect(await shop.call('GET', `/priceEstimate?brand=Samsung&model_name=x&${query}`)).toMatchObject({
        status: 200,
        body: { range: null, judgement: null },
      });
    for (const query of [`purchase_year=${'1'.repeat(201)}`, 'condition=a%00b', 'storage=64&storage=128']) {
      const refused = await shop.call('GET', `/priceEstimate?brand=Samsung&model_name=x&${query}`);
      expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String), code: 'malformed', fields: expect.any(Object) } });
    }
  });

  it('Uses payments of the last 180 days for the same model and storage, compared as filters compare them', async () => {
    for (let count = 0; count < 2; count += 1) await sell();
    await sell({ storage: '256 GB' });
    await sell({ model_name: 'Galaxy S22' });
    const two = await priceEstimateOf();
    expect(kindsOf(two)).toContain('few_sales');
    const counted = await sell({ storage: '128GB', model_name: 'GALAXY S21' });
    const three = await priceEstimateOf();
    expect(three.reasons).toContainEqual({ kind: 'sales', count: 3, days: 180, newestDays: 0 });
    expect(three.range).not.toEqual(two.range);
    // The sale of a listing that an admin removed doesn't count.
    await shop.services.db.updateTable('listings').set({ removed_at: shop.clock.now() }).where('id', '=', counted).execute();
    expect(kindsOf(await priceEstimateOf())).toContain('few_sales');
    await shop.services.db.updateTable('listings').set({ removed_at: null }).where('id', '=', counted).execute();
    // Nor does a refunded sale.
    await shop.services.db.updateTable('orders').set({ state: 'refunded' }).where('listing_id', '=', counted).execute();
    expect(kindsOf(await priceEstimateOf())).toContain('few_sales');
    await shop.services.db.updateTable('orders').set({ state: 'paid' }).where('listing_id', '=', counted).execute();
    shop.clock.advance(181 * DAY_MS);
    expect(kindsOf(await priceEstimateOf())).toContain('few_sales');
  });

  it('A listing’s page shows the estimate until it is sold, updated right after each sale', async () => {
    const id = await createListing(shop, seller, { resale_price: '30', purchase_year: PHONE.purchase_year });
    const detail = async () => (await shop.call('GET', `/selectedItem/${id}`)).body as { worth: PriceEstimate | null };
    const before = await detail();
    expect(before.worth).toEqual(await priceEstimateOf({ resale_price: '30', year_of_use: '2' }));
    expect(before.worth?.judgement).toBe('check_why_so_low');
    expect(await detail()).toEqual(before);
    for (let count = 0; count < 3; count += 1) await sell();
    expect((await detail()).worth?.reasons).toContainEqual({ kind: 'sales', count: 3, days: 180, newestDays: 0 });
    expect((await shop.call('GET', `/selectedItem/${await sell()}`)).body).toMatchObject({ status: 'sold', worth: null });
  });
});

describe('Price verdicts in lists', () => {
  const judgedIn = async (path: string) => ((await shop.call('GET', path)).body as { _id: string; judgement: string | null }[]).map((one) => one.judgement);
  const detailOf = async (id: string) => ((await shop.call('GET', `/selectedItem/${id}`)).body as { worth: PriceEstimate }).worth.judgement;

  it('A list shows the same verdict as the listing’s page, updated right after a sale', async () => {
    const fair = ((await priceEstimateOf()).range?.fair ?? 0).toFixed(2);
    const id = await createListing(shop, seller, { resale_price: fair, purchase_year: PHONE.purchase_year, year_of_use: '2' });
    const lists = ['/products?name=samsung', '/products', '/products?storage=128+GB', '/searchProducts?search=galaxy+s21'];
    for (const path of lists) for (let times = 0; times < 3; times += 1) expect(await judgedIn(path)).toEqual(['fair']);
    expect(await detailOf(id)).toBe('fair');
    const sold = [];
    for (let count = 0; count < 5; count += 1) sold.push(await sell());
    // Others sold for 289, so this one is a good price.
    for (const path of lists) expect(await judgedIn(path)).toEqual(['good_price']);
    expect(await detailOf(id)).toBe('good_price');
    const own = (await shop.call('GET', `/products?email=${seller.email}`, { as: seller.token })).body as { _id: string; judgement: string | null }[];
    expect(new Map(own.map((one) => [one._id, one.judgement]))).toEqual(new Map([[id, 'good_price'], ...sold.map((one) => [one, null] as const)]));
    shop.clock.advance(181 * DAY_MS);
    expect(await judgedIn('/products?storage=128GB')).toEqual([await detailOf(id)]);
  });

  it('A price without an estimate gets no verdict', async () => {
    await createListing(shop, seller, { condition: 'Broken', resale_price: '1' });
    await createListing(shop, seller, { purchase_year: 'unknown', year_of_use: 'unknown', resale_price: '1' });
    expect(await judgedIn('/products')).toEqual([null, null]);
  });
});

describe('The price history of a model', () => {
  it('The history hides what would reveal one or two sales, and rounds the rest', async () => {
    expect(await historyOf()).toEqual({ months: [], asked: null });
    for (let count = 0; count < 2; count += 1) await sell();
    const month = new Date(shop.clock.now()).toISOString().slice(0, 7);
    expect((await historyOf()).months).toEqual([{ month, count: null, median: null }]);
    await sell({ storage: '256 GB' });
    expect((await historyOf()).months).toEqual([{ month, count: 3, median: 290 }]);
    expect(JSON.stringify(await historyOf())).not.toContain('289');
    shop.clock.advance(400 * DAY_MS);
    expect((await historyOf()).months).toEqual([]);
  });

  it('The history shows current asking prices, and follows new and removed listings', async () => {
    for (const resale_price of ['100', '200', '400']) await createListing(shop, seller, { resale_price });
    await createListing(shop, seller, { model_name: 'Galaxy S22', resale_price: '900' });
    const asked = { count: 3, low: 100, median: 200, high: 400 };
    for (let times = 0; times < 3; times += 1) expect((await historyOf('GALAXY s21')).asked).toEqual(asked);
    const last = await createListing(shop, seller, { resale_price: '500' });
    expect((await historyOf('GALAXY s21')).asked).toMatchObject({ count: 4, high: 500 });
    await shop.call('DELETE', `/products/${last}`, { as: seller.token });
    expect((await historyOf('GALAXY s21')).asked).toEqual(asked);
    expect((await shop.call('GET', '/priceHistory?brand=Nobody&model_name=x')).body).toEqual({ months: [], asked: null });
    expect(await shop.call('GET', '/priceHistory?brand=Samsung')).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});

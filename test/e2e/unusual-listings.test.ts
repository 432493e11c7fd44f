import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachKey, LINE, maxOf, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { Listing } from '#contract/listings.ts';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { bookPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectNoSidewaysScroll, resize } from './access.ts';
import { takenOver } from './browser.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop({ DEMO: 'false', LOG_LEVEL: 'error', ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'practice123' });
const SELLER = 'seller@example.test';
const BUYER = 'buyer@example.test';
const PASSWORD = 'practice123';
const WIDTHS = [320, 1440];

/** A short and a long text for every field of a listing. */
const TEXTS: Record<string, { short: string; long: string }> = {
  'one character': { short: 'x', long: 'y' },
  'as much as is taken, without a space': { short: 'W'.repeat(200), long: 'W'.repeat(5000) },
  'as many words as are taken': { short: 'Wide word '.repeat(20).trim(), long: 'Many words here. '.repeat(290).trim() },
  Arabic: { short: 'هاتف سامسونج مستعمل بحالة ممتازة', long: 'هاتف نظيف جدا مع العلبة والشاحن. '.repeat(60).trim() },
  Bengali: { short: 'পুরনো স্যামসাং ফোন, ভালো অবস্থা', long: 'ফোনটি খুব যত্নে ব্যবহার করা হয়েছে। '.repeat(60).trim() },
  Chinese: { short: '二手三星手机九成新无划痕', long: '手机保养得很好电池健康'.repeat(120) },
  emoji: { short: '📱👨‍👩‍👧‍👦🏳️‍🌈'.repeat(10), long: '🔥📱✨'.repeat(300) },
};

/** The listings with the widest names and prices, or right-to-left text. */
const LONGEST = new Set(['as much as is taken, without a space', 'Arabic', 'the highest price']);

const created: { name: string; id: string; orderId: string }[] = [];

beforeAll(async () => {
  const seller = createClient(shop.url);
  await seller.signUp(SELLER, 'seller', 'S'.repeat(200));
  const buyer = createClient(shop.url);
  await buyer.signUp(BUYER, 'buyer', 'شارٍ');
  const image = await uploadPicture(seller);
  const add = async (name: string, phone: Record<string, unknown>) => {
    const id = await listPhone(seller, { model_name: name, image, resale_price: '289', ...phone });
    created.push({ name, id, orderId: await bookPhone(buyer, id) });
  };
  for (const [name, { short, long }] of Object.entries(TEXTS))
    await add(name, {
      ...forEachKey(TEXT_KEYS, (key) => (maxOf(key) > LINE ? long : short)),
      specification: Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, long.slice(0, 999)])),
    });
  await add('the lowest price', { resale_price: '0.50', original_price: '0.50' });
  await add('the highest price', { resale_price: '999999.99', original_price: '999999.99' });
}, 240_000);

/** Copies a listing directly in the shop's database, because the API would take a minute. `series` tells its copies from another's. */
function multiply(id: string, times: number, series = 0): void {
  const database = new DatabaseSync(join(shop.directory, 'redial.db'), { timeout: 10_000 });
  try {
    const columns = (database.prepare('select name from pragma_table_info(?)').all('listings') as { name: string }[]).map(({ name }) => name);
    const values = columns.map((name) => (name === 'id' ? `printf('01900000-0000-7000-8${series}00-%012d', n)` : name));
    database
      .prepare(
        `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
         insert into listings (${columns.join(', ')}) select ${values.join(', ')} from listings, numbers where id = ?`,
      )
      .run(times, id);
    // Direct writes must record whose listings changed.
    database
      .prepare(
        "insert into changes (id, at, seller_id) select 'multiplied' || ?, coalesce((select max(at) from changes), 0) + 1, seller_id from listings where id = ?",
      )
      .run(series, id);
  } finally {
    database.close();
  }
}

async function expectTrue(page: Page, path: string, where: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('main').locator('h1, h2').first().waitFor();
  for (const width of WIDTHS) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `${where} at ${width} pixels`);
  }
}

test('Lists and tables keep their layout whatever sellers write', async () => {
  const { page, context, forget } = await shop.visitor();
  await expectTrue(page, '/', 'home');
  await expectTrue(page, '/category/Samsung', 'category');
  await resize(page, 320);
  for (const row of await page.getByRole('article').all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(150);
  await page.getByRole('article').first().getByText('More', { exact: false }).first().click();
  await expectTrue(page, '/search?search=w', 'search');
  await enter(context, BUYER, PASSWORD);
  await expectTrue(page, '/dashboard/myOrders', 'my orders');
  await forget();
  await enter(context, SELLER, PASSWORD);
  await expectTrue(page, '/dashboard', 'the seller’s dashboard');
  await expectTrue(page, '/dashboard/myProducts', 'my products');
}, 240_000);

test('Beside an endless name, buttons and pictures of a table keep their width', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, SELLER, PASSWORD);
  await page.goto('/dashboard/myProducts', { waitUntil: 'networkidle' });
  await resize(page, 1440);
  const button = await page
    .getByRole('button', { name: /^Advertise/u })
    .first()
    .boundingBox();
  expect(button?.height).toBeLessThanOrEqual(48);
  const widths = await page
    .getByRole('row')
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().width));
  expect(new Set(widths)).toEqual(new Set([64]));
});

test('A message with an endless name stays within its box', async () => {
  await createClient(shop.url).signUp('another-buyer@example.test', 'buyer', 'Ann');
  const { page, context } = await shop.visitor();
  await enter(context, 'another-buyer@example.test', PASSWORD);
  const endless = created.find(({ name }) => name === 'as much as is taken, without a space');
  await page.goto(`/booking-page/${endless?.id}`, { waitUntil: 'networkidle' });
  await resize(page, 360, 740);
  await page.getByLabel('Phone number').fill('555 0100');
  await page.getByLabel('Meeting location').fill('The library');
  await page.getByRole('button', { name: 'Add to Order' }).click();
  const message = page.getByText(/W is booked successfully!$/u);
  const { x, width } = (await message.boundingBox()) ?? { x: 0, width: 9999 };
  expect(x + width).toBeLessThanOrEqual(360);
});

test('Listing, booking and payment pages keep their layout whatever sellers write', async () => {
  const { page, context } = await shop.visitor({
    expected: [
      { url: /\/api\//u, status: 409 },
      { url: /\/api\/create-payment-intent/u, status: 422 },
    ],
  });
  await enter(context, BUYER, PASSWORD);
  for (const { name, id, orderId } of created) {
    await expectTrue(page, `/selected-items-details/${id}`, `the listing with ${name}`);
    // These show only its name and price.
    if (!LONGEST.has(name)) continue;
    await expectTrue(page, `/booking-page/${id}`, `the booking of ${name}`);
    await expectTrue(page, `/dashboard/payment/${orderId}`, `the payment of ${name}`);
  }
}, 360_000);

test('Right-to-left text is shown right to left', async () => {
  const { page } = await shop.visitor();
  const arabic = created.find(({ name }) => name === 'Arabic');
  await page.goto(`/selected-items-details/${arabic?.id}`, { waitUntil: 'networkidle' });
  expect(await page.getByRole('heading', { level: 1 }).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
});

describe('Numbers of listings', () => {
  test('A brand without listings says so, and offers and arrivals are left out', async () => {
    const { page } = await shop.visitor();
    await expectTrue(page, '/category/Nokia', 'an empty brand');
    await page.getByText('No Nokia phones on sale right now').waitFor();
  });

  test.each([1, SITE_PAGE_SIZE, SITE_PAGE_SIZE + 1])('A brand page shows %i listings', async (count) => {
    const seller = createClient(shop.url);
    await seller.signIn(SELLER, PASSWORD);
    const image = await uploadPicture(seller);
    const has = async () => ((await seller.call('GET', '/api/products?name=Sony')).body as Listing[]).length;
    for (let there = await has(); there < count; there += 1)
      await listPhone(seller, { name: 'Sony', brand: 'Sony', model_name: `Xperia ${there}`, image, resale_price: '100' });
    const { page } = await shop.visitor();
    await expectTrue(page, '/category/Sony', `${count} listings`);
    await takenOver(page);
    const more = page.getByRole('link', { name: 'Load more' });
    expect(await page.getByRole('article').count()).toBe(Math.min(count, SITE_PAGE_SIZE));
    expect(await more.count()).toBe(count > SITE_PAGE_SIZE ? 1 : 0);
    if (count <= SITE_PAGE_SIZE) return;
    await more.click();
    await expect.poll(() => page.getByRole('article').count()).toBe(count);
  });

  test('Two hundred offers of one seller fill the home page’s pages, and only one its new arrivals', async () => {
    const seller = createClient(shop.url);
    await seller.signIn(SELLER, PASSWORD);
    const image = await uploadPicture(seller);
    const id = await listPhone(seller, { name: 'Nokia', brand: 'Nokia', model_name: 'G42', image, resale_price: '90' });
    await seller.call('POST', '/api/advertise', { _id: id, isAdvertise: true });
    multiply(id, 199, 1);
    await wait(1000);
    const { page } = await shop.visitor();
    await expectTrue(page, '/', 'home with two hundred offers');
    await takenOver(page);
    const offers = page.locator('#offers').getByRole('article');
    for (let shown = SITE_PAGE_SIZE; shown < 200; shown += SITE_PAGE_SIZE) {
      expect(await offers.count()).toBe(shown);
      await page.locator('#offers').getByRole('link', { name: 'Load more' }).click();
      await expect.poll(() => offers.count()).toBe(Math.min(200, shown + SITE_PAGE_SIZE));
    }
    const arrivals = (await (await fetch(`${shop.url}/api/newArrivalProducts`)).json()) as Listing[];
    expect(arrivals.filter(({ model_name }) => model_name === 'G42')).toHaveLength(1);
  });

  test('Without a single picture, lists and listings keep their layout', async () => {
    const { page } = await shop.visitor({ expected: [{ url: /\/images\//u, status: 404 }] });
    await page.route('**/images/**', (route) => route.fulfill({ status: 404 }));
    for (const path of ['/', '/category/Samsung', '/phones', `/selected-items-details/${created[0]?.id}`])
      await expectTrue(page, path, `${path} without pictures`);
    await page.goto('/category/Samsung', { waitUntil: 'networkidle' });
    await resize(page, 360, 740);
    for (const row of await page.getByRole('article').all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(150);
  });

  test('A brand page counts ten thousand listings, pages through them, and finds them', async () => {
    multiply(created[0]?.id ?? '', 10_000);
    await wait(1000);
    const { page } = await shop.visitor();
    await expectTrue(page, '/category/Samsung', 'ten thousand listings');
    await page.getByText(/^10,00\d phones$/u).waitFor();
    expect(await page.getByRole('article').count()).toBe(SITE_PAGE_SIZE);
    await expectTrue(page, '/search?search=xperia', 'a search among ten thousand');
    await expectTrue(page, '/', 'home with ten thousand');
  });
});

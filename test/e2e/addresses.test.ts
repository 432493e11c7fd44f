import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { buyPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { PATIENCE, takenOver } from './browser.ts';
import { openShop } from './shop.ts';

/** An empty shop: each test lists what it needs. */
const shop = openShop({ DEMO: 'false' });
const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';
const DETAILS = ['/selected-items-details/', '/selected-newArrival-items/'] as const;
/** The console errors of a missing page, and of the page's own request for the phone. */
const EXPECTED = [
  { url: /\/(nowhere|%zz|category\/NoSuchBrand|dashboard\/nowhere)\b/u, status: 404 },
  { url: /\/selected-(items-details|newArrival-items)\//u, status: 404 },
  { url: /\/api\/(selectedItem|newArrivalItem)\//u, status: 404 },
  { url: /\/api\/selectedItem\/no-id$/u, status: 400 },
];

let page: Page;
let seller: Client;
let buyer: Client;
let image: string;
let phones = 0;

/** Lists a phone that no other test uses. */
async function newListing(): Promise<Listing> {
  phones += 1;
  const id = await listPhone(seller, { model_name: `Addressable ${phones}`, image, resale_price: String(200 + phones) });
  return (await seller.call('GET', `/api/selectedItem/${id}`)).body as Listing;
}

beforeAll(async () => {
  seller = createClient(shop.url);
  await seller.signUp('seller@example.test', 'seller');
  image = await uploadPicture(seller);
  buyer = createClient(shop.url);
  await buyer.signUp('buyer@example.test', 'buyer');
  // There must be others to be similar.
  await newListing();
  await newListing();
  ({ page } = await shop.visitor({ expected: EXPECTED, remarks: [/^The URL path "\/%zz" could not be decoded/u] }));
});

async function remove({ _id }: Listing): Promise<void> {
  expect((await seller.call('DELETE', `/api/products/${_id}`)).body).toMatchObject({ deletedCount: 1 });
}

async function expectNotFound(): Promise<void> {
  await page.getByRole('img', { name: /404/u }).waitFor();
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  await expect.poll(() => page.title(), PATIENCE).toBe('Page not found | Redial');
  await page.getByRole('banner').waitFor();
}

async function expectHome(): Promise<void> {
  await page.waitForURL(`${shop.url}/`);
  await page.getByRole('heading', { name: 'Explore Popular Brands' }).waitFor();
  await expect.poll(() => page.title(), PATIENCE).toBe('Home | Redial');
}

async function goHome(): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Back to Home Page' }).click();
  await expectHome();
}

/** Marks the page, to tell whether it is loaded again. */
async function mark(): Promise<void> {
  await takenOver(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
}

async function expectSamePage(): Promise<void> {
  return expect(await page.locator('html[data-same-page]').count()).toBe(1);
}

const NOWHERE = [
  ['an unknown route', '/nowhere'],
  ['an unknown route of the dashboard', '/dashboard/nowhere'],
  ['an address that can’t be read', '/%zz'],
  ['a brand that the shop doesn’t have', '/category/NoSuchBrand'],
  ...DETAILS.map((path) => ['a listing that never was', path + NO_SUCH_ID] as const),
  ['a listing whose id is none', `${DETAILS[0]}no-id`],
] as const;

test.each(NOWHERE)('%s returns 404 with the 404 page, which links home and back: %s', async (_, path) => {
  expect((await page.goto(path))?.status()).toBe(404);
  await expectNotFound();
  await mark();
  await goHome();
  await page.goBack();
  expect(page.url()).toBe(shop.url + path);
  await expectNotFound();
  await goHome();
  await expectSamePage();
});

test.each(DETAILS)('A removed listing returns 404: %s', async (path) => {
  const listing = await newListing();
  expect((await page.goto(path + listing._id))?.status()).toBe(200);
  await page.getByRole('heading', { name: listing.model_name, level: 1, exact: true }).waitFor();
  await remove(listing);
  expect((await page.goto(path + listing._id))?.status()).toBe(404);
  await expectNotFound();
  await goHome();
});

test('The card of a listing removed meanwhile leads to the 404 page', async () => {
  const listing = await newListing();
  await page.goto(`/category/${listing.name}`);
  await mark();
  await remove(listing);
  await page.getByRole('main').locator(`h2 a[href$="${listing._id}"]`).click();
  await page.waitForURL(`**/selected-items-details/${listing._id}`);
  await expectNotFound();
  await goHome();
  await expectSamePage();
});

async function expectSold({ _id, model_name }: Listing): Promise<void> {
  await page.getByRole('heading', { name: model_name, level: 1, exact: true }).waitFor();
  await expect.poll(() => page.title(), PATIENCE).toBe(`${model_name} | Redial`);
  const main = page.getByRole('main');
  await main.getByText('Sold', { exact: true }).waitFor();
  await main.getByText('This phone has been sold. See similar phones below.').waitFor();
  expect(await main.locator(`a[href="/booking-page/${_id}"]`).count()).toBe(0);
  const similar = main.locator('section', { has: page.getByRole('heading', { name: 'Similar phones' }) });
  expect(await similar.getByRole('article').count()).toBeGreaterThan(0);
  expect(await similar.locator(`a[href="/selected-items-details/${_id}"]`).count()).toBe(0);
  expect(await similar.getByRole('link', { name: /^Book Now/u }).count()).toBe(await similar.getByRole('article').count());
}

test('A sold listing’s page returns 200, says that it is sold, and shows similar ones', async () => {
  const listing = await newListing();
  await buyPhone(buyer, listing._id);
  for (const path of DETAILS) {
    expect((await page.goto(path + listing._id))?.status()).toBe(200);
    await expectSold(listing);
  }
});

test('The card of a listing sold meanwhile leads to its page, which says so', async () => {
  const listing = await newListing();
  await page.goto(`/category/${listing.name}`);
  await mark();
  await buyPhone(buyer, listing._id);
  await page.getByRole('main').locator(`h2 a[href$="${listing._id}"]`).click();
  await page.waitForURL(`**/selected-items-details/${listing._id}`);
  await expectSold(listing);
  const similar = page.getByRole('main').getByRole('article').locator('h2 a').first();
  const name = (await similar.textContent()) ?? '';
  await similar.click();
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Book Now', exact: true }).waitFor();
  await page.goBack();
  await expectSold(listing);
  await expectSamePage();
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TYPED_KEYS } from '#contract/listing-fields.ts';
import { phonePhoto12MP } from '#test/support/pictures.ts';
import { findRealListing } from '#test/support/real-listings.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';
import type { Visitor } from './browser.ts';
import { DEMO, logIn, signUp, toast } from './people.ts';
import { sendReport } from './reporting.ts';
import { openShop } from './shop.ts';

const { listing } = findRealListing('Apple');
const SELLER = { name: 'Journey Seller', email: 'journey-seller@example.test', password: 'practice123' };
const BUYER = { name: 'Journey Buyer', email: 'journey-buyer@example.test', password: 'practice123' };

const shop = openShop();
const directory = temporaryDirectory();
let seller: Visitor;
let buyer: Visitor;
let admin: Visitor;
let visitor: Visitor;

beforeAll(async () => {
  seller = await shop.visitor();
  buyer = await shop.visitor({
    expected: [
      { url: /\/practice-cards\/v1\//u, status: 402 },
      { url: /\/api\//u, status: 401 },
    ],
  });
  admin = await shop.visitor();
  visitor = await shop.visitor();
});
afterAll(() => directory.remove());

async function fillListing(page: Page, photo: string) {
  const field = (name: string) => page.getByRole('form', { name: 'Add a product' }).locator(`[name="${name}"]`);
  await page.locator('input[type=file]').setInputFiles(photo);
  await field('name').selectOption('Apple');
  const texts: Record<string, string> = {
    brand: 'Apple',
    model_name: listing.model,
    condition: listing.condition,
    color: listing.color,
    storage: listing.storage,
    resale_price: String(listing.resale_price),
    original_price: `$${listing.original_price_usd.toLocaleString('en-US')}`,
    purchase_year: String(listing.release_year),
    year_of_use: '2',
    location: listing.location,
    mobile_number: '+1 555 0142',
    description: listing.title,
  };
  for (const key of TYPED_KEYS.filter((name) => name !== 'name')) await field(key).fill(texts[key] ?? `${key} as the seller says`);
  for (const input of await page.locator('[name^="specification."]').all()) await input.fill(`As ${listing.model} has it`);
}

function idIn(address: string | null): string {
  return address?.split('/').at(-1) ?? '';
}

function cardsOf(page: Page) {
  return page.getByRole('article').filter({ hasText: listing.model }).filter({ hasText: SELLER.name });
}

/** The price that each card shows first, in the cards' order. */
async function pricesOn(page: Page): Promise<number[]> {
  const cards = await page.getByRole('article').allTextContents();
  return cards.map((text) => Number(/\$([\d,.]*\d)/u.exec(text)?.[1]?.replaceAll(',', '')));
}

let listingId = '';

test('A seller signs up and lists a phone with a typical phone photo', async () => {
  const photo = join(directory.path, 'photo.jpg');
  writeFileSync(photo, await phonePhoto12MP());
  const { page } = seller;
  await signUp(page, SELLER, 'seller');
  await page.goto('/dashboard/addAProducts?step=all');
  await fillListing(page, photo);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await toast(page, 'Successfully added a Product!');
  await page.waitForURL('**/dashboard/myProducts');
  await page.getByRole('cell', { name: listing.model }).first().waitFor();
});

test('A visitor finds the phone by brand and by search, sorted both ways', async () => {
  const { page } = visitor;
  await page.goto('/category/Apple');
  await page.getByRole('heading', { name: 'Hurry up to buy!' }).waitFor();
  await cardsOf(page).first().waitFor();
  for (const [label, value, order] of [
    ['Price Low > High', 'lowtohigh', 1],
    ['Price High > Low', 'hightolow', -1],
  ] as const) {
    await page.getByRole('combobox', { name: /sort/iu }).selectOption({ label });
    await page.waitForURL(`**sort=${value}**`);
    await expect
      .poll(async () => {
        const prices = await pricesOn(page);
        return prices.length > 1 && prices.every((price, index) => index === 0 || (price - (prices[index - 1] ?? 0)) * order >= 0);
      })
      .toBe(true);
    await cardsOf(page).first().waitFor();
  }
  const search = page.getByRole('search', { name: 'Phones', exact: true });
  await search.getByRole('combobox').fill(`${listing.model} ${listing.color}`);
  await search.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**search=**');
  await cardsOf(page).first().waitFor();
  listingId = idIn(await cardsOf(page).first().getByRole('link', { name: listing.model, exact: true }).getAttribute('href'));
  expect(listingId).not.toBe('');
});

test('The phone’s photo is upright, comes in three sizes, and contains no location', async () => {
  const reply = await fetch(`${shop.url}/api/selectedItem/${listingId}`);
  const { image, mobile_number } = (await reply.json()) as { image: string; mobile_number: string };
  expect(mobile_number).toMatch(/^•+$/u);
  for (const width of [320, 640, 1280]) {
    const file = await fetch(shop.url + image.replace('1280', String(width)));
    expect(file.headers.get('cache-control')).toContain('immutable');
    const picture = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    expect(picture).toMatchObject({ format: 'webp', width });
    expect(picture.height).toBeGreaterThan(picture.width ?? 0);
    expect([picture.exif, picture.xmp, picture.iptc]).toEqual([undefined, undefined, undefined]);
  }
});

test('A visitor who wants to book signs up first and comes back to the phone', async () => {
  const { page } = buyer;
  await signUp(page, BUYER, 'buyer');
  await page.goto(`/selected-items-details/${listingId}`);
  await page.getByText('+1 555 0142').first().waitFor();
  await page
    .getByRole('link', { name: /Book Now/u })
    .first()
    .click();
  await page.waitForURL('**/booking-page/**');
  await page.getByLabel('Phone number').fill('0800 BUYER');
  await page.getByLabel('Meeting location').fill('Main station, under the clock');
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await toast(page, `${listing.model} is booked successfully!`);
});

test('The buyer pays after one declined card, and the order says Paid', async () => {
  const { page } = buyer;
  await page.goto('/dashboard/myOrders');
  await page.getByRole('heading', { name: 'My Order', exact: true }).waitFor();
  await page.getByRole('link', { name: /^Pay/u }).click();
  await page.waitForURL('**/dashboard/payment/**');
  const payWith = async (number: string) => {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel(/Expir/u).fill('12 / 40');
    await page.getByLabel(/CVC/u).fill('123');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
  };
  await payWith('4000 0000 0000 0002');
  await page.getByText('Your card was declined.').first().waitFor();
  await payWith('4242 4242 4242 4242');
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await page
    .getByText(/pi_\w+/u)
    .first()
    .waitFor();
  await page.goto('/dashboard/myOrders');
  await page.getByText('Paid', { exact: true }).waitFor();
});

test('The sold phone leaves every list, and its page says that it is sold', async () => {
  const { page } = visitor;
  for (const path of ['/', '/category/Apple', `/search?search=${encodeURIComponent(listing.model)}`]) {
    await page.goto(path);
    expect(await page.locator(`a[href*="${listingId}"]`).count()).toBe(0);
  }
  await page.goto(`/selected-items-details/${listingId}`);
  await page.getByText(/sold/iu).first().waitFor();
});

test('The admin verifies the seller, whose listings show the badge', async () => {
  await seller.page.goto('/dashboard/addAProducts?step=all');
  await fillListing(seller.page, join(directory.path, 'photo.jpg'));
  await seller.page.getByRole('button', { name: 'Add Product' }).click();
  await toast(seller.page, 'Successfully added a Product!');

  const { page } = admin;
  await logIn(page, DEMO.admin);
  await page.goto('/dashboard/allSellers');
  const row = page.getByRole('row').filter({ hasText: SELLER.email });
  await row.getByRole('button', { name: /Verif/u }).click();
  await toast(page, 'Verification Successful');
  expect(await row.getByRole('button', { name: /Verified/u }).isDisabled()).toBe(true);

  await visitor.page.goto('/category/Apple');
  await cardsOf(visitor.page)
    .first()
    .getByRole('img', { name: /verified/iu })
    .or(
      cardsOf(visitor.page)
        .first()
        .getByText(/verified/iu),
    )
    .first()
    .waitFor();
});

test('The admin removes a reported listing', async () => {
  await buyer.page.goto('/category/Apple');
  const card = cardsOf(buyer.page).first();
  await card.getByRole('button', { name: /Report this item/u }).click();
  await sendReport(buyer.page);
  await toast(buyer.page, 'Reported this item successfully');
  await card.getByRole('button', { name: /reported/iu }).waitFor();

  const { page } = admin;
  await page.goto('/dashboard/reportedItems');
  const row = page.getByRole('row').filter({ hasText: listing.model });
  await row
    .first()
    .getByRole('button', { name: /Delete/u })
    .click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await toast(page, 'Deleted Reported Item');
  await visitor.page.goto('/category/Apple');
  expect(await cardsOf(visitor.page).count()).toBe(0);
});

test('The admin deletes a buyer, whose open tab is logged out at its next call', async () => {
  await buyer.page.goto('/dashboard/myOrders');
  await buyer.page.getByText('Paid', { exact: true }).waitFor();

  const { page } = admin;
  await page.goto('/dashboard/allBuyers');
  const row = page.getByRole('row').filter({ hasText: BUYER.email });
  await row.getByRole('button', { name: /Delete/u }).click();
  await page.getByRole('button', { name: "Yes, I'm sure" }).click();
  await row.waitFor({ state: 'detached' });

  // The dashboard's first page reads the orders too.
  await buyer.page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await buyer.page.waitForURL('**/login**');
  expect(await buyer.page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { bookPhone, listPhone, priceOf } from '#test/support/world/calls.ts';
import { during, open, takenOver } from '../browser.ts';
import { sendReport } from '../reporting.ts';
import { addBuyer, addSeller, fact, type Member, main, openStage, readListing, type Seller, visitAs, watchText } from './stage.ts';
import { statement } from './statement.ts';

const COMMUNITY = 'https://community.example/corner';
const shop = openStage({ COMMUNITY_FACEBOOK: COMMUNITY });
/** How much longer than specified a toast may be visible: it animates in and out, on a busy machine. */
const SLACK_MS = 900;

let seller: Seller;
let buyer: Member;
let listing: Listing;
let orderId: string;
let page: Page;

beforeAll(async () => {
  [seller, buyer] = await Promise.all([addSeller(shop.url, 'Con Seller'), addBuyer(shop.url, 'Con Buyer')]);
  const id = await listPhone(seller.client, { model_name: 'Constant 1', image: seller.image, resale_price: '1299.50' });
  listing = await readListing(buyer, id);
  orderId = await bookPhone(buyer.client, id);
  ({ page } = await visitAs(shop, buyer, { expected: [{ url: /\/api\/bookings$/u, status: 409 }] }));
});

statement('2.footer.community-set', async () => {
  await open(page, '/blogs');
  expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' }).getAttribute('href')).toBe(COMMUNITY);
});

statement('9.password', async () => {
  const { page: newcomer } = await shop.visitor();
  await open(newcomer, '/signup');
  const password = newcomer.getByLabel('Password', { exact: true });
  const weak = main(newcomer).getByText('Minimum eight characters, at least one letter and one number', { exact: true });
  await main(newcomer).getByRole('button', { name: 'Sign Up', exact: true }).click();
  await password.fill('abcdef7');
  await weak.waitFor();
  await password.fill('abcdefg8');
  await weak.waitFor({ state: 'detached' });
});

statement('9.post-time', async () => {
  expect(listing.post_time).toBe(new Date(listing.postedAt).toString().slice(0, 21));
  expect(listing.post_time).toHaveLength(21);
  await open(page, '/category/Samsung');
  await takenOver(page);
  const card = main(page).getByRole('article').first();
  await card.getByText(/^More/u).first().click();
  await fact(card, 'Posted').filter({ hasText: listing.post_time }).waitFor();
});

statement('9.dollars', async () => {
  for (const path of ['/category/Samsung', `/selected-items-details/${listing._id}`, `/booking-page/${listing._id}`, '/']) {
    await open(page, path);
    await main(page).getByText('$1,299.50', { exact: true }).first().waitFor();
  }
});

statement('9.price', async () => {
  const asked = await during(page.waitForRequest('**/api/create-payment-intent'), () => open(page, `/dashboard/payment/${orderId}`));
  // The price that the order was given with: the listing's, less the first purchase's discount.
  expect(asked.postDataJSON()).toMatchObject({ price: await priceOf(buyer.client, orderId) });
});

statement('9.test-mode', async () => {
  await open(page, `/dashboard/payment/${orderId}`);
  await main(page)
    .getByText(/test cards only/iu)
    .waitFor();
  await main(page)
    .getByText(/no real card belongs here/iu)
    .waitFor();
});

statement('9.toast.success', async () => {
  await open(page, `/selected-items-details/${listing._id}`);
  await takenOver(page);
  const stay = await watchText(page, 'Reported this item successfully');
  await main(page).getByRole('button', { name: 'Report this item' }).first().click();
  await sendReport(page);
  const ms = await stay();
  expect(ms).toBeGreaterThan(1900);
  expect(ms).toBeLessThan(2000 + SLACK_MS);
});

statement('9.toast.error', async () => {
  await open(page, `/booking-page/${listing._id}`);
  await page.getByLabel('Phone number').fill('0800 BUYER');
  await page.getByLabel('Meeting location').fill('Main station');
  const stay = await watchText(page, "You've already booked this product.");
  await page.getByRole('button', { name: 'Add to Order', exact: true }).click();
  const ms = await stay();
  expect(ms).toBeGreaterThan(3900);
  expect(ms).toBeLessThan(4000 + SLACK_MS);
});

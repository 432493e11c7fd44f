import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { bookPhone, buyPhone, listPhone } from '#test/support/world/calls.ts';
import { arrive, during, open, PATIENCE, takenOver } from '../browser.ts';
import { submitLogIn, toast } from '../people.ts';
import { sendReport } from '../reporting.ts';
import {
  ADMIN,
  addBuyer,
  addSeller,
  delay,
  expectSentToLogin,
  INTERCEPTED,
  type Member,
  main,
  openStage,
  PASSWORD,
  payWith,
  readListing,
  rows,
  type Seller,
  visitAs,
} from './stage.ts';
import { statement } from './statement.ts';

const shop = openStage({ FIRST_PURCHASE_PERCENT: '0' });

let seller: Seller;
let buyer: Member;
let selling: Page;
let buying: Page;
let phones = 0;

async function newPhone(): Promise<Listing> {
  phones += 1;
  return readListing(buyer, await listPhone(seller.client, { model_name: `Stately ${phones}`, image: seller.image, resale_price: '300' }));
}

beforeAll(async () => {
  [seller, buyer] = await Promise.all([addSeller(shop.url, 'Gus Seller'), addBuyer(shop.url, 'Gus Buyer')]);
  ({ page: selling } = await visitAs(shop, seller));
  ({ page: buying } = await visitAs(shop, buyer, { remarks: INTERCEPTED }));
});

async function productRow({ model_name }: Listing): Promise<Locator> {
  await open(selling, '/dashboard/myProducts');
  const row = rows(selling).filter({ has: selling.getByText(model_name, { exact: true }) });
  await row.waitFor();
  return row;
}

statement('4.product.available', async () => {
  const row = await productRow(await newPhone());
  await row.getByText('available', { exact: true }).waitFor();
});

statement('4.product.sold', async () => {
  const sold = await newPhone();
  await buyPhone(buyer.client, sold._id);
  const row = await productRow(sold);
  await row.getByText('sold', { exact: true }).waitFor();
  expect(await row.getByRole('button', { name: /^Advertise/u }).isDisabled()).toBe(true);
});

statement('4.product.kept', async () => {
  const sold = await newPhone();
  await buyPhone(buyer.client, sold._id);
  const row = await productRow(sold);
  expect(await row.getByRole('button', { name: /^Delete/u }).isDisabled()).toBe(true);
});

statement('4.advertise', async () => {
  const row = await productRow(await newPhone());
  const button = row.getByRole('button', { name: /^Advertise/u });
  expect((await button.textContent())?.trim()).toBe('Advertise');
  await button.click();
  await toast(selling, 'This product is Advertised');
  await expect.poll(async () => (await button.textContent())?.trim(), PATIENCE).toBe('Advertised');
  expect(await button.isDisabled()).toBe(true);
  await selling.reload();
  await expect.poll(async () => (await button.textContent())?.trim(), PATIENCE).toBe('Advertised');
  expect(await button.isDisabled()).toBe(true);
});

function reportButton(on: Page): Locator {
  return main(on).getByRole('button', { name: 'Report this item' });
}

statement('4.report.hidden', async () => {
  const phone = await newPhone();
  await open(buying, '/category/Samsung');
  await takenOver(buying);
  const reply = await delay(buying, '**/api/selectedItem/*');
  await main(buying).getByRole('article').getByRole('link', { name: phone.model_name, exact: true }).click();
  await reply.asked;
  const heading = buying.getByRole('heading', { name: phone.model_name, level: 1 });
  // Until then, this phone's page shows no button.
  expect(await main(buying).filter({ has: heading }).getByRole('button', { name: 'Report this item' }).count()).toBe(0);
  await reply.release();
  await arrive(buying, `**/selected-items-details/${phone._id}`);
  await main(buying).locator(heading).waitFor();
  await reportButton(buying).first().waitFor();
});

statement('4.report.button', async () => {
  const phone = await newPhone();
  await open(buying, `/selected-items-details/${phone._id}`);
  await reportButton(buying).first().click();
  await sendReport(buying);
  await toast(buying, 'Reported this item successfully');
  const reportedButton = main(buying).getByRole('button', { name: 'reported', exact: true }).first();
  await reportedButton.waitFor();
  expect(await reportedButton.isDisabled()).toBe(true);
  await buying.reload();
  await reportedButton.waitFor();
  expect(await reportedButton.isDisabled()).toBe(true);
});

statement('4.report.again', async () => {
  const phone = await newPhone();
  await open(buying, `/selected-items-details/${phone._id}`);
  await reportButton(buying).first().waitFor();
  const asked: string[] = [];
  buying.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/reportedItems')) asked.push(`${request.method()} ${pathname}`);
  });
  await reportButton(buying).first().click();
  await sendReport(buying);
  await expect.poll(() => asked, PATIENCE).toEqual(['POST /api/reportedItems', `GET /api/reportedItems/${phone._id}`]);
});

statement('4.report.signed-out', async () => {
  const phone = await newPhone();
  const here = `/selected-items-details/${phone._id}`;
  const { page } = await shop.visitor();
  await open(page, here);
  await main(page).getByRole('link', { name: 'Report this item' }).first().click();
  await expectSentToLogin(page, here);
  await submitLogIn(page, buyer.email, PASSWORD);
  await arrive(page, shop.url + here);
  await reportButton(page).first().waitFor();
});

statement('4.verify', async () => {
  const { page } = await visitAs(shop, { email: ADMIN });
  await open(page, '/dashboard/allSellers');
  const row = rows(page).filter({ hasText: seller.email });
  await row.getByRole('button', { name: /verif/iu }).click();
  await toast(page, 'Verification Successful');
  const button = row.getByRole('button', { name: /^Verified/u });
  await button.waitFor();
  expect((await button.textContent())?.trim()).toBe('Verified');
  expect(await button.isDisabled()).toBe(true);
  await page.reload();
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
});

async function newOrder(): Promise<string> {
  return bookPhone(buyer.client, (await newPhone())._id);
}

/** Releases a reservation: a buyer may have only two at a time. */
async function letGoOf(orderId: string): Promise<void> {
  expect((await buyer.client.call('DELETE', `/api/orders/${orderId}/reservation`)).status).toBe(200);
}

function payButton(on: Page): Locator {
  return main(on).getByRole('button', { name: 'Pay', exact: true });
}

function submitButton(on: Page): Locator {
  return main(on).getByRole('form').locator('button[type=submit]');
}

statement('4.pay.provider', async () => {
  // A new browser has nothing cached.
  const { page } = await visitAs(shop, buyer);
  const order = await delay(page, '**/api/payment/*');
  const orderId = await newOrder();
  await open(page, `/dashboard/payment/${orderId}`);
  await main(page).getByRole('heading', { name: 'Payment' }).waitFor();
  const scripts = await delay(page, /\.js$/u);
  const secret = await during(page.waitForResponse('**/api/create-payment-intent'), order.release);
  expect(secret.status()).toBe(200);
  await payButton(page).waitFor();
  expect(await main(page).getByLabel('Card number').count()).toBe(0);
  expect(await payButton(page).isDisabled()).toBe(true);
  await scripts.release();
  await expect.poll(() => payButton(page).isEnabled(), PATIENCE).toBe(true);
  await letGoOf(orderId);
});

statement('4.pay.secret', async () => {
  const secret = await delay(buying, '**/api/create-payment-intent');
  const orderId = await newOrder();
  await open(buying, `/dashboard/payment/${orderId}`);
  await main(buying).getByLabel('Card number').waitFor();
  expect(await payButton(buying).isDisabled()).toBe(true);
  await secret.release();
  await expect.poll(() => payButton(buying).isEnabled(), PATIENCE).toBe(true);
  await letGoOf(orderId);
});

statement('4.pay.busy', async () => {
  await open(buying, `/dashboard/payment/${await newOrder()}`);
  const confirmed = await delay(buying, '**/practice-cards/v1/**');
  await payWith(buying, '4242 4242 4242 4242');
  await expect.poll(() => submitButton(buying).textContent(), PATIENCE).toBe('Loading...');
  expect(await submitButton(buying).isDisabled()).toBe(true);
  await confirmed.release();
  await main(buying)
    .getByText(/congratulation/iu)
    .first()
    .waitFor();
});

statement('4.pay.held', async () => {
  const phone = await newPhone();
  const rival = await addBuyer(shop.url, 'Gus Rival');
  const theirs = await bookPhone(rival.client, phone._id);
  await rival.client.call('POST', '/api/create-payment-intent', { price: phone.resale_price, orderId: theirs });
  const { page } = await visitAs(shop, buyer, { expected: [{ url: /\/api\/create-payment-intent$/u, status: 409 }] });
  await open(page, `/dashboard/payment/${await bookPhone(buyer.client, phone._id)}`);
  await main(page)
    .getByText(/another buyer.*try again in (a minute|\d+ minutes)/iu)
    .waitFor();
  expect(await payButton(page).isDisabled()).toBe(true);
});

statement('4.pay.done', async () => {
  await open(buying, `/dashboard/payment/${await newOrder()}`);
  await payWith(buying, '4242 4242 4242 4242');
  await main(buying)
    .getByText(/congratulation/iu)
    .first()
    .waitFor();
  await main(buying)
    .getByText(/\bpi_\w+/u)
    .first()
    .waitFor();
});

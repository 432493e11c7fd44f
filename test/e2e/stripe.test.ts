import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Booking } from '#contract/orders.ts';
import { openStripeDouble } from '#test/support/doubles/stripe.ts';
import { bookPhone, listPhone } from '#test/support/world/calls.ts';
import { open, PATIENCE, type VisitorOptions } from './browser.ts';
import { addBuyer, addSeller, type Member, main, openStage, type Seller, visitAs } from './conformance/stage.ts';

// A shop with Stripe's keys. A double replaces Stripe: its REST API for the server and the browser, its signed messages, and a script at the real
// script's address. The pages' security policy is the one for Stripe's own script.
const double = await openStripeDouble();
const shop = openStage(double.settings);
const SCRIPT = readFileSync(join(import.meta.dirname, '../support/doubles/stripe-script.js'), 'utf8');
const ORIGIN = { 'access-control-allow-origin': '*' };

let seller: Seller;
let buyer: Member;
let phones = 0;

beforeAll(async () => {
  seller = await addSeller(shop.url, 'Sid Seller');
  buyer = await addBuyer(shop.url, 'Bea Buyer');
  double.deliverTo(shop.url);
});
afterAll(() => double.close());

/** Redirects a page's Stripe REST requests to the double. */
async function routeRest(page: Page): Promise<void> {
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    const answer = await double.answer(
      new Request(request.url(), { method: request.method(), headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: request.postData() }),
    );
    await route.fulfill({ status: answer.status, body: await answer.text(), headers: { ...Object.fromEntries(answer.headers), ...ORIGIN } });
  });
}

async function routeScript(page: Page): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }));
}

async function newOrder(): Promise<{ orderId: string; model: string }> {
  phones += 1;
  const model = `Striped ${phones}`;
  const id = await listPhone(seller.client, { model_name: model, image: seller.image, resale_price: '289' });
  return { orderId: await bookPhone(buyer.client, id), model };
}

async function readOrder(orderId: string): Promise<Booking> {
  return (await buyer.client.call('GET', `/api/payment/${orderId}`)).body as Booking;
}

async function visit(options?: VisitorOptions): Promise<Page> {
  const { page } = await visitAs(shop, buyer, options);
  await routeRest(page);
  return page;
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByRole('group', { name: 'Card details' }).getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

function expectCongratulation(page: Page): Promise<void> {
  return page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
}

test('A card that Stripe declines says why, another pays, and the order is paid', async () => {
  const page = await visit({ expected: [{ url: /api\.stripe\.com/u, status: 402 }] });
  await routeScript(page);
  const { orderId } = await newOrder();
  await open(page, `/dashboard/payment/${orderId}`);
  await payWith(page, '42');
  await main(page).getByText('Your card number is incomplete.', { exact: true }).waitFor();
  await payWith(page, '4000 0000 0000 0002');
  await main(page).getByText('Your card was declined.', { exact: true }).waitFor();
  await payWith(page, '4242 4242 4242 4242');
  await expectCongratulation(page);
  expect(await readOrder(orderId)).toMatchObject({ state: 'paid' });
});

test('Stripe’s webhook completes the order of a tab that was closed after paying', async () => {
  const page = await visit();
  await routeScript(page);
  await page.route('**/api/payments/*', () => {});
  const { orderId } = await newOrder();
  await open(page, `/dashboard/payment/${orderId}`);
  await payWith(page, '4242 4242 4242 4242');
  await page.getByText('Payment approved. Confirming your order…').waitFor();
  await page.close();
  await expect.poll(() => readOrder(orderId), PATIENCE).toMatchObject({ state: 'paid' });
});

test('The page says when Stripe’s script can’t be loaded, and a retry loads it', async () => {
  const blocked = { url: /js\.stripe\.com/u, status: 503 };
  const page = await visit({ expected: [blocked], remarks: [/js\.stripe\.com/u, /ERR_FAILED/u] });
  let isThere = false;
  await page.route('https://js.stripe.com/**', (route) =>
    isThere ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT }) : route.fulfill({ status: 503 }),
  );
  const { orderId } = await newOrder();
  await open(page, `/dashboard/payment/${orderId}`);
  await main(page).getByText('We couldn’t reach the card provider. You weren’t charged.').waitFor();
  isThere = true;
  await main(page).getByRole('button', { name: 'Retry' }).click();
  await payWith(page, '4242 4242 4242 4242');
  await expectCongratulation(page);
});

test('Only the payment page requests anything from Stripe', async () => {
  const page = await visit();
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('stripe.com') && asked.push(request.url())));
  const { orderId } = await newOrder();
  for (const path of ['/', '/dashboard', '/dashboard/myOrders', '/blogs']) {
    await page.goto(path);
    await main(page).waitFor();
  }
  expect(asked).toEqual([]);
  await routeScript(page);
  await open(page, `/dashboard/payment/${orderId}`);
  await main(page).getByLabel('Card number').waitFor();
  expect(asked.length).toBeGreaterThan(0);
});

import type { Page, Response } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { bookPhone, listPhone } from '#test/support/world/calls.ts';
import { arrive, during, open, PATIENCE, takenOver, type Visitor } from '../browser.ts';
import { toast } from '../people.ts';
import { choosePicture, fillProduct, openProductForm, pictureField, productField, submitButton } from './listing-form.ts';
import {
  ADMIN,
  addBuyer,
  addSeller,
  colorOf,
  delay,
  expectRetry,
  INTERCEPTED,
  type Member,
  main,
  openStage,
  payWith,
  readListing,
  refuse,
  rows,
  type Seller,
  toastTexts,
  visitAs,
} from './stage.ts';
import { statement } from './statement.ts';

const shop = openStage();
/** The requests made to fail here. */
const FAULTY = {
  expected: [401, 402, 403, 409, 503].map((status) => ({ url: /\/api\/|\/practice-cards\//u, status })),
  remarks: INTERCEPTED,
};

let seller: Seller;
let buyer: Member;
let selling: Page;
let buying: Visitor;
let administering: Page;
let page: Page;
let phones = 0;

async function newPhone(): Promise<Listing> {
  phones += 1;
  return readListing(buyer, await listPhone(seller.client, { model_name: `Faulty ${phones}`, image: seller.image, resale_price: '300' }));
}

beforeAll(async () => {
  [seller, buyer] = await Promise.all([addSeller(shop.url, 'Err Seller'), addBuyer(shop.url, 'Err Buyer')]);
  await newPhone();
  ({ page } = await shop.visitor(FAULTY));
  ({ page: selling } = await visitAs(shop, seller, FAULTY));
  ({ page: administering } = await visitAs(shop, { email: ADMIN }, FAULTY));
  buying = await visitAs(shop, buyer, FAULTY);
});

statement('8.card', async () => {
  const orderId = await bookPhone(buyer.client, (await newPhone())._id);
  await open(buying.page, `/dashboard/payment/${orderId}`);
  await payWith(buying.page, '4000 0000 0000 0002');
  const message = main(buying.page)
    .getByRole('alert')
    .filter({ hasText: /^Your card was declined\.$/u });
  await message.waitFor();
  const { red, green, blue } = await colorOf(message);
  expect(red).toBeGreaterThan(Math.max(green, blue));
  const [messageBox, last] = [await message.boundingBox(), await buying.page.getByLabel('CVC').boundingBox()];
  expect(messageBox?.y).toBeGreaterThanOrEqual((last?.y ?? Number.NaN) + (last?.height ?? 0));
});

async function expectSignedOutBy(status: 401 | 403): Promise<void> {
  const visitor = await visitAs(shop, buyer, FAULTY);
  await refuse(visitor.page, '**/api/bookings?*', status, 'Your bookings are not shown to you.', status === 401 ? 'not_signed_in' : 'not_allowed');
  await open(visitor.page, '/dashboard/myOrders');
  await arrive(visitor.page, (url) => url.pathname === '/login');
  await visitor.page.getByRole('banner').getByText('Account', { exact: true }).waitFor();
  expect(await visitor.page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
}

statement('8.bookings.401', () => expectSignedOutBy(401));
statement('8.bookings.403', () => expectSignedOutBy(403));

async function expectSilence(status: 401 | 403): Promise<void> {
  await openProductForm(selling);
  await fillProduct(selling);
  await choosePicture(selling);
  const failing = await refuse(selling, '**/api/products?email=*', status, 'This product is refused.', status === 401 ? 'not_signed_in' : 'not_allowed');
  const isRefused = (response: Response) => response.request().method() === 'POST' && response.status() === status;
  await during(selling.waitForResponse(isRefused), () => submitButton(selling).click());
  await expect.poll(() => submitButton(selling).isEnabled(), PATIENCE).toBe(true);
  expect(await submitButton(selling).textContent()).not.toBe('Loading...');
  await failing.undo();
  expect(await toastTexts(selling)).toEqual([]);
  expect(await main(selling).getByText('This product is refused.').count()).toBe(0);
  expect((await main(selling).getByRole('alert').allTextContents()).filter((text) => text.trim() !== '')).toEqual([]);
  // The typed text is still there.
  expect(await productField(selling, 'model_name').inputValue()).toBe('Galaxy S21');
}

statement('8.add-product.401', () => expectSilence(401));
statement('8.add-product.403', () => expectSilence(403));

statement('2.add-product.busy', async () => {
  await openProductForm(selling);
  await fillProduct(selling, { model_name: 'Galaxy Busy' });
  await choosePicture(selling);
  const reply = await delay(selling, '**/api/products?email=*');
  await submitButton(selling).click();
  await expect.poll(() => submitButton(selling).textContent(), PATIENCE).toBe('Loading...');
  expect(await submitButton(selling).isDisabled()).toBe(true);
  await reply.release();
  await arrive(selling, `${shop.url}/dashboard/myProducts`);
});

statement('8.toast.added', async () => {
  await openProductForm(selling);
  await fillProduct(selling, { model_name: 'Galaxy Added' });
  await choosePicture(selling);
  await submitButton(selling).click();
  await toast(selling, 'Successfully added a Product!');
  await arrive(selling, `${shop.url}/dashboard/myProducts`);
  await rows(selling).filter({ hasText: 'Galaxy Added' }).waitFor();
  await openProductForm(selling);
  expect(await productField(selling, 'model_name').inputValue()).toBe('');
  expect(await pictureField(selling).inputValue()).toBe('');
});

async function deleteRow(on: Page, text: string): Promise<void> {
  const row = rows(on).filter({ hasText: text });
  await row.getByRole('button', { name: /^Delete/u }).click();
  await on.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure", exact: true }).click();
}

statement('8.toast.deleted', async () => {
  const { model_name } = await newPhone();
  await open(selling, '/dashboard/myProducts');
  await deleteRow(selling, model_name);
  await toast(selling, `${model_name} is deleted successfully.`);
  await rows(selling).filter({ hasText: model_name }).waitFor({ state: 'detached' });
});

statement('8.toast.reported-item', async () => {
  const { _id, model_name } = await newPhone();
  await buyer.client.call('POST', '/api/reportedItems', { _id });
  await open(administering, '/dashboard/reportedItems');
  await deleteRow(administering, model_name);
  await toast(administering, 'Deleted Reported Item');
  await rows(administering).filter({ hasText: model_name }).waitFor({ state: 'detached' });
});

statement('8.toast.person', async () => {
  for (const [path, person] of [
    ['/dashboard/allSellers', await addSeller(shop.url, 'Rem Seller')],
    ['/dashboard/allBuyers', await addBuyer(shop.url, 'Rem Buyer')],
  ] as const) {
    await open(administering, path);
    await deleteRow(administering, person.email);
    await expect.poll(async () => (await toastTexts(administering)).join(' '), PATIENCE).toMatch(new RegExp(`${person.name} .+\\.`, 'u'));
    await rows(administering).filter({ hasText: person.email }).waitFor({ state: 'detached' });
  }
});

async function fillBooking({ _id }: Listing): Promise<void> {
  await open(buying.page, `/booking-page/${_id}`);
  await buying.page.getByLabel('Phone number').fill('0800 BUYER');
  await buying.page.getByLabel('Meeting location').fill('Main station');
}

function sendBooking() {
  return buying.page.getByRole('button', { name: 'Add to Order', exact: true }).click();
}

statement('8.toast.booked', async () => {
  const phone = await newPhone();
  await fillBooking(phone);
  await sendBooking();
  await toast(buying.page, `${phone.model_name} is booked successfully!`);
  await open(buying.page, `/booking-page/${phone._id}`);
  await buying.page.getByLabel('Phone number').waitFor();
  for (const name of ['Phone number', 'Meeting location']) expect(await buying.page.getByLabel(name).inputValue()).toBe('');
});

statement('8.booking', async () => {
  const phone = await newPhone();
  await bookPhone(buyer.client, phone._id);
  await fillBooking(phone);
  await sendBooking();
  await expect.poll(() => toastTexts(buying.page), PATIENCE).toEqual(["You've already booked this product."]);
  // The typed text is still there.
  expect(await buying.page.getByLabel('Phone number').inputValue()).toBe('0800 BUYER');
});

function failTo(on: Page, address: string) {
  return refuse(on, address, 503, 'The shop is busy. Please try again in a moment.', 'unavailable');
}

statement('8.read.home', async () => {
  await seller.client.call('POST', '/api/advertise', { _id: (await newPhone())._id });
  await open(page, '/blogs');
  await takenOver(page);
  const failing = [await failTo(page, '**/api/newArrivalProducts'), await failTo(page, '**/api/productCategories'), await failTo(page, '**/api/advertise*')];
  await page.getByRole('banner').getByRole('link', { name: 'Redial' }).click();
  const retry = main(page).getByRole('button', { name: 'Retry', exact: true });
  await expect.poll(() => retry.count(), PATIENCE).toBe(failing.length);
  for (const notification of await main(page).getByRole('alert').all()) expect(await notification.textContent()).toMatch(/\w.*\.\s*Retry$/u);
  expect(await toastTexts(page)).toEqual([]);
  for (const one of failing) await one.undo();
  for (let left = failing.length; left > 0; left -= 1) {
    await retry.first().click();
    await expect.poll(() => retry.count(), PATIENCE).toBe(left - 1);
  }
  await main(page).getByRole('heading', { name: 'New Arrivals', exact: true }).waitFor();
  await main(page).locator('a[href="/category/Samsung"]').waitFor();
  await page.locator('#offers').getByRole('article').first().waitFor();
});

statement('8.read.category', async () => {
  await open(page, '/');
  await takenOver(page);
  const failing = await failTo(page, '**/api/products?*');
  await main(page).locator('a[href="/category/Samsung"]').click();
  await expectRetry(page, failing, main(page).getByRole('article').first());
});

statement('8.read.item', async () => {
  const phone = await newPhone();
  await open(page, '/category/Samsung');
  await takenOver(page);
  const failing = await failTo(page, '**/api/selectedItem/*');
  await main(page).getByRole('article').getByRole('link', { name: phone.model_name, exact: true }).click();
  await expectRetry(page, failing, main(page).getByRole('heading', { name: phone.model_name, level: 1 }));
});

statement('8.read.roles', async () => {
  const failing = await failTo(buying.page, '**/api/users/sellers/*');
  await open(buying.page, '/dashboard');
  await expectRetry(buying.page, failing, buying.page.getByRole('navigation', { name: 'Dashboard' }));
});

statement('8.read.tables', async () => {
  const { _id } = await newPhone();
  await bookPhone(buyer.client, _id);
  await buyer.client.call('POST', '/api/reportedItems', { _id });
  const expectRetryAt = async (on: Page, path: string, address: string): Promise<void> => {
    const failing = await failTo(on, address);
    await open(on, path);
    await expectRetry(on, failing, rows(on).first());
  };
  await Promise.all([
    expectRetryAt(buying.page, '/dashboard/myOrders', '**/api/bookings?*'),
    expectRetryAt(selling, '/dashboard/myProducts', '**/api/products?*'),
    expectRetryAt(administering, '/dashboard/allSellers', '**/api/users/sellers?*'),
  ]);
  await expectRetryAt(administering, '/dashboard/allBuyers', '**/api/users/buyers?*');
  await expectRetryAt(administering, '/dashboard/reportedItems', '**/api/reportedItems');
});

statement('8.read.booking', async () => {
  const phone = await newPhone();
  // The server sends the phone with the page itself.
  await open(buying.page, '/category/Samsung');
  await takenOver(buying.page);
  const failing = await failTo(buying.page, '**/api/selectedItem/*');
  await buying.page.locator(`a[href="/booking-page/${phone._id}"]`).first().click();
  await expectRetry(buying.page, failing, buying.page.getByLabel('Phone number'));
});

statement('8.read.payment', async () => {
  const orderId = await bookPhone(buyer.client, (await newPhone())._id);
  const failing = await failTo(buying.page, '**/api/payment/*');
  await open(buying.page, `/dashboard/payment/${orderId}`);
  await expectRetry(buying.page, failing, buying.page.getByLabel('Card number'));
});

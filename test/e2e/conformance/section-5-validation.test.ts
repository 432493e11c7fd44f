import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { listPhone } from '#test/support/world/calls.ts';
import { arrive, during, open, PATIENCE } from '../browser.ts';
import { choosePicture, fillProduct, openProductForm, PRODUCT_FIELDS, pictureField, productField, submitButton } from './listing-form.ts';
import { addBuyer, addSeller, type Member, main, openStage, type Seller, visitAs } from './stage.ts';
import { statement } from './statement.ts';

const shop = openStage();

let page: Page;
let selling: Page;
let buying: Page;
let seller: Seller;
let buyer: Member;

beforeAll(async () => {
  [seller, buyer] = await Promise.all([addSeller(shop.url, 'Val Seller'), addBuyer(shop.url, 'Val Buyer')]);
  ({ page } = await shop.visitor());
  ({ page: selling } = await visitAs(shop, seller));
  ({ page: buying } = await visitAs(shop, buyer));
});

function field(name: string) {
  return page.getByLabel(name, { exact: true });
}

function text(words: string, on: Page = page): Locator {
  return main(on).getByText(words, { exact: true });
}

function press(name: string) {
  return main(page).getByRole('button', { name, exact: true }).click();
}

/** Opens a form and submits it empty. */
async function sendEmpty(path: string, button: string): Promise<void> {
  await open(page, path);
  await press(button);
}

statement('5.signup.name', async () => {
  await sendEmpty('/signup', 'Sign Up');
  await text('Name is Required').waitFor();
});

statement('5.signup.email', async () => {
  await sendEmpty('/signup', 'Sign Up');
  await text('Email is Required').waitFor();
});

statement('5.signup.password', async () => {
  await sendEmpty('/signup', 'Sign Up');
  await text('Password is Required').waitFor();
});

statement('5.signup.weak', async () => {
  await sendEmpty('/signup', 'Sign Up');
  const weak = text('Minimum eight characters, at least one letter and one number');
  for (const typed of ['short12', 'onlyletters', '1234567890', 'with-sign1', 'with space1']) {
    await field('Password').fill(typed);
    await weak.waitFor();
    // Exactly: with the leading space.
    expect(await weak.textContent()).toBe(' Minimum eight characters, at least one letter and one number');
    await field('Password').fill('letters1');
    await weak.waitFor({ state: 'detached' });
  }
});

statement('5.login.email', async () => {
  await sendEmpty('/login', 'Login');
  await text('Email Address is required').waitFor();
});

statement('5.login.password', async () => {
  await sendEmpty('/login', 'Login');
  await text('Password is required').waitFor();
});

statement('5.forgot.empty', async () => {
  await sendEmpty('/login', 'Forgot Password');
  await page.getByText("You've to insert Email First.", { exact: true }).waitFor();
});

statement('5.forgot.sent', async () => {
  await open(page, '/login');
  await field('Email').fill(buyer.email);
  const asked = await during(page.waitForRequest('**/api/auth/request-password-reset'), () => press('Forgot Password'));
  expect(asked.postDataJSON()).toMatchObject({ email: buyer.email });
  await page.getByText('Please check your email to reset your password.').waitFor();
});

/** Counts requests that would have changed something. */
function watchSent(on: Page): { count: number } {
  const sent = { count: 0 };
  on.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(products|images|bookings)/u.test(request.url())) sent.count += 1;
  });
  return sent;
}

function isRefused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element.getAttribute('aria-invalid') === 'true');
}

statement('5.add-product.required', async () => {
  const sent = watchSent(selling);
  await openProductForm(selling);
  await submitButton(selling).click();
  for (const name of PRODUCT_FIELDS) await expect.poll(() => isRefused(productField(selling, name)), { ...PATIENCE, message: name }).toBe(true);
  expect(sent.count).toBe(0);
});

statement('5.add-product.image', async () => {
  const sent = watchSent(selling);
  await openProductForm(selling);
  await fillProduct(selling);
  await submitButton(selling).click();
  await expect.poll(() => isRefused(pictureField(selling)), PATIENCE).toBe(true);
  await main(selling).getByText('Image is required.', { exact: true }).waitFor();
  expect(sent.count).toBe(0);
});

statement('5.add-product.free', async () => {
  await openProductForm(selling);
  await fillProduct(selling, { year_of_use: 'two summers', purchase_year: 'spring of 2021', resale_price: 'two hundred', original_price: '$1,299.50' });
  await choosePicture(selling);
  await submitButton(selling).click();
  await expect.poll(() => isRefused(productField(selling, 'resale_price')), PATIENCE).toBe(true);
  await productField(selling, 'resale_price').fill('1 299');
  await submitButton(selling).click();
  await arrive(selling, `${shop.url}/dashboard/myProducts`);
  const listings = (await seller.client.call('GET', `/api/products?email=${seller.email}`)).body as Listing[];
  expect(listings[0]).toMatchObject({ year_of_use: 'two summers', purchase_year: 'spring of 2021', resale_price: 1299, original_price: 1299.5 });
});

async function openBooking(model_name: string): Promise<Locator> {
  const id = await listPhone(seller.client, { model_name, image: seller.image, resale_price: '120' });
  await open(buying, `/booking-page/${id}`);
  return main(buying).getByRole('form');
}

statement('5.booking.required', async () => {
  const form = await openBooking('Valid 1');
  const sent = watchSent(buying);
  const button = form.getByRole('button', { name: 'Add to Order', exact: true });
  await form.getByLabel('Phone number').fill('   ');
  await button.click();
  for (const name of ['Phone number', 'Meeting location']) await expect.poll(() => isRefused(form.getByLabel(name)), PATIENCE).toBe(true);
  expect(sent.count).toBe(0);
});

statement('5.booking.free', async () => {
  const form = await openBooking('Valid 2');
  await form.getByLabel('Phone number').fill('ring twice, then ask for “Bo”');
  await form.getByLabel('Meeting location').fill('☕ corner');
  await form.getByRole('button', { name: 'Add to Order', exact: true }).click();
  await buying.getByText('Valid 2 is booked successfully!', { exact: true }).waitFor();
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { arrive, takenOver, type VisitorOptions } from './browser.ts';
import { enter, logIn, submitLogIn, toast } from './people.ts';
import { openShop } from './shop.ts';

const ADMIN = 'admin@example.test';
const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: 'practice123' });
const PASSWORD = 'practice123';
const SELLER = 'seller@example.test';

const PHONE = '+1 555 0123';
const PLACE = 'Station hall, below the clock';

let image: string;
let seller: Client;
let people = 0;

beforeAll(async () => {
  seller = createClient(shop.url);
  await seller.signUp(SELLER, 'seller');
  image = await uploadPicture(seller);
});

/** Opens the booking page of an unbooked phone as a new buyer, or as the admin. */
async function toBook({ isAdmin = false, ...options }: VisitorOptions & { isAdmin?: boolean } = {}) {
  people += 1;
  const email = isAdmin ? ADMIN : `buyer${people}@example.test`;
  if (!isAdmin) await createClient(shop.url).signUp(email, 'buyer');
  const id = await listPhone(seller, { model_name: `Galaxy ${people}`, image, resale_price: '289' });
  const { page, context } = await shop.visitor(options);
  await enter(context, email, PASSWORD);
  await page.goto(`/booking-page/${id}`);
  await phone(page).waitFor();
  return { page, context, email, id };
}

function phone(page: Page) {
  return page.getByRole('main').getByLabel('Phone number');
}

function place(page: Page) {
  return page.getByRole('main').getByLabel('Meeting location');
}

function send(page: Page) {
  return page.getByRole('button', { name: 'Add to Order' });
}

function booked(page: Page) {
  return page
    .getByText(/is booked successfully!$/u)
    .first()
    .waitFor();
}

async function fill(page: Page) {
  await phone(page).fill(PHONE);
  await place(page).fill(PLACE);
}

async function expectStored(page: Page) {
  await expect.poll(() => phone(page).inputValue()).toBe(PHONE);
  expect(await place(page).inputValue()).toBe(PLACE);
}

describe('Typed text is never lost', () => {
  test('Typed text survives a reload', async () => {
    const { page } = await toBook();
    await fill(page);
    await page.reload();
    await expectStored(page);
    await send(page).click();
    await booked(page);
  });

  test('Typed text survives a server error, and the same button works again afterwards', async () => {
    const { page } = await toBook({ expected: [{ url: /\/api\/bookings/u, status: 500 }] });
    await fill(page);
    await page.route('**/api/bookings', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.', code: 'internal' } })
        : route.continue(),
    );
    await send(page).click();
    await page.getByText('Something went wrong on our side.').first().waitFor();
    await expectStored(page);
    await page.unroute('**/api/bookings');
    await send(page).click();
    await booked(page);
  });

  test('Typed text survives a lost connection, which is reported', async () => {
    const { page, context } = await toBook({ expected: [{ url: /\/api\//u, status: 0 }], remarks: [/ERR_INTERNET_DISCONNECTED/u] });
    await fill(page);
    page.removeAllListeners('requestfailed');
    await context.setOffline(true);
    await page.getByText(/^You’re offline\./u).waitFor();
    await send(page).click();
    await page
      .getByText(/We couldn’t connect/u)
      .first()
      .waitFor();
    await expectStored(page);
    await context.setOffline(false);
    await page.getByText(/^You’re offline\./u).waitFor({ state: 'detached' });
    await send(page).click();
    await booked(page);
  });

  test('Typed text survives an expired session: logging in again leads back to the same form', async () => {
    const { page, context, email, id } = await toBook({ expected: [{ url: /\/api\//u, status: 401 }] });
    await fill(page);
    // Logged out elsewhere, on every device.
    const elsewhere = createClient(shop.url);
    await elsewhere.signIn(email, PASSWORD);
    await context.request.post('/api/auth/sign-out', { data: {}, headers: { origin: shop.url } });
    await send(page).click();
    await arrive(page, /\/login/u);
    await toast(page, 'You’ve been logged out. Please log in again.');
    expect(await page.getByText('Please log in first.').count(), 'says it once').toBe(0);
    await submitLogIn(page, email, PASSWORD);
    await arrive(page, new RegExp(`/booking-page/${id}`, 'u'));
    await expectStored(page);
    await send(page).click();
    await booked(page);
  });

  test('Nobody is shown what another person typed in the same tab', async () => {
    const { page, id } = await toBook();
    await fill(page);
    const next = 'next-person@example.test';
    await createClient(shop.url).signUp(next, 'buyer');
    await page.getByRole('button', { name: /^Account of/u }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await toast(page, 'Sign Out Successfully');
    await logIn(page, next, PASSWORD);
    await page.goto(`/booking-page/${id}`);
    await phone(page).waitFor();
    expect([await phone(page).inputValue(), await place(page).inputValue()]).toEqual(['', '']);
  });
});

describe('One press does one thing', () => {
  const countBookings = async (page: Page) => {
    let sent = 0;
    await page.route('**/api/bookings', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await route.continue();
    });
    return () => sent;
  };

  test('Pressing the button repeatedly books once', async () => {
    const { page } = await toBook();
    const sent = await countBookings(page);
    await fill(page);
    await send(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
      button.click();
    });
    await booked(page);
    expect(sent()).toBe(1);
  });

  test('Someone whose booking arrived without its reply being heard is led to it when they press again', async () => {
    const { page } = await toBook({
      expected: [
        { url: /\/api\/bookings/u, status: 0 },
        { url: /\/api\/bookings/u, status: 409 },
      ],
      remarks: [/ERR_FAILED/u],
    });
    await page.route(
      '**/api/bookings',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await fill(page);
    await send(page).click();
    await toast(page, 'We couldn’t connect. Check your connection and try again.');
    await send(page).click();
    await page.getByText('You’ve booked this phone before.').waitFor();
    await page.getByRole('link', { name: 'Go to payment', exact: true }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  });

  test('An admin whose confirmation is gone after a reload is led to the payment when they book again', async () => {
    const { page } = await toBook({ isAdmin: true, expected: [{ url: /\/api\/bookings/u, status: 409 }] });
    await fill(page);
    await send(page).click();
    await page.getByRole('link', { name: 'Go to payment', exact: true }).waitFor();
    await page.reload();
    await fill(page);
    await send(page).click();
    await page.getByRole('link', { name: 'Go to payment', exact: true }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  });

  test('Pressing Enter repeatedly books once', async () => {
    const { page } = await toBook();
    const sent = await countBookings(page);
    await fill(page);
    await place(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await booked(page);
    expect(sent()).toBe(1);
  });
});

test('What could not be read without a connection is read when it is back', async () => {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/api\//u, status: 0 }], remarks: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/u] });
  await page.goto('/', { waitUntil: 'networkidle' });
  await takenOver(page);
  page.removeAllListeners('requestfailed');
  await page.route('**/api/products?**', (route) => route.abort());
  await page
    .getByRole('link', { name: /^Samsung/u })
    .first()
    .click();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).waitFor();
  await page.unroute('**/api/products?**');
  await context.setOffline(true);
  await page.getByText(/^You’re offline\./u).waitFor();
  await context.setOffline(false);
  await page.getByRole('article').first().waitFor();
});

test('Back restores the scroll position where the page stayed when its order changed', async () => {
  const { page } = await shop.visitor();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/category/Samsung', { waitUntil: 'networkidle' });
  await takenOver(page);
  await page.evaluate(() => window.scrollTo(0, 150));
  await page.getByRole('main').getByRole('combobox', { name: 'Sort by' }).selectOption('lowtohigh');
  await arrive(page, /sort=lowtohigh/u);
  const before = await page.evaluate(() => window.scrollY);
  await page
    .getByRole('article')
    .first()
    .getByRole('heading')
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click());
  await arrive(page, /selected-items-details/u);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('Back right after a reload, before the scripts have arrived, leads to the page before', async () => {
  const { page } = await shop.visitor();
  await page.goto('/category/Samsung', { waitUntil: 'networkidle' });
  await takenOver(page);
  const title = await page.title();
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await arrive(page, /selected-items-details/u);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => history.back());
  await expect.poll(() => page.url()).toBe(`${shop.url}/category/Samsung`);
  release();
  await page.getByRole('main').getByRole('combobox', { name: 'Sort by' }).waitFor();
  await expect.poll(() => page.title()).toBe(title);
});

test('Back restores the scroll position', async () => {
  const { page } = await shop.visitor();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/category/Samsung', { waitUntil: 'networkidle' });
  await takenOver(page);
  const last = page.getByRole('article').last().getByRole('heading').getByRole('link');
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  await last.click();
  await arrive(page, /selected-items-details/u);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findListing } from '#test/support/site.ts';
import { resize } from './access.ts';
import { open, takenOver } from './browser.ts';
import { DEMO, enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();

async function visit(address: string, { as, expected = [] }: { as?: string; expected?: { url: RegExp; status: number }[] } = {}): Promise<Page> {
  const { page, context } = await shop.visitor({ expected });
  await resize(page, 360);
  if (as) await enter(context, as);
  await open(page, address);
  await takenOver(page);
  return page;
}

async function described(page: Page, label: string): Promise<string | null> {
  const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
  return page.locator(`[id="${id}"]`).textContent();
}

const isFocused = (page: Page, label: string) => page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement);

async function fillSignUp(page: Page, changes: { email?: string; password?: string } = {}): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Nora Newcomer');
  await page.getByLabel('Email', { exact: true }).fill(changes.email ?? 'nora@example.test');
  await page.getByLabel('Password', { exact: true }).fill(changes.password ?? 'practice123');
}

test.each([
  ['/login', 'Login', undefined],
  ['/signup', 'Sign Up', undefined],
  ['/reset-password?token=some-token', 'Set new password', undefined],
  ['/dashboard/security', 'Change password', DEMO.buyer],
  ['/dashboard/lostPhone', 'Report as lost', DEMO.buyer],
  ['/booking-page/:id', 'Add to Order', DEMO.buyer],
  ['/dashboard/addAProducts?step=price', 'Next: Check and publish', DEMO.seller],
])('Nothing moves on %s when errors appear', async (address, name, as) => {
  const page = await visit(address.replace(':id', await findListing(shop.url)), as === undefined ? {} : { as });
  const button = page.getByRole('button', { name, exact: true });
  const placed = () => button.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));
  await button.waitFor();
  await expect.poll(async () => [await placed(), await page.waitForTimeout(300), await placed()].filter(Boolean).length).toBe(2);
  const before = await placed();
  await button.click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await placed()).toBe(before);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
});

test('A corrected field of a listing’s form has no error, before Next is pressed again', async () => {
  const page = await visit('/dashboard/addAProducts?step=price', { as: DEMO.seller });
  const price = page.getByLabel('Resale price', { exact: true });
  await price.fill('£1,299');
  await page.getByRole('button', { name: 'Next: Check and publish', exact: true }).click();
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
  await price.fill('1299');
  await expect.poll(() => price.getAttribute('aria-invalid')).not.toBe('true');
});

test('The password’s rule is said before it is broken', async () => {
  for (const [address, label] of [
    ['/signup', 'Password'],
    ['/reset-password?token=some-token', 'New password'],
  ] as const)
    expect(await described(await visit(address), label)).toBe('At least 8 letters and digits, one or more of each. No spaces or symbols.');
});

test('A sign-up error stands at the field it is about, an account’s under the email, and any other on the form', async () => {
  const page = await visit('/signup', { expected: [422, 409].map((status) => ({ url: /sign-up\/email$/u, status })) });
  await fillSignUp(page, { password: 'password123' });
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Password')).toBe(true);
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('aria-invalid')).toBeNull();

  await fillSignUp(page, { email: DEMO.buyer });
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Email')).toBe(true);
  expect(await described(page, 'Email')).not.toBe('');
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBeNull();

  await page.route('**/api/auth/sign-up/email', (route) =>
    route.fulfill({ status: 422, json: { message: 'Too long.', code: 'invalid', fields: { name: 'Too long.' } } }),
  );
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Name')).toBe(true);
  expect(await described(page, 'Name')).toBe('Too long.');
});

test('A failed connection stands on the sign-up and login forms, not at a field', async () => {
  const { page } = await shop.visitor({ expected: [{ url: /sign-(?:up|in)\/email$/u, status: 503 }] });
  await page.route('**/api/auth/sign-*/email', (route) => route.fulfill({ status: 503, json: { message: 'Back in a moment.', code: 'unavailable' } }));
  for (const [address, button] of [
    ['/signup', 'Sign Up'],
    ['/login', 'Login'],
  ] as const) {
    await open(page, address);
    await takenOver(page);
    if (address === '/signup') await fillSignUp(page);
    else {
      await page.getByLabel('Email', { exact: true }).fill(DEMO.buyer);
      await page.getByLabel('Password', { exact: true }).fill('practice123');
    }
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Back in a moment.' }).waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  }
});

test('A refused sign-up leaves neither name nor address in the browser when the tab is closed', async () => {
  const page = await visit('/signup', { expected: [{ url: /sign-up\/email$/u, status: 409 }] });
  await fillSignUp(page, { email: DEMO.buyer });
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Email')).toBe(true);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(DEMO.buyer);
  expect(stored).not.toContain('Nora Newcomer');
});

test('Whoever signs up to sell is a seller, also when the reply was lost', async () => {
  const page = await visit('/signup', { expected: [0, 409].map((status) => ({ url: /\/sign-up\/email$/u, status })) });
  await fillSignUp(page, { email: 'lost-reply@example.test' });
  await page.getByLabel('Account type').selectOption('seller');
  await page.route(
    '**/api/auth/sign-up/email',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByText('We couldn’t connect. Check your connection and try again.').waitFor();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Email')).toBe(true);
  await open(page, '/dashboard/myProducts');
  await page
    .getByRole('heading', { name: 'My Products' })
    .or(page.getByRole('heading', { name: 'Log in' }))
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/myProducts');
});

test('A refused setting gets the focus', async () => {
  const page = await visit('/dashboard/shopSettings', { as: DEMO.admin, expected: [{ url: /\/api\/shopSettings$/u, status: 422 }] });
  await page.getByLabel('Shop name').fill('Another name');
  await page.getByLabel('Email address', { exact: true }).fill('not an address');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
});

test('A refused report of a listing stands at its field', async () => {
  const page = await visit(`/selected-items-details/${await findListing(shop.url)}`, { as: DEMO.buyer, expected: [{ url: /\/reportedItems$/u, status: 422 }] });
  await page.getByRole('main').getByRole('button', { name: 'Report this item' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Report this listing' });
  await expect.poll(() => isFocused(page, 'Reason')).toBe(true);
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Reason')).toBe(true);
  await dialog.getByLabel('Reason').selectOption({ index: 1 });
  await page.route('**/api/reportedItems', (route) =>
    route.fulfill({ status: 422, json: { message: 'No.', code: 'invalid', fields: { note: 'This note can’t be stored.' } } }),
  );
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.poll(() => isFocused(page, 'Note')).toBe(true);
  expect(await described(page, 'Note')).toBe('This note can’t be stored.');
});

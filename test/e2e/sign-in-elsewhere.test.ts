import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openGoogle, openOidcProvider } from '#test/support/doubles/identity-providers.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { appCode } from '#test/support/second-factor.ts';
import { createClient } from '#test/support/world/client.ts';
import { arrive, during, type Expected, open, PATIENCE, type VisitorOptions } from './browser.ts';
import { openStage } from './conformance/stage.ts';
import { submitLogIn, toast } from './people.ts';

// A shop with real keys for Google and another provider, as far as it can tell: test doubles reply at their addresses.
const port = await findFreePort();
const SHOP = `http://localhost:${port}`;
const GINA = { email: 'gina@gmail.test', name: 'Gina Oogle', email_verified: true };
const SOLD = { email: 'seller@gmail.test', name: 'Another Name', email_verified: true };
const google = await openGoogle(SHOP, [GINA, SOLD]);
const elsewhere = await openOidcProvider(SHOP);
const shop = openStage({ PORT: String(port), ...google.settings, ...elsewhere.settings });
afterAll(() => Promise.all([google.close(), elsewhere.close()]));

/** The double's own pages request a web font, and Chromium an icon. */
const THEIRS: VisitorOptions = {
  expected: [
    { url: /fonts\.googleapis\.com/u, status: 404 },
    { url: /favicon\.ico/u, status: 404 },
  ],
  remarks: [/fonts\.googleapis\.com/u],
};

function routeFonts(context: BrowserContext) {
  return context.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
}

/** Makes opening windows fail, as in a browser that blocks them. */
function blockWindows(page: Page) {
  return page.addInitScript(() => Object.assign(window, { open: () => null }));
}

async function visit(windows: 'open' | 'blocked', refusals: Expected[] = []) {
  const visitor = await shop.visitor({ ...THEIRS, expected: [...(THEIRS.expected ?? []), ...refusals] });
  await routeFonts(visitor.context);
  if (windows === 'blocked') await blockWindows(visitor.page);
  return visitor;
}

/** Presses a provider's button. Returns the page that continues there: a separate window or this one. */
async function press(page: Page, path: string, button: string, windows: 'open' | 'blocked'): Promise<Page> {
  await open(page, path);
  const click = () => page.getByRole('button', { name: button }).click();
  if (windows === 'open') return during(page.waitForEvent('popup'), click);
  await click();
  return page;
}

function chooseAtGoogle(there: Page, email: string) {
  return there.getByRole('button', { name: email }).click();
}

async function logInElsewhere(there: Page, name: string): Promise<void> {
  await there.getByPlaceholder('Enter any login').fill(name);
  await there.getByPlaceholder('and password').fill('whatever');
  await there.getByRole('button', { name: 'Sign-in' }).click();
  await there.getByRole('button', { name: 'Continue' }).click();
}

async function expectDashboardOf(page: Page, name: string, links: string[]): Promise<void> {
  await open(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByText(name, { exact: true }).waitFor();
  expect(await menu.getByRole('link').allTextContents()).toEqual(links);
}

test.each(['open', 'blocked'] as const)('Google makes a newcomer a buyer and returns to where they came from, with windows %s', async (windows) => {
  const { page } = await visit(windows);
  await open(page, '/dashboard/myOrders');
  await arrive(page, '**/login?**');
  const there = await press(page, page.url(), 'Log in with Google', windows);
  await chooseAtGoogle(there, GINA.email);
  await toast(page, 'Log In Successfully!');
  await arrive(page, '**/dashboard/myOrders');
  if (windows === 'open') await expect.poll(() => there.isClosed(), PATIENCE).toBe(true);
  await expectDashboardOf(page, GINA.name, ['Dashboard', 'My Orders']);
});

test.each(['open', 'blocked'] as const)(
  'An account with an unverified address stays closed, and a message says what to do, with windows %s',
  async (windows) => {
    const email = windows === 'open' ? SOLD.email : 'kept@oidc.test';
    await createClient(shop.url).signUp(email, 'seller', 'Sold Under Own Name');
    const { page } = await visit(windows);
    if (windows === 'open') await chooseAtGoogle(await press(page, '/login', 'Log in with Google', windows), email);
    else await logInElsewhere(await press(page, '/login', 'Log in with Elsewhere', windows), 'kept');
    await page.getByRole('alert').filter({ hasText: 'There’s already an account with this email. Log in with its password.' }).waitFor();
    await submitLogIn(page, email, 'practice123');
    await toast(page, 'Log In Successfully!');
    await expectDashboardOf(page, 'Sold Under Own Name', ['Dashboard', 'Add A Product', 'My Products', 'Import And Export', 'My Sales']);
  },
);

test('Another provider signs up a newcomer in a separate window', async () => {
  const { page } = await visit('open');
  await logInElsewhere(await press(page, '/signup', 'Sign up with Elsewhere', 'open'), 'newcomer');
  await arrive(page, `${shop.url}/`);
  await expectDashboardOf(page, 'newcomer of elsewhere', ['Dashboard', 'My Orders']);
});

test('A user who declines at the provider sees a message and can log in', async () => {
  const { page } = await visit('blocked');
  const there = await press(page, '/login', 'Log in with Elsewhere', 'blocked');
  await there.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Logging in with Elsewhere was canceled.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  expect(await page.getByRole('button', { name: 'Log in with Google' }).isEnabled()).toBe(true);
});

/** Replaces following the verification email's link: this shop's emails go elsewhere. */
function verifyAddress(email: string): void {
  const database = new DatabaseSync(join(shop.directory, 'redial.db'), { timeout: 10_000 });
  database.prepare('update identity_users set "emailVerified" = 1 where "email" = ?').run(email);
  database.close();
}

test('An account with a second factor is sent from the provider to its password and code', async () => {
  const email = 'careful@oidc.test';
  const password = 'practice123';
  const client = createClient(shop.url);
  await client.signUp(email, 'buyer', 'Care Ful');
  verifyAddress(email);
  const { secret } = (await client.call('POST', '/api/secondFactor', { password })).body as { secret: string };
  expect((await client.call('POST', '/api/secondFactor/confirm', { code: appCode(secret, Date.now()) })).status).toBe(200);

  const { page } = await visit('open', [{ url: /\/sign-in\/email$/u, status: 403 }]);
  await logInElsewhere(await press(page, '/login', 'Log in with Elsewhere', 'open'), 'careful');
  await page
    .getByRole('alert')
    .filter({ hasText: 'This account has two-factor authentication turned on. Log in with its passkey, or with its password and a code.' })
    .waitFor();
  await submitLogIn(page, email, password);
  await page.getByLabel('Code from your app').fill(appCode(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Log in' }).click();
  await toast(page, 'Log In Successfully!');
  await expectDashboardOf(page, 'Care Ful', ['Dashboard', 'My Orders']);
});

test('A closed provider window leaves the form unchanged, and an unreachable provider is named', async () => {
  const { page } = await shop.visitor({ ...THEIRS, expected: [{ url: /sign-in\/social/u, status: 503 }] });
  await (await press(page, '/login', 'Log in with Google', 'open')).close();
  const button = page.getByRole('button', { name: 'Log in with Google' });
  await expect.poll(() => button.isEnabled(), PATIENCE).toBe(true);
  const alerts = page.getByRole('alert');
  expect((await alerts.allTextContents()).join('')).toBe('');
  const message = 'We couldn’t reach Google. Try again in a moment, or log in with your password.';
  await page.route('**/api/auth/sign-in/social', (route) => route.fulfill({ status: 503, json: { message, code: 'provider_failed' } }));
  await button.click();
  await alerts.getByText(message).waitFor();
  expect(await button.isEnabled()).toBe(true);
});

test('Pages load nothing from Firebase when only other providers have keys', async () => {
  const { page } = await visit('open');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  for (const path of ['/', '/login']) await page.goto(path, { waitUntil: 'networkidle' });
  expect(asked.filter((address) => /firebase|identitytoolkit|apis\.google/iu.test(address))).toEqual([]);
});

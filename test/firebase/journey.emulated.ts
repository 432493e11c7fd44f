import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arrive, open } from '#test/e2e/browser.ts';
import { openStage } from '#test/e2e/conformance/stage.ts';
import { signUp, submitLogIn, toast } from '#test/e2e/people.ts';
import { PROJECT } from './emulator.ts';
import { emulatorHost, openMail, readMails } from './people.ts';

const PASSWORD = 'practice123';
const shop = openStage({
  FIREBASE_API_KEY: 'key',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_AUTH_EMULATOR_HOST: emulatorHost(),
});
const REFUSED = { expected: [{ url: /identitytoolkit/u, status: 400 }] };

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'));
}

async function expectDashboardOf(page: Page, name: string, email: string): Promise<string[]> {
  await open(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByText(name, { exact: true }).waitFor();
  await menu.getByText(email, { exact: true }).waitFor();
  return menu.getByRole('link').allTextContents();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await toast(page, 'Sign Out Successfully');
}

/** As an account is that somebody else registered before this person came. */
function giveAccountToAnother(email: string): void {
  const database = new DatabaseSync(join(shop.directory, 'redial.db'), { timeout: 10_000 });
  database.prepare("update users set identity_subject = 'builtin:another' where email = ?").run(email);
  database.close();
}

test('A Firebase seller signs up, survives a reload, logs out for good, and logs in again', async () => {
  const { page } = await shop.visitor(REFUSED);
  const email = 'sylvia@example.test';
  await signUp(page, { name: 'Sylvia Ember', email, password: PASSWORD }, 'seller');
  expect(await expectDashboardOf(page, 'Sylvia Ember', email)).toEqual(['Dashboard', 'Add A Product', 'My Products', 'My Sales']);
  await page.reload();
  expect(await expectDashboardOf(page, 'Sylvia Ember', email)).toContain('My Products');
  expect((await readMails(email)).map(({ requestType }) => requestType)).toEqual(['VERIFY_EMAIL']);

  const token = await storedToken(page);
  const readOwn = async () => (await fetch(`${shop.url}/api/products?email=${email}`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await readOwn()).toBe(200);
  await signOut(page);
  expect(await storedToken(page)).toBeNull();
  expect(await readOwn()).toBe(401);

  await open(page, '/login');
  await submitLogIn(page, email, 'wrong12345');
  await page.getByText('Wrong email or password.', { exact: true }).waitFor();
  await submitLogIn(page, email, PASSWORD);
  await toast(page, 'Log In Successfully!');
  await arrive(page, `${shop.url}/`);
});

test('A taken address is refused in words, and a forgotten password is replaced by email', async () => {
  const { page } = await shop.visitor(REFUSED);
  const email = 'fergus@example.test';
  await signUp(page, { name: 'Fergus Etful', email, password: PASSWORD }, 'buyer');
  await signOut(page);
  await open(page, '/signup');
  await page.getByLabel('Name', { exact: true }).fill('Somebody Else');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByText('There’s already an account with this email. Log in instead.', { exact: true }).waitFor();

  await open(page, '/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Forgot Password' }).click();
  await page.getByRole('status').getByText('Please check your email to reset your password.').waitFor();
  await openMail(email, 'PASSWORD_RESET', 'replaced456');
  await submitLogIn(page, email, PASSWORD);
  await page.getByText('Wrong email or password.', { exact: true }).waitFor();
  await submitLogIn(page, email, 'replaced456');
  await toast(page, 'Log In Successfully!');
});

test('The first admin, whom the operator created, logs in with the operator’s password', async () => {
  const { page } = await shop.visitor();
  await open(page, '/login');
  await submitLogIn(page, 'admin@example.test', PASSWORD);
  await toast(page, 'Log In Successfully!');
  expect(await expectDashboardOf(page, 'Admin', 'admin@example.test')).toContain('All Sellers');
});

test('An account that another identity registered says how to verify the address, and opens after that', async () => {
  const { page } = await shop.visitor({ expected: [{ url: /\/api\/(users|jwt)/u, status: 403 }] });
  const email = 'taken@example.test';
  await signUp(page, { name: 'Tacey Taken', email, password: PASSWORD }, 'buyer');
  await signOut(page);
  giveAccountToAnother(email);
  await open(page, '/login');
  await submitLogIn(page, email, PASSWORD);
  await page.getByText('There’s already an account with this email address.').waitFor();
  expect(await storedToken(page)).toBeNull();
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await page.getByText(`We’ve emailed ${email}.`).waitFor();
  await openMail(email, 'VERIFY_EMAIL');
  // Firebase names a sign-in by its second, and the refused one has ended with it; no person is back as soon.
  await page.waitForTimeout(1100);
  await submitLogIn(page, email, PASSWORD);
  await toast(page, 'Log In Successfully!');
  expect(await expectDashboardOf(page, 'Tacey Taken', email)).toEqual(['Dashboard', 'My Orders']);
});

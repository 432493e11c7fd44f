import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import { arrive, during, open, PATIENCE, type Visitor } from '../browser.ts';
import { DEMO, enter, submitLogIn, toast } from '../people.ts';
import { openShop } from '../shop.ts';
import { delay, main, PASSWORD, refuse, toastTexts } from './stage.ts';
import { statement } from './statement.ts';

/** The demo shop: only it has a practice Google to sign in with. */
const shop = openShop();

let visitor: Visitor;
let page: Page;
let people = 0;

beforeAll(async () => {
  visitor = await shop.visitor({
    expected: [
      { url: /\/api\/auth\/sign-up\/email$/u, status: 409 },
      { url: /\/api\/auth\/sign-in\/email$/u, status: 401 },
      { url: /\/api\/auth\/sign-out$/u, status: 500 },
    ],
  });
  ({ page } = visitor);
});
beforeEach(() => visitor.forget());

function newAddress(): string {
  people += 1;
  return `state-${people}@example.test`;
}

function field(name: string) {
  return page.getByLabel(name, { exact: true });
}

function submit() {
  return main(page).getByRole('form').locator('button[type=submit]');
}

function storedToken(): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'));
}

async function box(place: ReturnType<Page['getByText']>) {
  return (await place.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
}

async function fillSignUp(name: string, email: string, role: 'buyer' | 'seller' = 'buyer'): Promise<void> {
  await open(page, '/signup');
  await field('Name').fill(name);
  await field('Email').fill(email);
  await field('Password').fill(PASSWORD);
  await main(page).getByRole('form').getByRole('combobox').selectOption(role);
}

function dashboardLink(name: string) {
  return page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
}

statement('4.signup.busy', async () => {
  await fillSignUp('Busy Person', newAddress());
  const reply = await delay(page, '**/api/auth/sign-up/email');
  expect(await submit().textContent()).toBe('Sign Up');
  await submit().click();
  await expect.poll(() => submit().textContent(), PATIENCE).toBe('Loading...');
  expect(await submit().isDisabled()).toBe(true);
  await reply.release();
  await arrive(page, `${shop.url}/`);
});

statement('4.signup.done', async () => {
  await fillSignUp('Nadia Named', newAddress());
  await submit().click();
  await toast(page, 'Sign Up Successfully!');
  await arrive(page, `${shop.url}/`);
  expect(await storedToken()).toMatch(/^\S+$/u);
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('banner').getByText('Nadia Named', { exact: true }).waitFor();
});

statement('4.signup.role', async () => {
  await fillSignUp('Selma Sells', newAddress(), 'seller');
  await submit().click();
  await arrive(page, `${shop.url}/`);
  await open(page, '/dashboard');
  await dashboardLink('Add A Product').waitFor();
});

statement('4.signup.failed', async () => {
  await fillSignUp('Second Seller', DEMO.seller);
  const reply = await during(page.waitForResponse('**/api/auth/sign-up/email'), () => submit().click());
  const { message } = (await reply.json()) as { message: string };
  const shown = main(page).getByText(message, { exact: true }).first();
  await shown.waitFor();
  const [email, messageBox, password] = [await box(field('Email')), await box(shown), await box(field('Password'))];
  expect(messageBox.y).toBeGreaterThanOrEqual(email.y + email.height);
  expect(messageBox.y).toBeLessThan(password.y);
  expect(await submit().textContent()).toBe('Sign Up');
  expect(await submit().isEnabled()).toBe(true);
});

statement('4.login.busy', async () => {
  await open(page, '/login');
  const reply = await delay(page, '**/api/auth/sign-in/email');
  await submitLogIn(page, DEMO.buyer);
  await expect.poll(() => submit().isDisabled(), PATIENCE).toBe(true);
  await reply.release();
  await arrive(page, `${shop.url}/`);
});

statement('4.login.done', async () => {
  await open(page, '/login');
  await submitLogIn(page, DEMO.buyer);
  await toast(page, 'Log In Successfully!');
  await arrive(page, `${shop.url}/`);
  expect(await storedToken()).toMatch(/^\S+$/u);
});

statement('4.login.failed', async () => {
  await open(page, '/login');
  const reply = await during(page.waitForResponse('**/api/auth/sign-in/email'), () => submitLogIn(page, DEMO.buyer, 'wrong1234'));
  const { message } = (await reply.json()) as { message: string };
  const shown = main(page).getByText(message, { exact: true }).first();
  await shown.waitFor();
  const [messageBox, button] = [await box(shown), await box(submit())];
  expect(messageBox.y + messageBox.height).toBeLessThanOrEqual(button.y);
  expect(await submit().isEnabled()).toBe(true);
  expect([await field('Email').inputValue(), await storedToken()]).toEqual([DEMO.buyer, null]);
});

async function comeWithGoogle(name: string, email: string): Promise<void> {
  await open(page, '/signup');
  await main(page).getByRole('button', { name: 'Sign up with Google', exact: true }).click();
  await arrive(page, '**/practice-google/authorize?**');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue with this account' }).click();
  await arrive(page, `${shop.url}/`);
  await open(page, '/dashboard');
}

statement('4.google.buyer', async () => {
  await comeWithGoogle('Greta Google', newAddress());
  await dashboardLink('My Orders').waitFor();
});

statement('4.google.seller', async () => {
  await comeWithGoogle('Another Name', DEMO.seller);
  await dashboardLink('My Products').waitFor();
  expect(await dashboardLink('My Orders').count()).toBe(0);
});

async function signOut(): Promise<void> {
  await enter(visitor.context, DEMO.buyer);
  await open(page, '/');
  await page.getByRole('button', { name: /^Account of/u }).click();
  await expect.poll(storedToken, PATIENCE).not.toBeNull();
  await page.getByRole('banner').getByText('Sign Out', { exact: true }).click();
  await page.getByRole('banner').getByText('Account', { exact: true }).waitFor();
}

statement('4.sign-out.token', async () => {
  await signOut();
  expect(await storedToken()).toBeNull();
});

statement('4.sign-out.failed', async () => {
  const failing = await refuse(page, '**/api/auth/sign-out', 500);
  await signOut();
  expect(await storedToken()).toBeNull();
  await toast(page, 'Sign Out Successfully');
  // Parts of the page that are still loading have a status, too.
  await expect.poll(() => toastTexts(page)).toEqual(['Sign Out Successfully']);
  await failing.undo();
});

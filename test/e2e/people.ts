import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

export type Account = { name: string; email: string; password: string };

/** The demo shop's accounts. */
export const DEMO_PASSWORD = 'redial123';
export const DEMO = { admin: 'admin@redial.test', seller: 'seller@redial.test', buyer: 'buyer@redial.test' } as const;

export async function signUp(page: Page, account: Account, role: 'buyer' | 'seller'): Promise<void> {
  await page.goto('/signup');
  await submitSignUp(page, account, role);
  await page.waitForURL('**/');
}

/** Submits the sign-up form of the current page. */
export async function submitSignUp(page: Page, { name, email, password }: Account, role: 'buyer' | 'seller'): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Account type').selectOption(role);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await toast(page, 'Sign Up Successfully!');
}

export const toast = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor();

export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await submitLogIn(page, email, password);
  await toast(page, 'Log In Successfully!');
}

/** Submits the login form of the current page. */
export async function submitLogIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Logs in without the form, for tests about something else; the next page that opens is logged in. */
export async function enter(context: BrowserContext, email: string, password = DEMO_PASSWORD): Promise<void> {
  const response = await context.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(response.status()).toBe(200);
}

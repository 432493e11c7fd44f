import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import { arrive, open, type Visitor } from '../browser.ts';
import { DEMO, enter, submitLogIn } from '../people.ts';
import { openShop } from '../shop.ts';
import { expectSentToLogin, main } from './stage.ts';
import { statement } from './statement.ts';

/** The demo shop: only it has a practice Google to sign in with. */
const shop = openShop();

let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  visitor = await shop.visitor();
  ({ page } = visitor);
});
beforeEach(() => visitor.forget());

function form() {
  return main(page).getByRole('form');
}

/** The page to return to is in the query. */
function link(path: string) {
  return main(page).locator(`a[href="${path}"], a[href^="${path}?"]`);
}

function field(name: string) {
  return page.getByLabel(name, { exact: true });
}

statement('2.signup.form', async () => {
  await open(page, '/signup');
  await main(page).getByRole('heading', { name: 'Create an account', exact: true }).waitFor();
  for (const name of ['Name', 'Email', 'Password']) expect(await field(name).inputValue()).toBe('');
  expect(await form().getByRole('button', { name: 'Sign Up', exact: true }).isEnabled()).toBe(true);
});

async function expectPasswordToShow(): Promise<void> {
  await field('Password').fill('secret123');
  const type = () => field('Password').getAttribute('type');
  expect(await type()).toBe('password');
  await form()
    .getByRole('checkbox', { name: /show.*password/iu })
    .check();
  expect(await type()).toBe('text');
  await form()
    .getByRole('checkbox', { name: /show.*password/iu })
    .uncheck();
  expect(await type()).toBe('password');
}

statement('2.signup.show-password', async () => {
  await open(page, '/signup');
  await expectPasswordToShow();
});

statement('2.signup.role', async () => {
  await open(page, '/signup');
  const roles = form().getByRole('combobox');
  expect(await roles.inputValue()).toBe('buyer');
  expect(await roles.getByRole('option').evaluateAll((options) => options.map((option) => option instanceof HTMLOptionElement && option.value))).toEqual([
    'buyer',
    'seller',
  ]);
});

statement('2.signup.login', async () => {
  await open(page, '/signup');
  await link('/login').click();
  await arrive(page, `${shop.url}/login`);
});

statement('2.signup.google', async () => {
  await open(page, '/signup');
  await main(page).getByRole('button', { name: 'Sign up with Google', exact: true }).waitFor();
});

statement('2.login.form', async () => {
  await open(page, '/login');
  for (const name of ['Email', 'Password']) expect(await field(name).inputValue()).toBe('');
  for (const name of ['Forgot Password', 'Login']) expect(await form().getByRole('button', { name, exact: true }).isEnabled()).toBe(true);
});

statement('2.login.show-password', async () => {
  await open(page, '/login');
  await expectPasswordToShow();
});

statement('2.login.signup', async () => {
  await open(page, '/login');
  await link('/signup').click();
  await arrive(page, `${shop.url}/signup`);
});

statement('2.login.google', async () => {
  await open(page, '/login');
  await main(page)
    .getByRole('button', { name: /google/iu })
    .waitFor();
});

statement('2.login.origin', async () => {
  await open(page, '/dashboard?x=1#part');
  await expectSentToLogin(page, '/dashboard?x=1#part');
  await submitLogIn(page, DEMO.buyer);
  await arrive(page, `${shop.url}/dashboard?x=1#part`);
  await visitor.forget();
  await open(page, '/login');
  await submitLogIn(page, DEMO.buyer);
  await arrive(page, `${shop.url}/`);
});

/** Opens an admin's page as a buyer. Returns the message that explains the redirect. */
async function sendAway(): Promise<Locator> {
  await enter(visitor.context, DEMO.buyer);
  await open(page, '/dashboard/allSellers');
  await expectSentToLogin(page, '/dashboard/allSellers');
  return main(page).getByText(new RegExp(`admin.*${DEMO.buyer}`, 'u'));
}

statement('2.routes.why-login', async () => {
  await (await sendAway()).waitFor();
  await form().getByRole('button', { name: 'Login', exact: true }).waitFor();
});

statement('2.routes.why-signup', async () => {
  const why = await sendAway();
  await main(page).locator('a[href^="/signup"]').first().click();
  await form().getByRole('button', { name: 'Sign Up', exact: true }).waitFor({ timeout: 3000 });
  await why.waitFor();
});

import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { arrive, open, type Visitor } from './browser.ts';
import { enter, submitLogIn, submitSignUp, toast } from './people.ts';
import { openShop } from './shop.ts';

const PASSWORD = 'practice123';
const ACCOUNTS = { buyer: 'buyer@example.test', seller: 'seller@example.test', admin: 'admin@example.test' } as const;
const MOBILE = '+351 900 000 001';
/** Empty except for its admin, and starts faster than the demo shop. */
const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: ACCOUNTS.admin, ADMIN_PASSWORD: PASSWORD });
const RESTRICTED = {
  buyer: ['/dashboard/myOrders'],
  seller: ['/dashboard/addAProducts', '/dashboard/myProducts', '/dashboard/importProducts', '/dashboard/mySales'],
  admin: [
    '/dashboard/find',
    '/dashboard/allSellers',
    '/dashboard/allBuyers',
    '/dashboard/reportedItems',
    '/dashboard/reportedReviews',
    '/dashboard/reportedConversations',
    '/dashboard/reviewQueue',
    '/dashboard/problems',
    '/dashboard/payments',
    '/dashboard/disputes',
    '/dashboard/removedItems',
    '/dashboard/lostPhones',
    '/dashboard/operations',
    '/dashboard/auditLog',
    '/dashboard/shopSettings',
  ],
} as const;
const ROLES = ['buyer', 'seller', 'admin'] as const;
type Role = (typeof ROLES)[number];
const WHY: Record<Role, string> = {
  buyer: 'That page is for buyers',
  seller: 'Selling needs a seller account',
  admin: 'That page is for admins',
};
const ANOTHER = 'Log in with another account to open it.';
const ADVICE: Record<Role, string> = {
  buyer: ANOTHER,
  seller: 'Log in with your seller account, or sign up as a seller with another email address.',
  admin: ANOTHER,
};

const MODEL = 'Guarded 1';

let listingId: string;
let stranger: Visitor;

beforeAll(async () => {
  const seller = createClient(shop.url);
  await seller.signUp(ACCOUNTS.seller, 'seller');
  const image = await uploadPicture(seller);
  listingId = await listPhone(seller, { model_name: MODEL, image, resale_price: '289', mobile_number: MOBILE });
  await createClient(shop.url).signUp(ACCOUNTS.buyer, 'buyer');
  stranger = await shop.visitor({ expected: [{ url: /\/any$/u, status: 404 }] });
});
beforeEach(() => stranger.forget());

function loginForm(page: Page) {
  return page.getByRole('form', { name: 'Log in' });
}

/** Waits for the login page that returns to `from`. */
async function expectSentToLogin(page: Page, from: string): Promise<void> {
  await arrive(page, (url) => url.pathname === '/login' && url.searchParams.get('from') === from);
  await loginForm(page).waitFor();
}

describe('Visitors', () => {
  test('A visitor is sent to /login from pages that are not public, even where nothing is', async () => {
    const { page } = stranger;
    for (const path of ['/dashboard', '/dashboard/payment/any', '/booking-page/any', ...ROLES.map((role) => RESTRICTED[role][0])]) {
      await open(page, path);
      await expectSentToLogin(page, path);
      // Being logged out is not an error.
      expect(await page.getByRole('main').getByRole('alert').filter({ hasText: /./u }).count()).toBe(0);
    }
  });

  test.each([
    ['buyer', '/dashboard/myOrders?x=1#part', 'You have not order any product'],
    ['buyer', '/booking-page/LISTING?x=1&y=a%20b#part', MODEL],
    ['seller', '/dashboard/addAProducts', 'Add A Product'],
    ['admin', '/dashboard/allSellers?x=1#part', 'One Seller'],
  ] as const)('A visitor who logs in as %s arrives where they wanted to go, with search and hash: %s', async (role, path, heading) => {
    const wanted = path.replace('LISTING', listingId);
    const { page } = stranger;
    await open(page, wanted);
    await expectSentToLogin(page, wanted);
    await submitLogIn(page, ACCOUNTS[role], PASSWORD);
    await toast(page, 'Log In Successfully!');
    await arrive(page, shop.url + wanted);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    // Back must not return to the login form.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  test('A visitor still arrives there after reloading the login page', async () => {
    const wanted = `/booking-page/${listingId}?x=1#part`;
    const { page } = stranger;
    await open(page, wanted);
    await expectSentToLogin(page, wanted);
    await page.reload();
    await submitLogIn(page, ACCOUNTS.buyer, PASSWORD);
    await arrive(page, shop.url + wanted);
  });

  test('A visitor who is sent to log in and signs up instead comes back to the booking', async () => {
    const wanted = `/booking-page/${listingId}`;
    const { page } = stranger;
    await open(page, wanted);
    await expectSentToLogin(page, wanted);
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await submitSignUp(page, { name: 'Newcomer', email: 'newcomer@example.test', password: PASSWORD }, 'buyer');
    await arrive(page, shop.url + wanted);
    await page.getByRole('button', { name: 'Add to Order' }).waitFor();
  });

  test('A visitor who wants to report a phone logs in and comes back to it', async () => {
    const here = '/category/Samsung?sort=lowtohigh';
    const { page } = stranger;
    await open(page, here);
    await page.getByRole('link', { name: 'Report this item' }).first().click();
    await expectSentToLogin(page, here);
    await submitLogIn(page, ACCOUNTS.buyer, PASSWORD);
    await arrive(page, shop.url + here);
    await page.getByRole('button', { name: 'Report this item' }).first().waitFor();
  });

  test('A visitor who wants to see a seller’s number logs in and comes back to it', async () => {
    const here = `/selected-items-details/${listingId}`;
    const { page } = stranger;
    await open(page, here);
    await page.getByRole('link', { name: 'Log in to see it' }).first().click();
    await expectSentToLogin(page, here);
    await submitLogIn(page, ACCOUNTS.buyer, PASSWORD);
    await arrive(page, shop.url + here);
    await page.getByText(MOBILE, { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Log in to see it' }).count()).toBe(0);
  });
});

describe.each(ROLES)('A logged-in %s', (role) => {
  let person: Visitor;

  beforeAll(async () => {
    person = await shop.visitor();
    await enter(person.context, ACCOUNTS[role], PASSWORD);
  });

  test('The dashboard’s menu leads to every page of the person’s role', async () => {
    const { page } = person;
    await open(page, '/dashboard');
    const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await links.first().waitFor();
    const paths = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    expect(paths).toEqual(['/dashboard', ...RESTRICTED[role]]);
    for (const link of (await links.all()).slice(1)) {
      const name = (await link.textContent()) ?? '';
      await link.click();
      await page.waitForFunction((title) => document.title === title, `${name} | Redial`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      expect(await loginForm(page).count()).toBe(0);
    }
  });

  test('A logged-in person without the role is sent to a login page that says why', async () => {
    const { page } = person;
    for (const need of ROLES.filter((other) => other !== role)) {
      const [path] = RESTRICTED[need];
      await open(page, path);
      await expectSentToLogin(page, path);
      await page.getByText(`${WHY[need]}, and you’re logged in as ${ACCOUNTS[role]}. ${ADVICE[need]}`, { exact: true }).waitFor();
    }
  });
});

test('A page for members without a reply of the login service says that it couldn’t load the account, and opens once there is one', async () => {
  const noReply = { expected: [{ url: /get-session/u, status: 0 }], remarks: [/ERR_FAILED/u] };
  const { page, context } = await shop.visitor(noReply);
  await enter(context, ACCOUNTS.buyer, PASSWORD);
  await page.route('**/api/auth/get-session', (route) => route.abort());
  await open(page, '/dashboard/myOrders');
  await page.getByRole('main').getByText('We couldn’t load your account.').waitFor();
  await page.unroute('**/api/auth/get-session');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'You have not order any product' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/myOrders');
});

test('A buyer who was sent away from an admin’s page opens it by logging in as an admin', async () => {
  const wanted = '/dashboard/allSellers?x=1#part';
  const { page, context } = stranger;
  await enter(context, ACCOUNTS.buyer, PASSWORD);
  await open(page, wanted);
  await expectSentToLogin(page, wanted);
  await submitLogIn(page, ACCOUNTS.admin, PASSWORD);
  await arrive(page, shop.url + wanted);
  await page.getByRole('heading', { name: 'One Seller', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByText(ACCOUNTS.admin, { exact: true }).filter({ visible: true }).first().waitFor();
});

test('A buyer who was sent away and logs in as a buyer again sees the reason again', async () => {
  const wanted = '/dashboard/allSellers';
  const { page, context } = stranger;
  await enter(context, ACCOUNTS.buyer, PASSWORD);
  await open(page, wanted);
  await expectSentToLogin(page, wanted);
  await submitLogIn(page, ACCOUNTS.buyer, PASSWORD);
  await toast(page, 'Log In Successfully!');
  await expectSentToLogin(page, wanted);
  await page.getByText(WHY.admin).waitFor();
});

describe('Foreign addresses in ?from=', () => {
  const ELSEWHERE = [
    '//evil.example',
    '/\\evil.example',
    'javascript:document.documentElement.append(location.href)',
    'https://evil.example/dashboard',
    '/login?from=%2F%2Fevil.example',
  ];
  const loginAt = (from: string): string => `/login?${new URLSearchParams({ from })}`;
  /** Collects every origin that the browser requests pages or files from. */
  const watchOrigins = (page: Page): Set<string> => {
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    return origins;
  };

  test.each(ELSEWHERE.slice(0, 3))('A foreign ?from= is ignored after logging in: %j', async (from) => {
    const { page } = stranger;
    const origins = watchOrigins(page);
    await open(page, loginAt(from));
    await submitLogIn(page, ACCOUNTS.buyer, PASSWORD);
    await arrive(page, `${shop.url}/`);
    await page.getByRole('heading', { name: 'Explore Popular Brands' }).waitFor();
    expect([...origins]).toEqual([shop.url]);
  });

  test('A foreign ?from= is ignored when already logged in', async () => {
    const { page, context } = stranger;
    await enter(context, ACCOUNTS.buyer, PASSWORD);
    const origins = watchOrigins(page);
    for (const from of ELSEWHERE) {
      await open(page, loginAt(from));
      await arrive(page, `${shop.url}/`);
      await page.getByRole('heading', { name: 'Explore Popular Brands' }).waitFor();
    }
    expect([...origins]).toEqual([shop.url]);
  });
});

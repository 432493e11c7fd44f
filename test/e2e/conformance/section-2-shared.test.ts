import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { listPhone } from '#test/support/world/calls.ts';
import { arrive, open, PATIENCE, takenOver, type Visitor } from '../browser.ts';
import { submitLogIn, toast } from '../people.ts';
import {
  addBuyer,
  addSeller,
  delay,
  expectPicture,
  expectSentToLogin,
  type Member,
  main,
  openStage,
  PASSWORD,
  pageTitle,
  type Seller,
  visitAs,
} from './stage.ts';
import { statement } from './statement.ts';

const SHOP = 'Corner Phones';
const PHONE = '+1 555 0177';
const EMAIL = 'hello@corner.test';
const shop = openStage({ SHOP_NAME: SHOP, CONTACT_PHONE: PHONE, CONTACT_EMAIL: EMAIL });

let page: Page;
let person: Visitor;
let buyer: Member;
let seller: Seller;
let listingId: string;

beforeAll(async () => {
  [buyer, seller] = await Promise.all([addBuyer(shop.url, 'Bea Buyer'), addSeller(shop.url, 'Sol Seller')]);
  listingId = await listPhone(seller.client, { model_name: 'Shared 1', image: seller.image, resale_price: '289' });
  await seller.client.call('POST', '/api/advertise', { _id: listingId });
  ({ page } = await shop.visitor({
    expected: [
      { url: /\/(nowhere|category\/%zz)$/u, status: 404 },
      { url: /\/selected-items-details\//u, status: 404 },
      { url: /\/(payment|booking-page)\/any$/u, status: 404 },
    ],
  }));
  person = await visitAs(shop, buyer, { expected: [{ url: /\/(payment|booking-page)\/any$/u, status: 404 }] });
});

function banner(on: Page) {
  return on.getByRole('banner');
}

function footer(on: Page) {
  return on.getByRole('contentinfo');
}

function hrefs(links: ReturnType<Page['getByRole']>) {
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
}

function openAccountMenu(on: Page) {
  return on.getByRole('button', { name: /^Account of/u }).click();
}

statement('2.title.public', async () => {
  const paths = [
    '/',
    '/category/Samsung',
    '/search',
    `/selected-items-details/${listingId}`,
    `/selected-newArrival-items/${listingId}`,
    '/blogs',
    '/login',
    '/signup',
    '/nowhere',
  ];
  for (const path of paths) {
    await open(page, path);
    expect((await pageTitle(page, SHOP)).trim(), path).not.toBe('');
  }
});

statement('2.title.signed-in', async () => {
  for (const path of ['/dashboard', '/dashboard/myOrders', '/dashboard/payment/any', `/booking-page/${listingId}`]) {
    await open(person.page, path);
    expect((await pageTitle(person.page, SHOP)).trim(), path).not.toBe('');
  }
});

statement('2.routes.public', async () => {
  for (const path of [
    '/',
    '/category/Samsung',
    `/selected-items-details/${listingId}`,
    `/selected-newArrival-items/${listingId}`,
    '/blogs',
    '/login',
    '/signup',
  ]) {
    expect((await open(page, path))?.status(), path).toBe(200);
    await main(page).getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

/** Returns the distance from the leftmost to the rightmost element in the bar. */
async function barWidth(viewport: number): Promise<number> {
  await page.setViewportSize({ width: viewport, height: 800 });
  return banner(page)
    .locator('a:visible, button:visible, summary:visible, input:visible')
    .evaluateAll((things) => {
      const boxes = things.map((thing) => thing.getBoundingClientRect());
      return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    });
}

statement('2.nav.width', async () => {
  await open(page, '/blogs');
  await banner(page).getByRole('link', { name: SHOP }).waitFor();
  const [narrow, wide, wider] = [await barWidth(1200), await barWidth(1800), await barWidth(2500)];
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(narrow).toBeLessThan(wide);
  expect(wide).toBeLessThanOrEqual(1400);
  expect(wide).toBeGreaterThan(1300);
  expect(wider).toBe(wide);
});

statement('2.nav.brand', async () => {
  await open(page, '/blogs');
  const brand = banner(page).getByRole('link', { name: SHOP });
  expect(await brand.getAttribute('href')).toBe('/');
  await takenOver(page);
  await brand.click();
  await arrive(page, `${shop.url}/`);
});

statement('2.nav.anchors', async () => {
  for (const [name, id] of [
    ['Popular Brands', 'popular-brands'],
    ['Popular Deals', 'popular-brands'],
    ['Offers', 'offers'],
    ['Latest Offers', 'offers'],
  ] as const) {
    await open(page, '/blogs');
    await takenOver(page);
    await banner(page).getByRole('link', { name, exact: true }).click();
    await arrive(page, `${shop.url}/#${id}`);
    await expect.poll(() => page.locator(`#${id}`).evaluate((part) => part.getBoundingClientRect().top), PATIENCE).toBeLessThan(500);
  }
});

statement('2.nav.signed-out', async () => {
  await open(page, '/blogs');
  await takenOver(page);
  await banner(page).getByText('Account', { exact: true }).click();
  expect(await hrefs(banner(page).getByRole('link', { name: 'Register', exact: true }))).toEqual(['/signup']);
  // The current page is in the query.
  const [login = ''] = await hrefs(banner(page).getByRole('link', { name: 'Log In', exact: true }));
  expect(new URL(login ?? '', shop.url).pathname).toBe('/login');
});

statement('2.nav.signed-in', async () => {
  const { page: own } = person;
  await open(own, '/blogs');
  await openAccountMenu(own);
  const menu = banner(own);
  await menu.getByText(buyer.name, { exact: true }).waitFor();
  await menu.getByText(buyer.email, { exact: true }).waitFor();
  await menu.getByText('Sign Out', { exact: true }).waitFor();
  expect(await hrefs(menu.getByRole('link', { name: 'Dashboard', exact: true }))).toEqual(['/dashboard']);
  expect(await menu.getByText('Register', { exact: true }).count()).toBe(0);
});

statement('2.nav.sign-out', async () => {
  const { page: leaving } = await visitAs(shop, buyer);
  await open(leaving, '/blogs');
  await openAccountMenu(leaving);
  await leaving.getByText('Sign Out', { exact: true }).click();
  await toast(leaving, 'Sign Out Successfully');
  await banner(leaving).getByText('Account', { exact: true }).waitFor();
});

statement('2.nav.avatar', async () => {
  const { page: nameless } = await visitAs(shop, buyer);
  await nameless.route('**/api/auth/get-session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { user: { name: string; image: string | null } };
    await route.fulfill({ response, json: { ...session, user: { ...session.user, name: '', image: null } } });
  });
  await open(nameless, '/blogs');
  await expectPicture(banner(nameless).getByTitle('Not Defined').first());
});

statement('2.nav.drawer', async () => {
  const { page: own } = person;
  await own.setViewportSize({ width: 390, height: 800 });
  await open(own, '/dashboard');
  const entry = own.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders', exact: true });
  await main(own).getByRole('heading', { level: 1 }).waitFor();
  expect(await entry.isVisible()).toBe(false);
  await banner(own).getByRole('button', { name: /menu/iu }).click();
  await entry.waitFor();
  await own.setViewportSize({ width: 1280, height: 900 });
});

statement('2.footer.tagline', async () => {
  await open(page, '/blogs');
  await footer(page).getByText('To get best value for money shop form our website.', { exact: true }).waitFor();
  await footer(page).getByText('Join with us:', { exact: true }).waitFor();
});

const COLUMNS = {
  About: ['Privacy & Policy', 'Shipping', 'FAQs', 'About us'],
  Blog: ['Upcoming Phones', 'Semiconductor', 'Tech'],
  Product: ['Popular Product', 'New Arrival Product', 'Most sell Product'],
};

statement('2.footer.columns', async () => {
  await open(page, '/blogs');
  await footer(page).waitFor();
  const [shown] = await footer(page).allInnerTexts();
  for (const [title, links] of Object.entries(COLUMNS)) {
    await footer(page).getByRole('heading', { name: title, exact: true }).waitFor();
    for (const link of links) await footer(page).getByRole('link', { name: link, exact: true }).waitFor();
    // In this order, one below the other.
    expect(shown).toContain([title, ...links].join('\n'));
  }
});

statement('2.footer.home', async () => {
  await open(page, '/blogs');
  await footer(page).waitFor();
  const links = await hrefs(footer(page).getByRole('link'));
  expect(links).toHaveLength(Object.values(COLUMNS).flat().length + 3 + 1);
  expect([...new Set(links)]).toEqual(['/']);
});

statement('2.footer.community', async () => {
  await open(page, '/blogs');
  const icons = footer(page)
    .getByRole('link')
    .filter({ has: page.locator('svg, img') });
  await icons.first().waitFor();
  expect(await icons.count()).toBe(3);
  for (const icon of await icons.all()) expect(await icon.getAttribute('aria-label')).toMatch(/\w/u);
});

statement('2.footer.contact', async () => {
  await open(page, '/blogs');
  for (const text of [PHONE, EMAIL]) {
    await footer(page).getByText(text, { exact: true }).waitFor();
    expect(await footer(page).getByRole('link', { name: text }).count()).toBe(0);
  }
});

statement('2.footer.bottom', async () => {
  await open(page, '/blogs');
  const line = footer(page).getByText(`© ${SHOP} 2022 - All rights reserved`, { exact: true });
  await line.waitFor();
  const [own, whole] = [await line.boundingBox(), await footer(page).boundingBox()];
  const below = (whole?.y ?? 0) + (whole?.height ?? 0) - ((own?.y ?? Number.NaN) + (own?.height ?? 0));
  expect(below).toBeLessThan(50);
  expect(await hrefs(line.getByRole('link', { name: SHOP, exact: true }))).toEqual(['/']);
});

function notFoundPicture(on: Page) {
  return main(on).getByRole('img', { name: /404/u });
}

statement('2.not-found.route', async () => {
  expect((await open(page, '/nowhere'))?.status()).toBe(404);
  await notFoundPicture(page).waitFor();
});

statement('2.not-found.malformed', async () => {
  expect((await open(page, '/category/%zz'))?.status()).toBe(404);
  await notFoundPicture(page).waitFor();
});

statement('2.not-found.error', async () => {
  const { page: unlucky } = await shop.visitor({ remarks: [/Cannot read properties of null/u] });
  await unlucky.route('**/api/newArrivalProducts', (route) => route.fulfill({ json: [null] }));
  await open(unlucky, '/blogs');
  await takenOver(unlucky);
  await banner(unlucky).getByRole('link', { name: SHOP }).click();
  await notFoundPicture(unlucky).waitFor();
  await main(unlucky).getByRole('link', { name: 'Back to Home Page', exact: true }).waitFor();
});

statement('2.not-found.button', async () => {
  await open(page, '/nowhere');
  await takenOver(page);
  await main(page).getByRole('link', { name: 'Back to Home Page', exact: true }).click();
  await arrive(page, `${shop.url}/`);
  await main(page).getByRole('heading', { name: 'Explore Popular Brands' }).waitFor();
});

statement('2.not-found.gone', async () => {
  const gone = await listPhone(seller.client, { model_name: 'Shared, gone', image: seller.image, resale_price: '100' });
  await seller.client.call('DELETE', `/api/products/${gone}`);
  expect((await open(page, `/selected-items-details/${gone}`))?.status()).toBe(404);
  await notFoundPicture(page).waitFor();
});

statement('2.not-found.order', async () => {
  for (const path of ['/booking-page/any', '/dashboard/payment/any']) {
    expect((await open(person.page, path))?.status(), path).toBe(404);
    await notFoundPicture(person.page).waitFor();
    await main(person.page).getByRole('link', { name: 'Back to Home Page' }).waitFor();
  }
});

const PROTECTED = [
  '/dashboard',
  '/dashboard/myOrders',
  '/dashboard/addAProducts',
  '/dashboard/myProducts',
  '/dashboard/allSellers',
  '/dashboard/allBuyers',
  '/dashboard/reportedItems',
  '/dashboard/payment/any',
  '/booking-page/any',
];

statement('2.guard.anonymous', async () => {
  for (const path of PROTECTED) {
    await open(page, path);
    await expectSentToLogin(page, path);
  }
});

statement('2.guard.origin', async () => {
  const { page: newcomer } = await shop.visitor();
  const wanted = `/booking-page/${listingId}?x=1&y=a%20b#part`;
  await open(newcomer, wanted);
  await expectSentToLogin(newcomer, wanted);
  await submitLogIn(newcomer, buyer.email, PASSWORD);
  await arrive(newcomer, shop.url + wanted);
  await main(newcomer).getByRole('button', { name: 'Add to Order' }).waitFor();
});

statement('2.guard.spinner', async () => {
  const reply = await delay(page, '**/api/auth/get-session');
  await open(page, '/dashboard');
  await main(page)
    .getByRole('status')
    .filter({ hasText: /loading/iu })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await reply.release();
  await expectSentToLogin(page, '/dashboard');
});

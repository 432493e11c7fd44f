import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectNoSidewaysScroll, resize, resizeText } from './access.ts';
import { arrive, open, PATIENCE, takenOver, type VisitorOptions } from './browser.ts';
import { DEMO, DEMO_PASSWORD, enter, submitLogIn, submitSignUp, toast } from './people.ts';
import { sendReport } from './reporting.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const PHONE = { width: 360, height: 740 };
const MOST_ROW = 150;
const TARGET = 44;
const NOWHERE = [{ url: /nowhere/u, status: 404 }];

async function visit(path: string, options: VisitorOptions & { as?: string; password?: string } = {}): Promise<Page> {
  const { page, context } = await shop.visitor(options);
  await page.setViewportSize(PHONE);
  if (options.as !== undefined) await enter(context, options.as, options.password);
  await open(page, path);
  if (options.javaScriptEnabled === false) await page.waitForLoadState();
  else await takenOver(page);
  return page;
}

function rows(page: Page): Locator {
  return page.getByRole('main').getByRole('article');
}

function bar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

function read<T>(path: string): Promise<T> {
  return fetch(`${shop.url}/api${path}`).then((response) => response.json() as Promise<T>);
}

const LISTS = ['/category/Apple', '/search?search=samsung', '/phones', '/search'];

describe('Rows of phones', () => {
  test.each(LISTS)('The first screen of %s shows four prices', async (path) => {
    const page = await visit(path);
    const end = (await boxOf(bar(page))).y;
    for (let at = 0; at < 4; at += 1) {
      const price = rows(page)
        .nth(at)
        .getByText(/^\$[\d,.]+$/u)
        .first();
      expect((await boxOf(price)).bottom, `price ${at}`).toBeLessThanOrEqual(end);
    }
  });

  test.each([320, 360, 639])('Every row is at most 150 pixels high at %i pixels, in one column, with its picture at the left', async (width) => {
    const page = await visit('/phones');
    await page.setViewportSize({ ...PHONE, width });
    await expectNoSidewaysScroll(page, `all phones at ${width}`);
    const boxes = await rows(page).evaluateAll((all) =>
      all.map((row) => {
        const [own, picture, name] = [row, row.firstElementChild, row.querySelector('h2')].map((element) => element?.getBoundingClientRect());
        return { left: own?.left ?? 0, height: own?.height ?? 0, pictureEnd: picture?.right ?? 0, nameStart: name?.left ?? 0 };
      }),
    );
    expect(boxes).toHaveLength(24);
    for (const { left, height, pictureEnd, nameStart } of boxes) {
      expect(height).toBeLessThanOrEqual(MOST_ROW);
      expect(left).toBe(boxes[0]?.left);
      expect(pictureEnd).toBeLessThan(nameStart);
    }
  });

  test('A row says the saving, keeps Book Now, Report and More within a thumb’s reach, and names the rest on More without moving anything', async () => {
    const [phone] = await read<Listing[]>('/products?name=Apple');
    if (!phone) throw new Error('the demo shop sells phones of Apple');
    const page = await visit('/category/Apple');
    const row = rows(page).first();
    expect(await row.textContent()).toMatch(/\$\d+.*· \d+% less than new/u);
    const more = row.locator('summary');
    await row.getByRole('link', { name: 'Report this item' }).waitFor();
    for (const target of [
      row.getByRole('link', { name: /^Book Now/u }),
      row.getByRole('link', { name: 'Report this item' }),
      more,
      row.getByRole('button', { name: /^Compare/u }),
    ]) {
      const { width, height } = await boxOf(target);
      expect(Math.min(width, height), (await target.textContent()) ?? '').toBeGreaterThanOrEqual(TARGET);
    }
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = [await height(), (await boxOf(rows(page).nth(1))).y - (await boxOf(row)).y];
    await more.click();
    const facts = row.getByRole('region', { name: `More about ${phone.model_name}` });
    const texts = await facts.textContent();
    for (const text of [phone.brand, phone.condition, phone.color, phone.storage, phone.year_of_use, phone.purchase_year, phone.location, phone.post_time])
      expect(texts).toContain(text);
    await row.getByText(phone.seller_name, { exact: true }).waitFor();
    for (const label of ['Original price', 'Resale price', 'Mobile']) expect(texts).toContain(label);
    expect([await height(), (await boxOf(rows(page).nth(1))).y - (await boxOf(row)).y]).toEqual(before);
    expect((await boxOf(facts)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y);
  });

  test('More of the last row on the screen comes into view', async () => {
    const page = await visit('/phones');
    const row = rows(page).nth(3);
    await row.locator('summary').evaluate((summary) => (summary as HTMLElement).click());
    await expect.poll(async () => (await boxOf(row.getByRole('region'))).bottom, PATIENCE).toBeLessThanOrEqual((await boxOf(bar(page))).y + 1);
  });
});

describe('One search box a page', () => {
  test.each([360, 768, 1440])(
    'No page has two search boxes at %i pixels',
    async (width) => {
      const page = await visit('/', { expected: NOWHERE });
      await resize(page, width);
      for (const path of ['/', '/blogs', '/login', '/nowhere']) {
        await open(page, path);
        await page.getByRole('main').waitFor();
        expect(await page.getByRole('search').filter({ visible: true }).count(), path).toBe(width < 768 ? 0 : 1);
      }
      for (const path of LISTS) {
        await open(page, path);
        await rows(page).first().waitFor();
        expect(await page.getByRole('search').filter({ visible: true }).count(), path).toBe(1);
        expect(await page.getByRole('banner').getByRole('link', { name: 'Search all phones' }).filter({ visible: true }).count(), path).toBe(0);
      }
    },
    240_000,
  );

  test('The header has logo, search icon and account in one line, and the account menu leads to the home page’s sections', async () => {
    const page = await visit('/blogs');
    const header = page.getByRole('banner');
    expect((await boxOf(header)).height).toBeLessThanOrEqual(60);
    await header.getByText('Account').click();
    expect(await header.getByRole('link').filter({ visible: true }).allInnerTexts()).toEqual([
      'Redial',
      '',
      'Register',
      'Log In',
      'Saved phones',
      'Popular Brands',
      'Popular Deals',
      'Offers',
      'Latest Offers',
      'Help',
    ]);
    await header.getByRole('link', { name: 'Search all phones' }).click();
    await arrive(page, '**/search');
    await rows(page).first().waitFor();
  });
});

describe('The bottom bar', () => {
  test('It stands at the bottom with its five places, each of thumb size, covers nothing, and is not on larger screens', async () => {
    const page = await visit('/');
    expect(await bar(page).getByRole('link').allInnerTexts()).toEqual(['Home', 'Search', 'Sell', 'Orders', 'Messages']);
    expect(await bar(page).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect((await boxOf(bar(page))).bottom).toBe(PHONE.height);
    for (const link of await bar(page).getByRole('link').all()) expect((await boxOf(link)).height).toBeGreaterThanOrEqual(TARGET);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const end = page.getByRole('contentinfo');
    await expect.poll(async () => (await boxOf(end)).bottom, PATIENCE).toBeLessThanOrEqual((await boxOf(bar(page))).y + 1);
    await resize(page, 768);
    expect(await bar(page).isVisible()).toBe(false);
  });

  test('It leaves while someone types, and nothing moves', async () => {
    const page = await visit('/phones');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.getByRole('search').getByRole('combobox').focus();
    await expect.poll(() => bar(page).isVisible(), PATIENCE).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await page.getByRole('search').getByRole('combobox').blur();
    await expect.poll(() => bar(page).isVisible(), PATIENCE).toBe(true);
  });

  test('Sticky buttons and the comparison tray stand above it', async () => {
    const page = await visit('/category/Apple');
    await rows(page)
      .first()
      .getByRole('button', { name: /^Compare/u })
      .click();
    const tray = page.getByRole('region', { name: 'Phones to compare' });
    await tray.waitFor();
    expect((await boxOf(tray)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y + 1);
    const [phone] = await read<Listing[]>('/products?name=Apple');
    await open(page, `/selected-items-details/${phone?._id}`);
    await takenOver(page);
    await tray.waitFor();
    const buttons = page.getByRole('main').getByRole('link', { name: /^Book Now/u });
    const ends = await Promise.all((await buttons.filter({ visible: true }).all()).map(async (button) => (await boxOf(button)).bottom));
    expect(Math.min(...ends)).toBeLessThanOrEqual((await boxOf(tray)).y + 1);
  });

  test.each([
    ['Sell', '/dashboard/addAProducts', DEMO.seller],
    ['Orders', '/dashboard/myOrders', DEMO.buyer],
    ['Messages', '/dashboard/messages', DEMO.buyer],
  ])('“%s” leads a visitor to log in and back', async (name, path, email) => {
    const page = await visit('/phones');
    await bar(page).getByRole('link', { name }).click();
    await arrive(page, '**/login?*');
    await submitLogIn(page, email);
    await arrive(page, `**${path}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
  });

  test('A visitor who wants to sell and has no account signs up as a seller and comes back to the form', async () => {
    const page = await visit('/');
    await bar(page).getByRole('link', { name: 'Sell' }).click();
    await arrive(page, '**/login?*');
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await arrive(page, '**/signup?*');
    expect(await page.getByLabel('Account type').inputValue()).toBe('seller');
    await submitSignUp(page, { name: 'Maya Lindqvist', email: 'sells@example.test', password: 'practice123' }, 'seller');
    await arrive(page, '**/dashboard/addAProducts');
  });

  test('A buyer who wants to sell reads what it takes', async () => {
    const page = await visit('/', { as: DEMO.buyer });
    await bar(page).getByRole('link', { name: 'Sell' }).click();
    await page.getByText('Selling needs a seller account, and you’re logged in as').waitFor();
    await page.getByText('or sign up as a seller with another email address').waitFor();
  });

  test.each([
    [DEMO.buyer, ['Home', 'Search', 'Sell', 'Orders', 'Messages']],
    [DEMO.seller, ['Home', 'Search', 'Sell', 'Sales', 'Messages']],
    [DEMO.admin, ['Home', 'Search', 'Review', 'Payments', 'Updates']],
  ])('For %s it has the places of the role', async (email, names) => {
    const page = await visit('/', { as: email });
    await expect.poll(async () => (await bar(page).getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]), PATIENCE).toEqual(names);
    const last = names.at(-1) ?? '';
    await bar(page)
      .getByRole('link', { name: new RegExp(`^${last}`, 'u') })
      .click();
    await page.getByRole('heading', { name: last, level: 1 }).waitFor();
  });

  test('A badge counts what is new until it is read', async () => {
    const email = `${randomUUID()}@example.test`;
    const seller = createClient(shop.url);
    await seller.signUp(email, 'seller', 'Hana Petrov');
    const admin = createClient(shop.url);
    await admin.signIn(DEMO.admin, DEMO_PASSWORD);
    const sellers = (await admin.call('GET', '/api/users/sellers?user=seller')).body as { _id: string; email: string }[];
    const id = sellers.find((one) => one.email === email)?._id;
    await admin.call('PUT', `/api/products/?email=${email}&id=${id}`);
    const page = await visit('/', { as: email, password: 'practice123' });
    const badge = bar(page).getByText(/^\d\+? new$/u);
    await badge.waitFor();
    const devTools = await page.context().newCDPSession(page);
    await resizeText(page, devTools, 32);
    await expectNoSidewaysScroll(page, 'the badge in large text');
    await resizeText(page, devTools, 16);
    await bar(page)
      .getByRole('link', { name: /^Messages/u })
      .click();
    await page
      .getByRole('navigation', { name: 'Inbox' })
      .getByRole('link', { name: /^Updates/u })
      .click();
    const list = page.getByRole('region', { name: 'Notifications' });
    await list.getByText('New', { exact: true }).first().waitFor();
    expect((await boxOf(list.getByRole('link').first())).height).toBeGreaterThanOrEqual(TARGET);
    await badge.waitFor();
    await list.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => badge.count(), PATIENCE).toBe(0);
    await expect.poll(() => list.getByText('New', { exact: true }).count(), PATIENCE).toBe(0);
  });

  test('On a desktop the header has “Sell a phone”, and there is no bottom bar', async () => {
    const page = await visit('/');
    await resize(page, 1440);
    expect(await bar(page).isVisible()).toBe(false);
    await page.getByRole('banner').getByRole('link', { name: 'Sell a phone' }).click();
    await arrive(page, '**/login?*');
    await submitLogIn(page, DEMO.seller);
    await toast(page, 'Log In Successfully!');
    await arrive(page, '**/dashboard/addAProducts');
  });
});

describe('The footer', () => {
  test('Forms and the dashboard end with one line on a phone, and other pages with the whole footer', async () => {
    const [phone] = await read<Listing[]>('/products?name=Apple');
    const [stranger, page] = [await visit('/'), await visit('/', { as: DEMO.buyer })];
    const footer = page.getByRole('contentinfo');
    for (const [by, path] of [
      [stranger, '/signup'],
      [stranger, '/reset-password?token=x'],
      [page, `/booking-page/${phone?._id}`],
      [page, '/dashboard'],
      [page, '/dashboard/myOrders'],
    ] as const) {
      await open(by, path);
      const short = by.getByRole('contentinfo');
      await short.waitFor();
      expect((await boxOf(short)).height, path).toBeLessThanOrEqual(100);
      expect(await short.textContent(), path).toContain('2022 - All rights reserved');
    }
    for (const path of ['/', '/phones', '/blogs', `/selected-items-details/${phone?._id}`]) {
      await open(page, path);
      await footer.getByRole('heading', { name: 'About' }).waitFor();
    }
  });

  test('On a desktop forms have the whole footer', async () => {
    const page = await visit('/login');
    await resize(page, 1280);
    await page.getByRole('contentinfo').getByRole('heading', { name: 'About' }).waitFor();
  });
});

test.each([
  ['admin', '/dashboard/allSellers'],
  ['admin', '/dashboard/allBuyers'],
  ['admin', '/dashboard/payments'],
  ['admin', '/dashboard/reportedItems'],
  ['seller', '/dashboard/myProducts'],
  ['buyer', '/dashboard/myOrders'],
] as const)('What the %s’s table on %s leads to is high enough for a finger', async (role, path) => {
  const page = await visit(path, { as: DEMO[role] });
  const links = page.getByRole('table').getByRole('row').getByRole('link');
  await links.first().waitFor();
  const low = await links.evaluateAll(
    (all, least) =>
      all
        .map((link) => ({ text: link.textContent, box: link.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height < least)
        .map(({ text, box }) => `${text}: ${box.height}`),
    TARGET,
  );
  expect(low).toEqual([]);
});

test.each([320, 360, 414])('The comparison shows two phones at once at %i pixels and swipes from phone to phone', async (width) => {
  const phones = await read<Listing[]>('/products?limit=4');
  const page = await visit(`/compare?ids=${phones.map(({ _id }) => _id).join()}`);
  await page.setViewportSize({ ...PHONE, width });
  const table = page.getByRole('region', { name: 'Comparison' });
  const names = table.getByRole('columnheader');
  const shown = async (): Promise<boolean[]> => {
    const frame = await boxOf(table);
    const start = (await boxOf(table.getByRole('rowheader').first())).right;
    const boxes = await Promise.all((await names.all()).map(boxOf));
    return boxes.map(({ x, right }) => x >= start - 2 && right <= frame.right + 2);
  };
  await expect.poll(shown, PATIENCE).toEqual([true, true, false, false]);
  await table.evaluate((element) => element.scrollBy({ left: 100, top: 400 }));
  await expect.poll(shown, PATIENCE).toEqual([false, true, true, false]);
  expect((await boxOf(names.first())).y).toBeCloseTo((await boxOf(table)).y, -1);
});

describe('All phones', () => {
  test.each([true, false])('There is a page of all phones with filters, sort order and pages (JavaScript: %s)', async (javaScriptEnabled) => {
    const all = await read<Listing[]>('/products?limit=100');
    const page = await visit('/', { javaScriptEnabled });
    await page.getByRole('main').getByRole('link', { name: 'See all phones' }).first().click();
    await arrive(page, '**/phones');
    await page.getByRole('heading', { name: 'All phones', level: 1 }).waitFor();
    await page.getByText(`${all.length} phones`, { exact: true }).waitFor();
    expect(await rows(page).count()).toBe(24);
    await open(page, '/phones?sort=lowtohigh&brand=Google');
    await rows(page).first().waitFor();
    const googles = await read<Listing[]>('/products?name=Google&sort=lowtohigh');
    expect(await rows(page).getByRole('heading').allInnerTexts()).toEqual(googles.map(({ model_name }) => model_name));
    await open(page, '/phones');
    await page.getByRole('link', { name: 'Load more' }).click();
    await rows(page)
      .getByRole('heading', { name: all[24]?.model_name ?? '' })
      .first()
      .waitFor();
  });

  test('A blank search shows all phones below the search form', async () => {
    for (const path of ['/search', '/search?search=', '/search?search=%20%20']) {
      const page = await visit(path);
      await page.getByRole('heading', { name: 'Search all phones', level: 1 }).waitFor();
      expect(await rows(page).count()).toBe(24);
    }
  });

  test('The 404 page and a search without results lead to all phones', async () => {
    const { page } = await shop.visitor({ expected: NOWHERE });
    for (const path of ['/nowhere', '/search?search=zzzzzz']) {
      await open(page, path);
      await page.getByRole('main').getByRole('link', { name: 'See all phones' }).click();
      await arrive(page, '**/phones');
    }
  });
});

test.each(['See which phones people want', 'See what phones sell for'])('Above the form of a phone for sale, “%s” is of thumb size', async (name) => {
  const page = await visit('/dashboard/addAProducts', { as: DEMO.seller });
  expect((await boxOf(page.getByRole('link', { name }))).height).toBeGreaterThanOrEqual(TARGET);
});

test('A list stays where it is when the session ends while the report dialog is open', async () => {
  const page = await visit('/phones', { as: DEMO.buyer, expected: [{ url: /\/api\//u, status: 401 }] });
  await rows(page).nth(6).getByRole('button', { name: 'Report this item' }).click();
  await page.getByRole('dialog').waitFor();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(0);
  // Its cookie is gone, and its token has expired.
  await page.context().clearCookies();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET' && !route.request().url().includes('/auth/'))
      return route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Log in again.' } });
    // Long enough for placeholders to be seen.
    await page.waitForTimeout(300);
    await route.continue();
  });
  await sendReport(page);
  await rows(page).nth(6).getByRole('link', { name: 'Report this item' }).waitFor();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
});

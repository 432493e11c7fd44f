import { beforeAll, describe, expect, test } from 'vitest';
import { everyPage, findBuyersPages, findOffer, ROLES, type Role, type SitePage } from '#test/support/site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize, resizeText } from './access.ts';
import { openWhole } from './browser.ts';
import { openSteady, slowDown } from './layout-shifts.ts';
import { DEMO, enter } from './people.ts';
import { shareOut } from './share-out.ts';
import { readShop } from './shop.ts';

const shop = readShop();
let pages: SitePage[];

beforeAll(async () => {
  const offer = await findOffer(shop.url);
  const buyer = await shop.visitor();
  await enter(buyer.context, DEMO.buyer);
  pages = everyPage(offer, await findBuyersPages(buyer.context));
  await buyer.context.close();
});

const WIDE = 1280;
const NARROWEST = 320;
/** The narrowest phone; and a screen of 1280 pixels at 200 % zoom, which is one of 640. */
const NARROW = [NARROWEST, 640];
/** Text of 150 % or 200 %, on small phones. */
const PHONES = [NARROWEST, 360];
const LARGE_TEXT = [24, 32];

async function visitAs(role: Role) {
  const visitor = await shop.visitor({ expected: role === 'visitor' ? [{ url: /\/nowhere$/u, status: 404 }] : [] });
  if (role !== 'visitor') await enter(visitor.context, DEMO[role]);
  return visitor;
}

// After each test, every visitor is checked for console messages and failed requests.
describe.each(ROLES)('Every page of the %s', (role) => {
  test('Every page is accessible in light and dark mode, never wider than the screen, even in large text, and moves nothing while it loads on a slow line', async () => {
    const windows = await Promise.all(
      [1, 2].map(async () => {
        const { page } = await visitAs(role);
        return { page, devTools: await slowDown(page) };
      }),
    );
    await shareOut(
      pages.filter((one) => one.role === role),
      windows,
      async (one, { page, devTools }) => {
        const { name } = one;
        await resize(page, WIDE);
        await openSteady(page, devTools, one);
        await expectAccessibleInBothThemes(page, name);
        for (const width of NARROW) {
          await resize(page, width);
          await expectNoSidewaysScroll(page, `${name} at ${width} pixels`);
        }
        for (const width of PHONES) {
          await resize(page, width);
          for (const size of LARGE_TEXT) {
            await resizeText(page, devTools, size);
            await expectNoSidewaysScroll(page, `${name} at ${width} pixels with text of ${size} pixels`);
          }
        }
        await resizeText(page, devTools, 16);
      },
    );
  }, 360_000);
});

async function phoneOf(role: Role, path: string) {
  const { page } = await visitAs(role);
  await page.setViewportSize({ width: 360, height: 740 });
  await openWhole(page, path);
  return page;
}

describe('Menus and dialogs', () => {
  test('The menus of the navigation bar are accessible', async () => {
    const page = await phoneOf('visitor', '/blogs');
    await page.locator('summary', { hasText: 'Account' }).click();
    await page.getByRole('link', { name: 'Register' }).waitFor();
    await page.getByRole('link', { name: 'Latest Offers' }).filter({ visible: true }).waitFor();
    await expectAccessibleInBothThemes(page, 'the account menu');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.locator('summary', { hasText: 'Browse' }).click();
    await page.getByRole('link', { name: 'Latest Offers' }).filter({ visible: true }).waitFor();
    await expectAccessibleInBothThemes(page, 'the places menu');
  });

  test('The account menu and the dashboard’s drawer are accessible', async () => {
    const page = await phoneOf('buyer', '/dashboard');
    await page.getByRole('button', { name: /^Account of/u }).click();
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    await expectAccessibleInBothThemes(page, 'the account menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Dashboard menu' }).click();
    await page.getByRole('link', { name: 'My Orders' }).filter({ visible: true }).first().waitFor();
    await expectAccessibleInBothThemes(page, 'the drawer');
  });

  test.each([
    ['visitor', '/phones', 'summary:has-text("Account")', 'Log In'],
    ['buyer', '/', 'button[aria-label^="Account of"]', 'Dashboard'],
    ['seller', '/dashboard/myProducts', 'button[aria-label^="More for"]', 'View listing'],
  ] as const)('In large text, the menu of the %s on %s is as wide as the screen at most', async (role, path, opener, entry) => {
    const { page, context } = await visitAs(role);
    await openWhole(page, path);
    await resize(page, NARROWEST);
    await resizeText(page, await context.newCDPSession(page), 32);
    await page.locator(opener).first().click();
    const { x, width } = (await page.getByRole('link', { name: entry, exact: true }).filter({ visible: true }).first().boundingBox()) ?? { x: -1, width: 0 };
    expect([x >= 0, x + width <= NARROWEST]).toEqual([true, true]);
  });

  test('The sheet of filters is accessible', async () => {
    const page = await phoneOf('visitor', '/category/Apple');
    await page
      .getByRole('main')
      .getByText(/^Filters/u)
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInBothThemes(page, 'the sheet of filters');
    await expectNoSidewaysScroll(page, 'the sheet of filters');
  });

  test('Search suggestions are accessible', async () => {
    const page = await phoneOf('visitor', '/search?search=pixel');
    const field = page.getByRole('search').getByRole('combobox');
    await field.fill('galaxy');
    await page.getByRole('option').first().waitFor();
    await field.press('ArrowDown');
    await expectAccessibleInBothThemes(page, 'the suggestions');
    await expectNoSidewaysScroll(page, 'the suggestions');
  });

  test('The filters that share one button are accessible', async () => {
    const { page } = await visitAs('visitor');
    await page.goto('/search?search=under5000', { waitUntil: 'networkidle' });
    await page.getByRole('form', { name: 'Filters' }).locator('summary', { hasText: 'More' }).first().click();
    await page.getByRole('form', { name: 'Filters' }).getByRole('group', { name: 'Location' }).getByRole('checkbox').first().waitFor();
    await expectAccessibleInBothThemes(page, 'the shared filters');
  });

  test('An offer’s dialog is accessible', async () => {
    const page = await phoneOf('visitor', '/');
    await page.locator('#offers').getByRole('heading', { level: 3 }).getByRole('link').first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInBothThemes(page, 'the offer’s dialog');
    await expectNoSidewaysScroll(page, 'the offer’s dialog');
  });

  test.each([
    ['seller', '/dashboard/myProducts'],
    ['admin', '/dashboard/allSellers'],
    ['admin', '/dashboard/allBuyers'],
    ['admin', '/dashboard/reportedItems'],
  ] as const)('The confirmation before the %s deletes on %s is accessible', async (role, path) => {
    const page = await phoneOf(role, path);
    await page
      .getByRole('button', { name: /^Delete/u })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure" }).waitFor();
    await expectAccessibleInBothThemes(page, `the dialog on ${path}`);
    await expectNoSidewaysScroll(page, `the dialog on ${path}`);
  });

  test.each([
    ['visitor', '/login', 'Login'],
    ['visitor', '/signup', 'Sign Up'],
    ['seller', '/dashboard/addAProducts?step=all', /^Add/u],
  ] as const)('The %s’s form on %s shows accessible errors for empty fields', async (role, path, name) => {
    const page = await phoneOf(role, path);
    await page.getByRole('main').getByRole('button', { name, exact: true }).last().click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await expectAccessibleInBothThemes(page, `the errors on ${path}`);
    await expectNoSidewaysScroll(page, `the errors on ${path}`);
  });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { showTheme } from './access.ts';
import { blockStorage } from './browser.ts';
import { readShop } from './shop.ts';

const shop = readShop();

const DAY = 'rgb(248, 246, 242)';
const NIGHT = 'rgb(22, 21, 19)';

function groundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

function barOf(page: Page): Promise<string[]> {
  return page.locator('meta[name="theme-color"]').evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content') ?? ''));
}

function choose(page: Page, text: string) {
  return page.getByRole('radio', { name: text }).check({ force: true });
}

test('The theme follows the device until the user chooses, and the choice applies to every page and tab', async () => {
  const { page, context } = await shop.visitor();
  await showTheme(page, 'light');
  await page.goto('/blogs', { waitUntil: 'networkidle' });
  expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
  expect(await groundOf(page)).toBe(DAY);
  await showTheme(page, 'dark');
  expect(await groundOf(page)).toBe(NIGHT);

  await choose(page, 'Light');
  expect(await groundOf(page)).toBe(DAY);
  const another = await context.newPage();
  await showTheme(another, 'light');
  await another.goto('/', { waitUntil: 'networkidle' });
  await choose(another, 'Dark');
  expect(await groundOf(another)).toBe(NIGHT);
  await expect.poll(() => groundOf(page)).toBe(NIGHT);
  await another.reload({ waitUntil: 'networkidle' });
  expect(await groundOf(another)).toBe(NIGHT);
  expect(await another.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  expect(await barOf(another)).toEqual(['#161513', '#161513']);

  await choose(another, 'System');
  expect(await groundOf(another)).toBe(DAY);
  expect(await another.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  expect(await barOf(another)).toEqual(['#f8f6f2', '#161513']);
});

test('The theme is set before the first paint', async () => {
  const { page, context } = await shop.visitor();
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await showTheme(page, 'light');
  // Only the page itself and what blocks its first paint arrive.
  await page.route('**/assets/*.js', (route) => route.abort('aborted'));
  await page.goto('/blogs', { waitUntil: 'domcontentloaded' });
  expect(await groundOf(page)).toBe(NIGHT);
});

test('A theme lasts as long as the page where nothing can be stored', async () => {
  const { page, context } = await shop.visitor();
  await blockStorage(context);
  await showTheme(page, 'light');
  await page.goto('/blogs', { waitUntil: 'networkidle' });
  await choose(page, 'Dark');
  expect(await groundOf(page)).toBe(NIGHT);
});

test('With forced colors, which leave out backgrounds, buttons have an edge, and what is chosen an outline', async () => {
  const { page } = await shop.visitor();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/phones', { waitUntil: 'networkidle' });
  const edgeOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name }))
      .first()
      .evaluate((button) => {
        const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(button);
        return { border: `${borderTopWidth} ${borderTopStyle}`, outline: outlineStyle };
      });
  expect(await edgeOf('Search')).toMatchObject({ border: '1px solid' });
  expect(await edgeOf('Book Now')).toMatchObject({ border: '1px solid' });
  const compare = page.getByRole('button', { name: /^Compare/u }).first();
  const name = (await compare.getAttribute('aria-label')) ?? '';
  expect(await edgeOf(name)).toMatchObject({ outline: 'none' });
  await compare.click();
  await page.getByLabel('Search phones').focus();
  await expect.poll(() => edgeOf(name)).toMatchObject({ outline: 'solid' });
});

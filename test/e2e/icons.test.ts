import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readShop } from './shop.ts';

const shop = readShop();

test('Every icon of a page is drawn, without scripts too', async () => {
  const { page } = await shop.visitor({ javaScriptEnabled: false });
  for (const path of ['/', '/phones', '/help']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await countIcons(page)).toBeGreaterThan(3);
    expect(await emptyIcons(page)).toEqual([]);
  }
});

test('Icons come in one file, in one request, and take the color of their text', async () => {
  const { page } = await shop.visitor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/phones', { waitUntil: 'networkidle' });
  expect(requests.filter((path) => /icons-[0-9a-f]{8}\.svg$/u.test(path))).toHaveLength(1);
  const icon = page.locator('article .icon:visible').first();
  expect(await icon.evaluate((svg) => getComputedStyle(svg).stroke)).toBe(await icon.evaluate((svg) => getComputedStyle(svg).color));
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await icon.evaluate((svg) => getComputedStyle(svg).stroke)).toBe(await icon.evaluate((svg) => getComputedStyle(svg).color));
});

function countIcons(page: Page): Promise<number> {
  return page.locator('.icon').count();
}

/** Names the icons whose shapes have no size: those that were not found. */
function emptyIcons(page: Page): Promise<string[]> {
  return page
    .locator('.icon:visible use')
    .evaluateAll((uses) => uses.filter((use) => use instanceof SVGUseElement && use.getBBox().width === 0).map((use) => use.getAttribute('href') ?? ''));
}

import { expect, test } from 'vitest';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './access.ts';
import { open, PATIENCE, takenOver } from './browser.ts';
import { isFocused } from './keys.ts';
import { DEMO, enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const PHONE = { width: 360, height: 740 };

test('A buyer saves the search of a page, finds it in the dashboard, replays it, chooses how often it alerts, and deletes it', async () => {
  const { page, context } = await shop.visitor();
  await page.setViewportSize(PHONE);
  await open(page, '/phones');
  await takenOver(page);
  expect(await page.getByText('Save this search').count()).toBe(0);
  // Where it is sorted from narrows nothing.
  await open(page, '/phones?near=Portland');
  await takenOver(page);
  expect(await page.getByText('Save this search').count()).toBe(0);
  const path = '/search?search=galaxy+under+400&storage=128+GB';
  await open(page, path);
  await takenOver(page);
  expect(await page.getByRole('link', { name: 'Save this search' }).getAttribute('href')).toBe(`/login?from=${encodeURIComponent(path)}`);

  await enter(context, DEMO.buyer);
  await open(page, path);
  await takenOver(page);
  const button = page.getByRole('button', { name: 'Save this search' });
  const box = await button.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await expectNoSidewaysScroll(page, 'a search to save');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(page.getByRole('link', { name: 'Search saved' })), PATIENCE).toBe(true);
  await page.keyboard.press('Enter');

  const title = page.getByRole('main').getByRole('link', { name: 'galaxy under 400, 128 GB' });
  await title.waitFor();
  expect((await title.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectNoSidewaysScroll(page, 'saved searches');
  await expectAccessibleInBothThemes(page, 'saved searches');
  await page.getByLabel('Alerts: galaxy under 400, 128 GB').selectOption('weekly');
  await expect.poll(() => page.getByLabel('Alerts: galaxy under 400, 128 GB').inputValue(), PATIENCE).toBe('weekly');
  await title.click();
  await page.getByRole('heading', { name: 'Phones for “galaxy under 400”' }).waitFor();
  expect(new URL(page.url()).searchParams.getAll('storage')).toEqual(['128 GB']);

  await open(page, '/dashboard/searches');
  await takenOver(page);
  await expect.poll(() => page.getByLabel('Alerts: galaxy under 400, 128 GB').inputValue(), PATIENCE).toBe('weekly');
  await page.getByRole('button', { name: 'Delete “galaxy under 400, 128 GB”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure" }).click();
  await page.getByText('No saved searches yet').waitFor();
  await expect.poll(() => isFocused(page.locator('#content')), PATIENCE).toBe(true);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, PATIENCE, takenOver } from './browser.ts';
import { isFocused } from './keys.ts';

import { DEMO, enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();

async function openAs(email: string, path: string): Promise<Page> {
  const { page, context } = await shop.visitor();
  await enter(context, email);
  await open(page, path);
  await takenOver(page);
  return page;
}

test('The focus stays in the search of a list, and in the row whose button is done', async () => {
  const page = await openAs(DEMO.seller, '/dashboard/myProducts?sort=oldest');
  const search = page.getByRole('searchbox', { name: 'Model or brand' });
  await search.fill('iphone');
  await search.press('Enter');
  await page.waitForURL(/search=iphone/u);
  await page.getByRole('heading', { name: 'My Products' }).waitFor();
  expect(await isFocused(search)).toBe(true);
  await page.goBack();
  await expect.poll(() => search.inputValue(), PATIENCE).toBe('');

  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Advertise /u, disabled: false }) })
    .first();
  await row.getByRole('button', { name: /^Advertise /u }).press('Enter');
  await page.getByText('This product is Advertised').waitFor();
  const done = page.locator(':focus');
  await expect.poll(() => done.count(), PATIENCE).toBe(1);
  await done.getByRole('button', { name: /^Advertised /u }).waitFor();
});

test('The focus stays on a change of several listings', async () => {
  const page = await openAs(DEMO.seller, '/dashboard/myProducts');
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('main').getByRole('checkbox').first().check();
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.press('Enter');
  await page.getByText('Choose phones below.').waitFor();
  expect(await isFocused(pause)).toBe(true);
});

test('Loading more leads to the first new phone, also when there is no more to load', async () => {
  const { page } = await shop.visitor();
  await open(page, '/phones');
  await takenOver(page);
  const cards = page.getByRole('article');
  const more = page.getByRole('link', { name: 'Load more' });
  for (let shown = await cards.count(); await more.isVisible(); shown = await cards.count()) {
    await more.press('Enter');
    await expect.poll(() => cards.nth(shown).locator('a:focus').count(), PATIENCE).toBe(1);
  }
  expect(await cards.count()).toBeGreaterThan(48);
});

test('The focus stays in the row of the first button pressed, even if what keeps it loads late', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, DEMO.seller);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isWaiting = false;
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('checkVisibility')) {
      isWaiting = true;
      await released;
    }
    await route.fulfill({ response });
  });
  await open(page, '/dashboard/myProducts?sort=oldest');
  await takenOver(page);
  const advertise = page.getByRole('button', { name: /^Advertise /u, disabled: false }).first();
  await advertise.press('Enter');
  await page.getByText('This product is Advertised').waitFor();
  await expect.poll(() => isWaiting, PATIENCE).toBe(true);
  release();
  const done = page.locator(':focus');
  await expect.poll(() => done.count(), PATIENCE).toBe(1);
  await done.getByRole('button', { name: /^Advertised /u }).waitFor();
});

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './access.ts';
import { blockStorage, during, open, PATIENCE, takenOver } from './browser.ts';
import { delay } from './conformance/stage.ts';
import { isFocused } from './keys.ts';
import { DEMO, logIn } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const PHONE = { width: 360, height: 740 };

const hearts = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: /^Save: / });
const pressed = (heart: Locator) => expect.poll(() => heart.getAttribute('aria-pressed'), PATIENCE);
const rows = (page: Page): Locator => page.getByRole('main').getByRole('listitem');

test('A visitor saves phones on the device, and after logging in they are in the account', async () => {
  const { page } = await shop.visitor();
  await page.setViewportSize(PHONE);
  await open(page, '/phones');
  await takenOver(page);
  const box = await hearts(page).first().boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  const card = page.getByRole('main').getByRole('article').first();
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(150);
  await hearts(page).first().focus();
  await page.keyboard.press('Enter');
  await pressed(hearts(page).first()).toBe('true');
  await hearts(page).nth(1).click();
  await hearts(page).nth(2).click();
  await hearts(page).nth(2).click();
  await pressed(hearts(page).nth(2)).toBe('false');
  const names = await Promise.all([1, 0].map((index) => hearts(page).nth(index).getAttribute('aria-label')));
  await card.getByRole('heading').getByRole('link').click();
  await page.getByRole('link', { name: 'Share' }).waitFor();
  await pressed(hearts(page).first()).toBe('true');

  await open(page, '/saved');
  await takenOver(page);
  await page.getByText('They are saved on this device. Log in, and they move to your account.').waitFor();
  expect(await hearts(page).evaluateAll((all) => all.map((heart) => heart.getAttribute('aria-label')))).toEqual(names);
  await page.getByRole('region', { name: 'Recently viewed' }).waitFor();
  expect(await rows(page).count()).toBe(3);
  await expectNoSidewaysScroll(page, 'saved phones');
  await expectAccessibleInBothThemes(page, 'saved phones');

  await logIn(page, DEMO.buyer);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saved')), PATIENCE).toBe('[]');
  // A heart in this list is on, even before the page knows of everything that is saved.
  const ids = await delay(page, '**/api/saved/ids');
  await open(page, '/saved');
  await takenOver(page);
  await expect.poll(() => hearts(page).count(), PATIENCE).toBe(2);
  expect(await page.getByText('They are saved on this device.').count()).toBe(0);
  await hearts(page).first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => hearts(page).count(), PATIENCE).toBe(1);
  await expect.poll(() => isFocused(page.getByRole('list', { name: 'Saved phones' })), PATIENCE).toBe(true);
  await ids.release();
  await open(page, '/phones');
  await takenOver(page);
  await expect.poll(() => page.getByRole('main').locator('[aria-label^="Save: "][aria-pressed=true]').count(), PATIENCE).toBe(1);
});

test('Where the browser stores nothing, the saved phones say how long they last and how to keep them', async () => {
  const { page, context } = await shop.visitor();
  await blockStorage(context);
  await open(page, '/phones');
  await takenOver(page);
  await hearts(page).first().click();
  await page.getByText('Account', { exact: true }).click();
  await page.getByRole('link', { name: 'Saved phones' }).click();
  await page.getByText('They’ll be gone when you reload. Log in, and they move to your account.').waitFor();
  expect(await hearts(page).count()).toBe(1);
  await page.reload();
  await page.getByText('Your browser doesn’t let us save anything on this device. Log in to save phones.').waitFor();
});

test('Hearts that the shop couldn’t save are taken back, without a connection, too', async () => {
  // Where requests are intercepted, nothing is cached: icons are asked for without a connection, too.
  const expected = [{ url: /\/api\/|\/assets\/icons/u, status: 0 }];
  const { page, context } = await shop.visitor({ expected, remarks: [/ERR_(?:INTERNET_DISCONNECTED|FAILED)/u] });
  await logIn(page, DEMO.buyer);
  await during(page.waitForResponse('**/api/saved/ids'), () => open(page, '/phones'));
  await takenOver(page);
  const off = page.getByRole('main').locator('[aria-label^="Save: "][aria-pressed=false]');
  const [same, another] = await Promise.all(
    [0, 1].map(async (nth) => {
      const name = (await off.nth(nth).getAttribute('aria-label')) ?? '';
      return page.getByRole('main').getByRole('button', { name, exact: true }).first();
    }),
  );
  if (!same || !another) throw new Error('the page shows two hearts');
  // Both fail after both were pressed.
  const bothPressed = Promise.withResolvers<void>();
  await page.route('**/api/saved', async (route) => {
    await bothPressed.promise;
    await route.abort();
  });
  for (const heart of [same, another]) {
    await heart.click();
    await pressed(heart).toBe('true');
  }
  // Until later, what is saved can't be asked anew either.
  await context.setOffline(true);
  bothPressed.resolve();
  for (const heart of [same, another]) await pressed(heart).toBe('false');
  await page.unroute('**/api/saved');
  await same.click();
  await page
    .getByText(/We couldn’t connect/u)
    .first()
    .waitFor();
  await pressed(same).toBe('false');
  await context.setOffline(false);
  await same.click();
  await pressed(same).toBe('true');
});

test('What a full account has no room for stays on the device, which is said once', async () => {
  const { page } = await shop.visitor();
  await open(page, '/phones');
  await takenOver(page);
  for (const nth of [0, 1, 2]) await hearts(page).nth(nth).click();
  const onDevice = () => page.evaluate(() => JSON.parse(localStorage.getItem('saved') ?? '[]') as { id: string }[]);
  await expect.poll(async () => (await onDevice()).length, PATIENCE).toBe(3);
  const [last] = await onDevice();
  let asked = 0;
  // An account with room for two of them.
  await page.route('**/api/saved', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked += 1;
    const { ids } = route.request().postDataJSON() as { ids: string[] };
    return route.fulfill({ json: { acknowledged: true, matchedCount: 2, modifiedCount: 2, left: ids.filter((id) => id === last?.id) } });
  });
  await logIn(page, DEMO.buyer);
  await page.getByText('Your account can’t save more phones. 1 stays on this device').waitFor();
  expect(await onDevice()).toEqual([last]);
  await open(page, '/saved');
  await takenOver(page);
  await page.waitForLoadState('networkidle');
  expect([asked, await page.getByText('can’t save more phones').count()]).toEqual([1, 0]);
});

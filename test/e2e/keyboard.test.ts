import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { arrive, PATIENCE, takenOver } from './browser.ts';
import { isFocused, press, tabTo } from './keys.ts';
import { DEMO, DEMO_PASSWORD, enter, toast } from './people.ts';
import { sendReport } from './reporting.ts';
import { openShop } from './shop.ts';

const shop = openShop();
test('A buyer books a phone from the home page without a mouse', async () => {
  const { page } = await shop.visitor();
  await page.goto('/', { waitUntil: 'networkidle' });
  await takenOver(page);

  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  expect(await isFocused(skip)).toBe(true);
  expect((await skip.boundingBox())?.width).toBeGreaterThan(40);
  await page.keyboard.press('Enter');

  await press(page, page.getByRole('main').locator('a[href^="/selected-newArrival-items/"]').nth(1));
  await arrive(page, /selected-newArrival-items/u);
  await press(page, page.getByRole('link', { name: 'Book Now', exact: true }).filter({ visible: true }).first());
  await arrive(page, /\/login/u);

  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(DEMO.buyer);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await arrive(page, /\/booking-page\//u);

  await tabTo(page, page.getByRole('main').getByLabel(/phone/iu));
  await page.keyboard.type('+1 555 0100');
  await tabTo(page, page.getByRole('main').getByLabel(/meeting/iu));
  await page.keyboard.type('Central library, main entrance');
  await press(page, page.getByRole('button', { name: 'Add to Order' }));
  await page
    .getByText(/is booked successfully!$/u)
    .first()
    .waitFor();
  await press(page, page.getByRole('link', { name: /pay/iu }).filter({ visible: true }).first());
  await arrive(page, /\/dashboard\/(payment|myOrders)/u);
});

test('Nothing moves automatically for people who prefer reduced motion', async () => {
  const { page } = await shop.visitor();
  await page.goto('/', { waitUntil: 'networkidle' });
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(moving).toBe(0);
  const durations = await page.evaluate(() => [...document.querySelectorAll('*')].map((element) => getComputedStyle(element).transitionProperty));
  expect(new Set(durations)).toEqual(new Set(['none']));
});

test('A dialog being submitted ignores Escape, keeps the focus and shows its failure', async () => {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/api\/reportedItems$/u, status: 0 }] });
  await enter(context, DEMO.buyer, DEMO_PASSWORD);
  await page.goto('/', { waitUntil: 'networkidle' });
  await takenOver(page);
  await page.getByRole('main').locator('a[href^="/selected-newArrival-items/"]').nth(1).click();
  await arrive(page, /selected-newArrival-items/u);
  await page.getByRole('main').getByRole('button', { name: 'Report this item' }).first().click();
  let lineIsCut: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    void page.route('**/api/reportedItems', async (route) => {
      const cut = new Promise<void>((next) => (lineIsCut = next));
      resolve();
      await cut;
      await route.abort();
    });
  });

  await sendReport(page, 'Something else', 'A note that took time to write.');
  await sent;
  const dialog = page.getByRole('dialog');
  const report = dialog.getByRole('button', { name: 'Report', exact: true });
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  expect(await report.isDisabled()).toBe(true);
  expect(await isFocused(report)).toBe(true);
  await page.mouse.click(5, 5);
  lineIsCut();
  await dialog.getByRole('alert').filter({ hasText: /./u }).waitFor();
  // Text is selected as far as beside the dialog.
  await dialog.getByLabel('Note').hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await dialog.getByLabel('Note').inputValue()).toBe('A note that took time to write.');

  await page.unroute('**/api/reportedItems');
  await report.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await toast(page, 'Reported this item successfully');
  await expect.poll(() => isFocused(page.getByRole('main').locator('article').first()), PATIENCE).toBe(true);
});

test('After a report the focus is on the card that was reported', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, DEMO.buyer, DEMO_PASSWORD);
  await page.goto('/search?sort=price', { waitUntil: 'networkidle' });
  await takenOver(page);
  const card = page.getByRole('article').nth(3);
  await card.getByRole('button', { name: 'Report this item' }).press('Enter');
  await sendReport(page, 'Something else', 'Its photo shows another phone.');
  await card.getByRole('button', { name: /reported/iu }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(card), PATIENCE).toBe(true);
});

/** A laptop’s browser, and a tablet. */
const SCREENS = [
  { width: 1366, height: 640 },
  { width: 800, height: 700 },
];

test('What the Tab key reaches in a list is never covered by the header or the filters', async () => {
  const { page } = await shop.visitor();
  const covered: string[] = [];
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await page.goto('/phones', { waitUntil: 'networkidle' });
    await takenOver(page);
    covered.push(...(await coveredStops(page, 70)));
  }
  expect(covered).toEqual([]);
}, 240_000);

test('The filters of a list stay right below the header, with no strip of the list between them', async () => {
  const { page } = await shop.visitor();
  await page.goto('/phones', { waitUntil: 'networkidle' });
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await page.evaluate(() => window.scrollTo(0, 1500));
    const [header, filters] = [await page.getByRole('banner').boundingBox(), await page.locator('.filter-bar').boundingBox()];
    expect(Math.abs((header?.height ?? 0) - (filters?.y ?? 0)), `at ${screen.width}`).toBeLessThan(2);
  }
});

test('What the Tab key reaches in an admin’s menu is in view on a laptop', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, DEMO.admin);
  await page.setViewportSize({ width: 1366, height: 640 });
  await page.goto('/dashboard/shopSettings', { waitUntil: 'networkidle' });
  const entries = page.getByRole('complementary').getByRole('link');
  await entries.first().focus();
  expect(await coveredStops(page, (await entries.count()) - 1)).toEqual([]);
  expect(await isFocused(page.getByRole('complementary').getByRole('link', { name: 'Help' }))).toBe(true);
});

/** Presses Tab so many times. Returns what had the focus while it was covered or out of view. */
async function coveredStops(page: Page, stops: number): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    covered.push(...(await coverOfFocus(page)));
  }
  return covered;
}

/** What has the focus, if its middle is not in view. */
function coverOfFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return [];
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return focused.contains(shown) || shown?.contains(focused) ? [] : [`${innerWidth}: ${focused.ariaLabel ?? focused.textContent}`];
  });
}

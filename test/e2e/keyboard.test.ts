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

import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import type { PublishedTest } from '#contract/phone-tests/phone-tests.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { arrive, takenOver } from './browser.ts';
import { readShop } from './shop.ts';

const shop = readShop();
const CATEGORY = '/category/Samsung';

/** As listed on the page. */
let phones: Listing[];

function comparison(count: number): string {
  return `/compare?ids=${phones
    .slice(0, count)
    .map(({ _id }) => _id)
    .join()}`;
}

beforeAll(async () => {
  phones = (await (await fetch(`${shop.url}/api/products?name=Samsung`)).json()) as Listing[];
});

test('A shopper compares up to four phones by choosing them on their cards', async () => {
  const { page } = await shop.visitor();
  await page.goto(CATEGORY, { waitUntil: 'networkidle' });
  await takenOver(page);
  const buttons = page.getByRole('article').getByRole('button', { name: /^Compare: /u });
  for (const index of [0, 1, 2, 3, 4]) await buttons.nth(index).click();
  await page.getByText('You can compare up to four phones. Remove one first.').waitFor();
  expect(await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-pressed')).slice(0, 5))).toEqual([
    'true',
    'true',
    'true',
    'true',
    'false',
  ]);
  const tray = page.getByRole('region', { name: 'Phones to compare' });
  await tray
    .getByRole('button', { name: /^Remove: / })
    .nth(3)
    .click();
  await expect.poll(() => buttons.nth(3).getAttribute('aria-pressed')).toBe('false');
  await buttons.nth(4).click();
  for (const width of [320, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the tray at ${width}`);
  }
  await expectAccessibleInBothThemes(page, 'the category with the tray');
  // The choice belongs to the tab: a reload keeps it.
  await page.reload({ waitUntil: 'networkidle' });
  await tray.getByRole('link', { name: 'Compare 4' }).click();
  await arrive(page, /\/compare\?ids=/u);
  await page.getByRole('heading', { name: 'Compare phones' }).waitFor();
  expect(await page.title()).toBe('Compare | Redial');
  const table = page.getByRole('table');
  const names = [0, 1, 2, 4].map((index) => phones[index]?.model_name);
  expect(await table.getByRole('columnheader').getByRole('link').allTextContents()).toEqual(names);
  expect(
    await table
      .getByRole('row', { name: /^Price ≠ Differs/u })
      .getByText('Best')
      .count(),
  ).toBeGreaterThan(0);
  const rows = await table.getByRole('row').count();
  const differences = page.getByRole('switch', { name: 'Show differences only' });
  await differences.focus();
  await page.keyboard.press('Space');
  await arrive(page, /only=differences/u);
  await takenOver(page);
  expect(await differences.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(rows);
  await table
    .getByRole('link', { name: `Remove ${names[0]}`, exact: true })
    .first()
    .click();
  await expect.poll(() => table.getByRole('columnheader').getByRole('link').count()).toBe(3);
  expect(await differences.isChecked()).toBe(true);
});

test('The comparison is accessible on a phone and on a desktop', async () => {
  const { page } = await shop.visitor();
  await page.goto(comparison(4), { waitUntil: 'networkidle' });
  await takenOver(page);
  await expectAccessibleInBothThemes(page, 'the comparison');
  for (const width of [320, 360, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the comparison at ${width}`);
  }
  await resize(page, 360);
  await page.getByText('Swipe to see all 4 phones.').waitFor();
  const region = page.getByRole('region', { name: 'Comparison' });
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  // The first column stays in place.
  const [place, column] = [await region.boundingBox(), await region.getByRole('rowheader', { name: /^Condition/u }).boundingBox()];
  expect(Math.abs((column?.x ?? 0) - (place?.x ?? 0))).toBeLessThan(3);
});

test('On paper, the comparison has all rows and columns, and no buttons', async () => {
  const { page } = await shop.visitor();
  await page.goto(comparison(4), { waitUntil: 'networkidle' });
  await page.emulateMedia({ media: 'print' });
  // A4, without its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  await expectNoSidewaysScroll(page, 'the comparison on paper');
  const region = page.getByRole('region', { name: 'Comparison' });
  expect(await region.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])).toEqual([0, 0]);
  expect(await region.getByRole('link', { name: /^Book Now/u }).count()).toBe(0);
});

test('Phone tests stand in the columns of their phones, and show differences only when asked to', async () => {
  const { page } = await shop.visitor();
  const [first, second, third] = phones;
  const testOf = (failed: boolean): PublishedTest => ({
    runId: 'run',
    outcome: failed ? 'failed' : 'passed',
    testedAt: '2026-11-21T12:00:00.000Z',
    model: { verdict: 'match', note: '' },
    steps: [
      { step: 'touch', verdict: failed ? 'failed' : 'passed', note: '' },
      { step: 'flash', verdict: 'passed', note: '' },
    ],
    doubts: [],
    counts: { passed: failed ? 1 : 2, failed: failed ? 1 : 0, skipped: 0, untestable: 0 },
    record: 'record',
  });
  await page.route('**/api/products/*/phoneTest', (route) => {
    const has = (phone: Listing | undefined): boolean => phone !== undefined && route.request().url().includes(phone._id);
    return route.fulfill({ json: has(first) || has(third) ? testOf(has(third)) : null });
  });
  const tests = page.getByRole('table').filter({ has: page.getByRole('rowheader', { name: 'Touch' }) });
  const columns = (table: Locator): Promise<number[]> =>
    table.getByRole('columnheader').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  await page.goto(comparison(3), { waitUntil: 'networkidle' });
  for (const width of [360, 1440]) {
    await resize(page, width);
    await tests
      .getByRole('columnheader', { name: second?.model_name ?? '' })
      .getByText('No test')
      .waitFor();
    expect(await columns(tests)).toEqual(await columns(page.getByRole('region', { name: 'Comparison' }).getByRole('table')));
    await expectNoSidewaysScroll(page, `phone tests at ${width}`);
  }
  await page.goto(`/compare?ids=${first?._id},${third?._id}&only=differences`, { waitUntil: 'networkidle' });
  await tests.getByText('Failed').waitFor();
  expect(await tests.getByRole('rowheader').allTextContents()).toEqual(['Touch']);
});

test('The comparison works without JavaScript, and reports missing phones and unreadable addresses', async () => {
  const { page } = await shop.visitor({ javaScriptEnabled: false });
  await page.goto(`${comparison(2)},00000000-0000-7000-8000-000000000000&only=differences`);
  const table = page.getByRole('table');
  expect(await table.getByRole('columnheader').getByRole('link').allTextContents()).toEqual(phones.slice(0, 2).map(({ model_name }) => model_name));
  expect(await page.getByText('One of these phones is no longer available').isVisible()).toBe(true);
  expect(await page.getByRole('switch', { name: 'Show differences only' }).isChecked()).toBe(true);
  expect(
    await page
      .getByRole('button', { name: /^Compare: /u })
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await page.goto('/compare?ids=nonsense');
  expect(await page.getByText('These aren’t listings.').isVisible()).toBe(true);
  await page.goto('/compare');
  expect(await page.getByText('No phones to compare yet').isVisible()).toBe(true);
  await page.goto(`/selected-items-details/${phones[0]?._id}`);
  await page.getByRole('link', { name: 'Compare with these' }).click();
  expect(await table.getByRole('columnheader').getByRole('link').count()).toBe(4);
  await page.goto(`${CATEGORY}?updates=24`);
  expect(await page.locator('input[name=updates][value="24"]').first().isChecked()).toBe(true);
});

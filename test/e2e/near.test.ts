import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './access.ts';
import { open, PATIENCE, takenOver } from './browser.ts';
import { readShop } from './shop.ts';

const shop = readShop();
const PHONE = { width: 360, height: 740 };
/** In Gresham, to a meter. */
const POSITION = { latitude: 45.498765, longitude: -122.431234 };

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
const queryOf = (page: Page) => expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams), PATIENCE);
const placesOf = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.querySelector('.card-place bdi')?.textContent));
const milesOf = async (page: Page): Promise<number[]> =>
  (await page.getByTitle(/away$/u).allTextContents()).map((text) => (text.includes('<') ? 0 : Number(/(\d+) mi/u.exec(text)?.[1])));

async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/u }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.waitFor();
  return sheet;
}

test('A visitor finds the nearest phones by the browser’s location, rounded, and the device remembers it', async () => {
  const { page, context } = await shop.visitor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize(PHONE);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(POSITION);
  await open(page, '/phones');
  await takenOver(page);
  expect(await milesOf(page)).toEqual([]);
  const sheet = await openFilters(page);
  // The distance is chosen before the first list has arrived.
  let letThrough = () => {};
  const chosen = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/near=/u, async (route) => {
    await chosen;
    await route.continue();
  });
  await sheet.getByRole('button', { name: 'Use my location' }).click();
  await expect.poll(() => asked.some((url) => url.includes('near=')), PATIENCE).toBe(true);
  await sheet.getByLabel('Distance').focus();
  await sheet.getByLabel('Distance').selectOption('Within 5 miles');
  letThrough();
  await queryOf(page).toEqual({ near: '45.5,-122.4', within: '5' });
  await sheet.getByText('Change').waitFor();
  expect(await sheet.getByLabel('Distance').evaluate((one) => one === document.activeElement)).toBe(true);
  await expectAccessibleInBothThemes(page, 'filters near someone');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Remove: Within 5 miles' }).waitFor();
  await expect.poll(async () => new Set(await placesOf(page)), PATIENCE).toEqual(new Set(['Gresham, Oregon']));
  await expectNoSidewaysScroll(page, 'phones near someone');

  await page.getByRole('link', { name: 'Remove: Within 5 miles' }).click();
  await expect.poll(async () => (await milesOf(page)).at(-1), PATIENCE).toBeGreaterThan(5);
  const miles = await milesOf(page);
  expect(miles).toEqual(miles.toSorted((one, other) => one - other));
  expect(await page.getByLabel('Sort by').inputValue()).toBe('nearest');
  for (const card of await cards(page).all()) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(150);
  expect(asked.filter((url) => /45\.49|122\.43/u.test(decodeURIComponent(url)))).toEqual([]);

  await open(page, '/category/Samsung');
  await takenOver(page);
  await expect.poll(async () => (await milesOf(page)).length, PATIENCE).toBeGreaterThan(0);
  await (await openFilters(page)).getByRole('button', { name: 'Last used: Your location' }).click();
  await queryOf(page).toEqual({ near: '45.5,-122.4' });
});

test('Where the location is refused a city is typed instead, and without JavaScript too', async () => {
  const { page, context } = await shop.visitor({ expected: [{ url: /near=Atlantis/u, status: 400 }] });
  await page.setViewportSize(PHONE);
  await context.clearPermissions();
  await open(page, '/search?search=samsung');
  await takenOver(page);
  const sheet = await openFilters(page);
  await sheet.getByRole('button', { name: 'Use my location' }).click();
  await sheet.getByText('Enter your city instead.').waitFor();
  await sheet.getByLabel('Your city').fill('hillsb');
  await sheet.getByRole('button', { name: 'Hillsboro, Oregon' }).waitFor();
  await sheet.getByLabel('Your city').press('Enter');
  await queryOf(page).toEqual({ search: 'samsung', near: '45.5,-123.0' });
  await sheet.getByRole('link', { name: 'Change city' }).click();
  await queryOf(page).toEqual({ search: 'samsung' });
  await sheet.getByLabel('Your city').fill('Atlantis');
  await sheet.getByLabel('Your city').press('Enter');
  await sheet.getByText('We don’t know the city “Atlantis”.').waitFor();

  const { page: plain } = await shop.visitor({ javaScriptEnabled: false });
  await plain.setViewportSize(PHONE);
  await plain.goto('/phones');
  await plain.locator('summary', { hasText: 'Near you' }).click();
  await plain.getByLabel('Your city').fill('Vancouver, Washington');
  await plain.getByLabel('Distance').selectOption('Within 5 miles');
  await plain.locator('details[open]').getByRole('button', { name: 'Apply' }).click();
  await queryOf(plain).toMatchObject({ near: 'Vancouver, Washington', within: '5' });
  expect(new Set(await placesOf(plain))).toEqual(new Set(['Vancouver, Washington']));
});

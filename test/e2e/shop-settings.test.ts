import { expect, test } from 'vitest';
import { pictureOf } from '#test/support/pictures.ts';
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, takenOver } from './browser.ts';
import { delayUploads } from './delay-uploads.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const ADMIN = 'admin@example.test';
const PASSWORD = 'practice123';
const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD });

test('An admin previews and saves name, accent and home page, resolves a conflict, and restores the default', async () => {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/api\/shopSettings$/u, status: 409 }] });
  await enter(context, ADMIN, PASSWORD);
  await resize(page, 1280);
  await open(page, '/dashboard/shopSettings');
  await takenOver(page);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = async (words: string): Promise<void> => {
    await page.getByRole('status').filter({ hasText: words }).waitFor();
    await takenOver(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(words);
  };
  await resize(page, 360);
  const top = await page.getByLabel('Shop name').evaluate((field) => field.getBoundingClientRect().top + scrollY);
  await page.getByLabel('Shop name').fill('Zweite Hand');
  expect(await page.getByLabel('Shop name').evaluate((field) => field.getBoundingClientRect().top + scrollY)).toBe(top);
  await resize(page, 1280);
  await page.getByLabel('Hex code').fill('#ffd000');
  await page.getByText('Text in #ffd000 would be hard to read').waitFor();
  await page.getByRole('group', { name: 'First slide' }).getByLabel('Headline').fill('Buy well, buy twice');
  await page.getByRole('button', { name: 'Move Offers up' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const goOn = await delayUploads(page);
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await pictureOf('png', 200, 200) };
  await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
  await page.getByLabel('Upload an image for Apple').setInputFiles(logo);
  await page.getByLabel('New brand').fill('Sumsang');
  await page.getByLabel('New brand').press('Enter');
  await page.getByRole('button', { name: 'Remove Sumsang' }).click();
  await page.getByRole('button', { name: 'Remove Sumsang' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move Samsung up' }).click();
  await save.click();
  await page.getByText('still uploading').waitFor();
  goOn();
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await page.getByText('Unsaved changes: Shop name, Logo, Accent color, Slides, Home page order, Brands.').waitFor();
  await expectAccessibleInBothThemes(page, 'shop settings');

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await preview.getByText('Buy well, buy twice').first().waitFor();
  await preview.getByText('Zweite Hand').first().waitFor();
  await expectAccessible(page, 'the preview');
  await preview.getByRole('button', { name: 'Dark' }).click();
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });

  await page.reload();
  await takenOver(page);
  expect(await page.getByLabel('Shop name').inputValue()).toBe('Zweite Hand');
  await save.click();
  await saved('Version 1 is saved');
  expect(await page.title()).toBe('Shop Settings | Zweite Hand');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toMatch(/^#(?!2b44c7)[0-9a-f]{6}$/u);

  const visitor = await shop.visitor();
  await visitor.page.goto('/');
  expect(await visitor.page.title()).toBe('Home | Zweite Hand');
  expect(
    await visitor.page
      .locator('header img')
      .first()
      .evaluate((logo: HTMLImageElement) => logo.complete && logo.naturalWidth > 0),
  ).toBe(true);
  expect(
    await visitor.page
      .getByRole('link', { name: /^Apple/u })
      .locator('img')
      .getAttribute('src'),
  ).toMatch(/^\/images\//u);
  expect(await visitor.page.getByRole('link', { name: /^(?:Samsung|Apple)/u }).allTextContents()).toEqual([
    expect.stringContaining('Samsung'),
    expect.stringContaining('Apple'),
  ]);
  await expectAccessibleInBothThemes(visitor.page, 'the home page in another accent');

  const late = await context.newPage();
  await late.goto('/dashboard/shopSettings');
  await late.getByLabel('Phone number').fill('+351 900 000 000');
  await page.getByLabel('Shop name').fill('Third Hand');
  await save.click();
  await saved('Version 2 is saved');
  await late.getByRole('button', { name: 'Save', exact: true }).click();
  await late.getByText('Someone else saved version 2 in the meantime').waitFor();
  await late.getByRole('row').filter({ hasText: 'Current' }).getByText('Shop name', { exact: true }).waitFor();
  await late.getByRole('button', { name: 'Apply my changes to the new version' }).click();
  // The current values are read first; saving before that would report the conflict with version 2 again.
  await late.getByText('Someone else saved version 2 in the meantime').waitFor({ state: 'hidden' });
  await late.getByText('Unsaved changes: Phone number.').waitFor();
  await late.getByRole('button', { name: 'Save', exact: true }).click();
  await late.getByText('Version 3 is saved').waitFor();
  expect(await late.getByLabel('Shop name').inputValue()).toBe('Third Hand');
  await late.close();

  await page.reload();
  await takenOver(page);
  for (const width of [320, 768]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `shop settings at ${width} pixels`);
  }
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await saved('Version 4 is saved');
  await visitor.page.goto('/');
  expect(await visitor.page.title()).toBe('Home | Redial');
  expect(await visitor.page.locator('link[href^="/theme.css"]').count()).toBe(0);
});

test('What is wrong with a setting is in view on a phone, above the bar with the Save button', async () => {
  const { page, context } = await shop.visitor({ expected: [{ url: /\/api\/shopSettings$/u, status: 422 }] });
  await enter(context, ADMIN, PASSWORD);
  await resize(page, 360);
  await open(page, '/dashboard/shopSettings');
  await takenOver(page);
  await page.getByLabel('Percent off').fill('150');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const sentence = page.getByText('a whole number from 0 to 100').first();
  await sentence.waitFor();
  const [said, bar] = [await sentence.boundingBox(), await save.locator('..').boundingBox()];
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  // Empty, it isn't the default.
  await page.getByLabel('Percent off').fill('');
  await save.click();
  await page.getByText('Enter a number.').waitFor();
});

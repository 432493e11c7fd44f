import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { patchesAtRandom } from '#test/support/pictures.ts';
import { buyPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { openShop } from './shop.ts';

const shop = openShop({ DEMO: 'false' });
const SOLD = 6;
const PATH = '/prices/samsung-galaxy-s21';

let onSale: string;
beforeAll(async () => {
  const seller = createClient(shop.url);
  await seller.signUp('seller@example.test', 'seller');
  const buyer = createClient(shop.url);
  await buyer.signUp('buyer@example.test', 'buyer');
  const image = await uploadPicture(seller);
  for (let count = 0; count < SOLD; count += 1)
    await buyPhone(buyer, await listPhone(seller, { model_name: 'Galaxy S21', image, resale_price: `${280 + 10 * count}` }));
  const taken = await uploadPicture(seller, await photoOfCamera());
  onSale = `/selected-items-details/${await listPhone(seller, { model_name: 'Galaxy S21', image: taken, photos: [image], resale_price: '299' })}`;
});

async function photoOfCamera(): Promise<Buffer> {
  const shot = { DateTimeOriginal: '2024:05:03 14:20:11', ExposureTime: '1/125', FNumber: '28/10', ISOSpeedRatings: '400' };
  return sharp(await patchesAtRandom())
    .resize(900, 700)
    .withExif({ IFD0: { Make: 'Apple', Model: 'iPhone 15' }, IFD2: shot })
    .jpeg()
    .toBuffer();
}

test('From a listing’s estimate a visitor reaches what the model sells for, on a phone and without JavaScript', async () => {
  const { page } = await shop.visitor({ javaScriptEnabled: false });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(onSale);
  await page.getByText('Why', { exact: true }).click();
  await page.getByRole('link', { name: 'What this model sells for' }).click();
  await page.getByRole('heading', { name: 'What the Samsung Galaxy S21 is worth' }).waitFor();
  // All were sold this month, in one condition: neither a chart nor a row for all conditions says more.
  await page.getByText('Fewer than five sold in each of the other months.').waitFor();
  expect(await page.getByRole('img', { name: /^Chart/u }).count()).toBe(0);
  const table = page.getByRole('table', { name: '128 GB' });
  await expect(table.getByRole('row').count()).resolves.toBe(2);
  await page.getByText(/^(?:until|ended in) \w+ \d{4}/iu).waitFor();
  await page.getByRole('link', { name: '1 from $299' }).waitFor();
  await page.getByRole('link', { name: 'All price pages' }).click();
  await page.getByRole('heading', { name: 'What used phones are worth' }).waitFor();
  await page.getByRole('navigation', { name: 'Brands' }).getByRole('link', { name: 'Samsung' }).click();
  expect(new URL(page.url()).hash).toBe('#samsung');
  await page.goto('/prices/apple-iphone-13');
  expect(await page.getByRole('link', { name: 'Sell yours' }).getAttribute('class')).toContain('button-primary');
});

test('Price pages are accessible in both themes, and never wider than the screen', async () => {
  const { page } = await shop.visitor();
  for (const path of [PATH, '/prices', '/prices/apple-iphone-13']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const width of [320, 360, 1440]) {
      await resize(page, width);
      await expectNoSidewaysScroll(page, `${path} at ${width}`);
    }
    await expectAccessibleInBothThemes(page, path);
  }
});

test('The gallery quotes what a photo’s data says, and says nothing of a photo without', async () => {
  const { page } = await shop.visitor();
  await page.goto(onSale, { waitUntil: 'networkidle' });
  const note = page.getByText('Its data says: taken by a camera (Apple iPhone 15) on May 3, 2024');
  await note.waitFor();
  await expectAccessibleInBothThemes(page, 'a listing with a photo of a camera');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await note.waitFor({ state: 'hidden' });
});

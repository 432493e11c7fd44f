import { beforeAll, expect, test } from 'vitest';
import { buyPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { arrive, takenOver } from './browser.ts';
import { openProductForm, productField } from './conformance/listing-form.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'practice123' });
const SELLER = 'seller@example.test';
const SOLD = 3;

let onSale: string;
beforeAll(async () => {
  const seller = createClient(shop.url);
  await seller.signUp(SELLER, 'seller');
  const image = await uploadPicture(seller);
  const buyer = createClient(shop.url);
  await buyer.signUp('buyer@example.test', 'buyer');
  for (let count = 0; count < SOLD; count += 1) {
    const id = await listPhone(seller, { model_name: 'Galaxy S21', image, resale_price: '300' });
    await buyPhone(buyer, id);
  }
  onSale = `/selected-items-details/${await listPhone(seller, { model_name: 'Galaxy S21', image, resale_price: '45' })}`;
});

test('A seller sees the price estimate and its reasons while typing', async () => {
  const { page, context } = await shop.visitor();
  await enter(context, SELLER, 'practice123');
  await openProductForm(page);
  await takenOver(page);
  const form = page.getByRole('form', { name: 'Add a product' });
  await form.getByText('to see what similar phones sell for').waitFor();
  await productField(page, 'name').selectOption('Samsung');
  for (const [name, text] of Object.entries({ model_name: 'Galaxy S21', storage: '128 GB', condition: 'Good', original_price: '799', purchase_year: '2023' }))
    await productField(page, name).fill(text);
  await form.getByText(/^Similar phones usually sell for \$\d+ to \$\d+\.$/u).waitFor();
  await productField(page, 'resale_price').fill('30');
  await form.getByText(/Yours is much lower, and buyers will wonder why\. Is a digit missing\?$/u).waitFor();
  await productField(page, 'resale_price').fill('300');
  await form.getByText(/Yours is a fair price\.$/u).waitFor();
  await form.getByText('Why', { exact: true }).click();
  await form.getByText(`${SOLD} of this model with this storage sold here`).waitFor();
  for (const width of [360, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the form at ${width}`);
  }
  await expectAccessibleInBothThemes(page, 'the form with its hint');
});

test('A price that is far too low is marked, with the reasons and comparable sales', async () => {
  const { page } = await shop.visitor();
  await page.goto(onSale, { waitUntil: 'networkidle' });
  await takenOver(page);
  await page.getByText('Unusually low price').click();
  await page.getByText('Based on its condition: good.').waitFor();
  // Without a page load the server hasn't written them.
  await page.getByRole('banner').getByRole('link').first().click();
  await arrive(page, `${shop.url}/`);
  await page.goBack({ waitUntil: 'commit' });
  await page.getByText('Unusually low price').click();
  await page.getByText('Based on its condition: good.').waitFor();
  await page.getByRole('button', { name: 'Price history' }).click();
  await page.getByText('1 is on sale now for $45.').waitFor();
  const table = page.getByRole('table', { name: 'Sale prices of this model by month' });
  expect(await table.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['3', '$300']);
  expect(await page.getByRole('heading', { name: 'Price history' }).evaluate((element) => element === document.activeElement)).toBe(true);
  for (const width of [360, 1280]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the listing at ${width}`);
  }
  await expectAccessibleInBothThemes(page, 'the listing with its price history');
});

test('The price judgment and its reasons need no JavaScript', async () => {
  const { page } = await shop.visitor({ javaScriptEnabled: false });
  await page.goto(onSale);
  await page.getByText('Unusually low price').click();
  expect(await page.getByText('Based on its condition: good.').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Price history' }).count()).toBe(0);
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mentions } from '#test/support/mentions.ts';
import { buyPhone, completeSale, listPhone } from '#test/support/world/calls.ts';
import { newImei } from '#test/support/world/imei.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { arrive, open, openWhole, PATIENCE } from './browser.ts';
import { addBuyer, addSeller, type Member, openStage, type Seller, visitAs } from './conformance/stage.ts';

const shop = openStage();
const imei = newImei();

let seller: Seller;
let buyer: Member;
let listing: string;
let order: string;
let address: string;

beforeAll(async () => {
  [buyer, seller] = await Promise.all([addBuyer(shop.url, 'Petra Pass'), addSeller(shop.url, 'Sven Pass')]);
  const answers = { battery: 'good', repairs: 'maker' };
  listing = await listPhone(seller.client, { model_name: 'Galaxy S21', image: seller.image, resale_price: '250', imei, answers });
  order = await buyPhone(buyer.client, listing);
  await completeSale(buyer.client, seller.client, order);
  const { body } = await seller.client.call('GET', `/api/selectedItem/${listing}`);
  address = `/passports/${(body as { passport: string }).passport}`;
});

async function check(page: Page): Promise<string | null> {
  await page.getByRole('button', { name: 'Check this history' }).click();
  const result = page.locator('section[aria-labelledby="check"] [role="status"]');
  await result.getByText(/./u).first().waitFor(PATIENCE);
  return result.textContent();
}

test('A stranger reads the phone’s history from its listing, at every width, in both themes, and checks it in their browser', async () => {
  const { page } = await shop.visitor();
  await openWhole(page, `/selected-items-details/${listing}`);
  await page.getByRole('link', { name: 'device passport' }).click();
  await arrive(page, `**${address}`);
  const titles = await page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents();
  expect(titles).toEqual(['Handed over to owner 2', 'Sold here', '1 photo added', 'Listed for sale']);
  const text = (await page.getByRole('main').textContent()) ?? '';
  for (const word of ['Owner 1 says', 'Battery health: 80–89%', 'Repairs: Repaired by the maker', 'Buyer and seller confirmed']) expect(text).toContain(word);
  for (const secret of [imei, seller.name, buyer.name]) expect(text).not.toContain(secret);
  expect(mentions(text, imei.slice(-4))).toBe(false);
  await expectAccessibleInBothThemes(page, 'the passport');
  for (const width of [320, 360, 768, 1440]) {
    await resize(page, width);
    await expectNoSidewaysScroll(page, `the passport at ${width} pixels`);
  }
  expect(await check(page)).toContain('entries fit together');
});

test('Without JavaScript the page tells the same, is not for search engines, and has its data for machines', async () => {
  const { page } = await shop.visitor({ javaScriptEnabled: false });
  await open(page, address);
  await page.getByText('Handed over to owner 2').waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(data ?? '')).toMatchObject({ type: ['DigitalProductPassport'], credentialSubject: { idGranularity: 'item', id: `${shop.url}${address}` } });
  expect(mentions(data ?? '', imei.slice(-4))).toBe(false);
});

test('The buyer finds the passport theirs, checks it against the receipt, starts selling, and relists the phone without typing its IMEI', async () => {
  const { page } = await visitAs(shop, buyer);
  await resize(page, 360);
  await open(page, `/dashboard/receipt/${order}`);
  const code =
    (await page
      .getByText(/^\d+-[\da-f]{64}$/u)
      .last()
      .textContent()) ?? '';
  await page.getByRole('link', { name: 'passport’s page' }).click();
  await page.getByLabel('Code from a receipt').fill(code);
  expect(await check(page)).toContain('are what the receipt says');
  const result = page.locator('section[aria-labelledby="check"] [role="status"]');
  await page.getByLabel('Code from a receipt').press('End');
  await page.keyboard.press('Backspace');
  expect(await result.textContent()).toBe('');
  await page.getByLabel('Code from a receipt').fill(code.replace(/.$/u, (last) => (last === '0' ? '1' : '0')));
  expect(await check(page)).toContain('isn’t the history on the receipt');

  await page.getByRole('button', { name: 'Add a repair' }).click();
  await page.getByRole('button', { name: 'Add repair' }).dblclick();
  const repairs = page.getByRole('heading', { name: 'Repaired: Battery' });
  await repairs.first().waitFor();
  expect(await repairs.count()).toBe(1);

  await open(page, `/dashboard/orders/${order}`);
  await page.getByRole('heading', { name: 'This phone’s passport is yours' }).waitFor();
  await expectAccessibleInBothThemes(page, 'the order with a passport');
  await page.getByRole('button', { name: 'Sell this phone' }).click();
  await page.getByRole('button', { name: 'Start selling' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add A Product' }).waitFor(PATIENCE);
  await expect.poll(() => new URL(page.url()).search, PATIENCE).not.toContain('draft');
  await expect.poll(() => page.getByLabel('Model name').first().inputValue(), PATIENCE).toBe('Galaxy S21');
  await page
    .getByText(`which ends in ${imei.slice(-4)}`)
    .first()
    .waitFor({ ...PATIENCE, state: 'attached' });
  await page.getByText('Selling your Galaxy S21: we filled in what we know.').waitFor();
  await open(page, '/dashboard/myPurchases');
  await page.getByRole('heading', { name: 'My Purchases' }).waitFor();
  await page.getByRole('link', { name: 'Galaxy S21' }).first().waitFor();
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listPhone } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, takenOver } from './browser.ts';
import { addBuyer, addSeller, type Member, openStage, visitAs } from './conformance/stage.ts';

const shop = openStage();

async function onPhone(member: Member, path: string): Promise<Page> {
  const { page } = await visitAs(shop, member, { expected: [{ url: /\/api\/products\//u, status: 409 }] });
  await resize(page, 360, 740);
  await open(page, path);
  await takenOver(page);
  return page;
}

test('A seller changes price and place from My Products while two tabs disagree, and buyers see the earlier price', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Edited 1', image: seller.image, resale_price: '320' });
  await buyer.client.call('POST', '/api/bookings', { productId: listing, phone: '555 0100', meeting_location: 'Station' });

  const page = await onPhone(seller, '/dashboard/myProducts');
  await page.getByRole('link', { name: 'Edit Edited 1' }).click();
  await page.getByRole('heading', { name: 'Edit Listing' }).waitFor();
  const other = await onPhone(seller, `/dashboard/edit/${listing}`);
  await expectNoSidewaysScroll(page, 'the form of a listing on sale');
  await expectAccessibleInBothThemes(page, 'the form of a listing on sale');
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/edit-360.png`, fullPage: true });
  await page.getByLabel('Resale price').fill('a lot');
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await page.getByText('Resale price must be an amount').waitFor();
  await page.getByLabel('Resale price').fill('250');
  await page.reload();
  expect(await page.getByLabel('Resale price').inputValue()).toBe('250');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Edited 1 is updated.').waitFor();

  await other.getByLabel('Location').fill('Faro');
  await other.getByLabel('Resale price').fill('260');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await other.getByRole('alert').filter({ hasText: 'changed in another tab' }).waitFor();
  await expectAccessibleInBothThemes(other, 'two versions of a listing');
  await other.getByRole('button', { name: 'Save this version' }).click();
  await other.getByText('Edited 1 is updated.').waitFor();

  const seen = await onPhone(buyer, `/selected-items-details/${listing}`);
  await seen.getByText(/^\$250 until .* · 1 more$/u).click();
  await seen.getByText(/^\$320 until /u).waitFor();
  await seen.getByText('Faro').first().waitFor();
  await expectNoSidewaysScroll(seen, 'earlier prices');
  if (process.env.PICTURES) await seen.screenshot({ path: `${process.env.PICTURES}/earlier-360.png` });
  await open(seen, '/dashboard/myOrders');
  await seen.getByText('The price is now $260. You booked it for $320.').waitFor();
});

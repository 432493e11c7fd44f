import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { bookPhone, listPhone } from '#test/support/world/calls.ts';
import { expectAccessible, expectNoSidewaysScroll, resize } from './access.ts';
import { open, PATIENCE } from './browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, openStage, payWith, type Seller, visitAs } from './conformance/stage.ts';
import { isFocused } from './keys.ts';
import { toast } from './people.ts';

const shop = openStage({ FIRST_PURCHASE_PERCENT: '0' });

let seller: Seller;
let buyer: Member;
let admin: Member;
let bookings = 0;

beforeAll(async () => {
  seller = await addSeller(shop.url, 'Wanda Wares');
  buyer = await addBuyer(shop.url, 'Maya Lookup');
  admin = await addAdmin(shop.url);
});

async function sell(): Promise<{ model: string; order: string }> {
  bookings += 1;
  const model = `Found ${bookings}`;
  const order = await bookPhone(buyer.client, await listPhone(seller.client, { model_name: model, image: seller.image, resale_price: '289' }));
  const { page } = await visitAs(shop, buyer);
  await open(page, `/dashboard/payment/${order}`);
  await payWith(page, '4242 4242 4242 4242');
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await page.close();
  return { model, order };
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'People, orders and payments' }).fill(text);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
}

async function check(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await expectNoSidewaysScroll(page, where);
}

test.each([360, 1440])('An admin finds a payment by the card, looks at its order and people, and refunds it, at %i pixels', async (width) => {
  const { model, order } = await sell();
  const { page } = await visitAs(shop, admin);
  await resize(page, width);
  await open(page, '/dashboard/find');
  await check(page, 'find');
  await search(page, '•••• 4242');
  await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: model }).waitFor();
  await search(page, 'maya');
  for (const group of ['People', 'Orders', 'Payments']) await page.getByRole('region', { name: group, exact: true }).waitFor();
  await check(page, 'found');
  await page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: model }).click();

  await page.getByRole('heading', { name: model, level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/adminOrders/${order}`);
  await page.getByText('Visa •••• 4242').waitFor();
  await check(page, 'order');
  await page.getByRole('button', { name: `Refund ${model}` }).click();
  const dialog = page.getByRole('dialog');
  const refund = dialog.getByRole('button', { name: 'Refund $289.00 to Maya Lookup', exact: true });
  await dialog.getByLabel('Reason').fill('It never came.');
  await refund.click();
  await dialog.getByText('Choose what happens to the phone.').waitFor();
  await dialog.getByLabel('Keep it off sale').check();
  await refund.dblclick();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Money' }).getByText('Refunded', { exact: true }).waitFor();

  await page.getByRole('region', { name: 'Seller' }).getByRole('link', { name: 'Wanda Wares' }).click();
  await page.getByRole('heading', { name: /Wanda Wares/u, level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Sales' }).getByRole('link', { name: model }).waitFor();
  await page.getByRole('button', { name: 'Warn seller: Wanda Wares' }).waitFor();
  await check(page, 'person');
});

test('An admin who comes second is told that the order was refunded', async () => {
  const { model, order } = await sell();
  const { page } = await visitAs(shop, admin, { expected: [{ url: /\/refund$/u, status: 409 }] });
  await open(page, `/dashboard/adminOrders/${order}`);
  await page.getByRole('button', { name: `Refund ${model}` }).click();
  const reply = await admin.client.call('POST', `/api/orders/${order}/refund`, { reason: 'I was faster.', relist: false });
  expect(reply.status).toBe(200);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('It never came.');
  await dialog.getByLabel('Put it back on sale').check();
  await dialog.getByRole('button', { name: 'Refund $289.00 to Maya Lookup' }).click();
  await page.getByText('This order has already been refunded, or its refund is on its way.').first().waitFor();
  await page.getByRole('region', { name: 'Money' }).getByText('Refunded', { exact: true }).waitFor();
});

test('An admin who suspends and deletes a seller stays at the top of their page, and the seller reads why where they would list a phone and look for theirs', async () => {
  const { page } = await visitAs(shop, admin);
  const suspended = await addSeller(shop.url, 'Sue Spended');
  await open(page, '/dashboard/find');
  await search(page, suspended.email);
  await page.getByRole('region', { name: 'People' }).getByRole('link', { name: 'Sue Spended' }).click();
  const top = page.getByRole('region', { name: 'Sue Spended' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Suspend seller: Sue Spended' }).click();
  await dialog.getByLabel('Reason').fill('Sold somebody else’s phone.');
  await dialog.getByRole('button', { name: 'Suspend seller' }).click();
  await page.getByRole('button', { name: 'Lift suspension: Sue Spended' }).waitFor();
  await expect.poll(() => isFocused(top), PATIENCE).toBe(true);
  const { page: listing } = await visitAs(shop, suspended);
  await open(listing, '/dashboard/addAProducts');
  await listing.getByText('“Sold somebody else’s phone.”').waitFor();
  expect(await listing.getByText('you can start selling').count()).toBe(0);
  // They don't fill in a form, or prepare a file, that would be refused.
  expect(await listing.locator('input[type=file]').count()).toBe(0);
  await open(listing, '/dashboard/importProducts');
  await listing.getByText('“Sold somebody else’s phone.”').waitFor();
  expect(await listing.locator('input[type=file]').count()).toBe(0);
  await open(listing, '/dashboard/myProducts');
  await listing.getByText('“Sold somebody else’s phone.”').waitFor();
  expect(await listing.getByText('List your first phone').count()).toBe(0);
  await page.getByRole('button', { name: 'Lift suspension: Sue Spended' }).click();
  await dialog.getByLabel('Reason').fill('It was theirs.');
  await dialog.getByRole('button', { name: 'Lift suspension' }).click();
  await page.getByText('The suspension was lifted.').waitFor();
  await page.getByRole('button', { name: 'Suspend seller: Sue Spended' }).waitFor();
  await page.getByRole('button', { name: 'Delete Sue Spended' }).click();
  await dialog.getByRole('button', { name: "Yes, I'm sure" }).click();
  await page.getByText('You can restore them in').waitFor();
  await expect.poll(() => isFocused(top), PATIENCE).toBe(true);
});

test('Two admins take a seller’s verification back, the badge leaves the listings, and the seller reads the first one’s reason', async () => {
  const trusted = await addSeller(shop.url, 'Vera Fied');
  const listing = await listPhone(trusted.client, { model_name: 'Badged 1', image: trusted.image });
  const { page } = await visitAs(shop, admin);
  await open(page, '/dashboard/allSellers');
  await page.getByRole('button', { name: 'Verify Vera Fied' }).click();
  await page.getByRole('link', { name: 'Vera Fied' }).click();
  const remove = page.getByRole('button', { name: 'Remove verification: Vera Fied' });
  await remove.waitFor();
  const { page: late } = await visitAs(shop, admin);
  await open(late, page.url());
  // Before the first one does it: the page may read the seller again at any moment.
  await late.getByRole('button', { name: 'Remove verification: Vera Fied' }).click();
  const { page: shown } = await visitAs(shop, buyer);
  const badge = shown.getByRole('main').getByText('Verified seller', { exact: true });
  await open(shown, `/selected-items-details/${listing}`);
  await badge.first().waitFor();

  const dialog = page.getByRole('dialog', { name: 'Remove Vera Fied’s verification?' });
  await remove.click();
  await check(page, 'removing a verification');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await isFocused(remove)).toBe(true);
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove verification' }).click();
  await dialog.getByText('A reason is required.').waitFor();
  // Opened again, it begins anew.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await remove.click();
  await dialog.getByLabel('Reason').waitFor();
  expect(await dialog.getByText('A reason is required.').count()).toBe(0);
  await dialog.getByLabel('Reason').fill('The papers were somebody else’s.');
  await dialog.getByRole('button', { name: 'Remove verification' }).click();
  await toast(page, 'Vera Fied is no longer verified.');
  await expect.poll(() => isFocused(page.getByRole('region', { name: 'Vera Fied' })), PATIENCE).toBe(true);
  await page.getByRole('button', { name: 'Verify Vera Fied' }).waitFor();
  await shown.reload();
  await shown.getByRole('link', { name: 'Vera Fied' }).first().waitFor();
  expect(await badge.count()).toBe(0);

  await late.getByRole('dialog').getByLabel('Reason').fill('Too late.');
  await late.getByRole('dialog').getByRole('button', { name: 'Remove verification' }).click();
  await toast(late, 'Vera Fied is no longer verified.');
  const { page: notified } = await visitAs(shop, trusted);
  await open(notified, '/dashboard/updates');
  await notified.getByText('“The papers were somebody else’s.”').waitFor();
  expect(await notified.getByText('Too late.').count()).toBe(0);
  await open(page, '/dashboard/auditLog');
  await expect.poll(() => page.getByText('The papers were somebody else’s.').count(), PATIENCE).toBeGreaterThan(0);
  expect(await page.getByText('Too late.').count()).toBe(0);
});

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shortPathOf } from '#contract/shared/short-codes.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { listPhone } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { during, open, PATIENCE, takenOver } from './browser.ts';
import { pictureField } from './conformance/listing-form.ts';
import { addBuyer, addSeller, delay, type Member, openStage, visitAs } from './conformance/stage.ts';

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
  const conflict = other.getByRole('alert').filter({ hasText: 'changed in another tab' });
  await conflict.waitFor();
  await expect.poll(() => conflict.evaluate((alert) => alert.getBoundingClientRect().top)).toBeGreaterThan(0);
  await other.reload();
  expect(await other.getByLabel('Location').inputValue()).toBe('Faro');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await conflict.waitFor();
  await expectAccessibleInBothThemes(other, 'two versions of a listing');
  await other.getByRole('button', { name: 'Save this version' }).click();
  await other.getByText('Edited 1 is updated.').waitFor();

  const seen = await onPhone(buyer, `/selected-items-details/${listing}`);
  await seen.getByText(/^\$320 until /u).waitFor();
  await seen.getByText('Faro').first().waitFor();
  await expectNoSidewaysScroll(seen, 'earlier prices');
  if (process.env.PICTURES) await seen.screenshot({ path: `${process.env.PICTURES}/earlier-360.png` });
  await open(seen, '/dashboard/myOrders');
  await seen.getByText('The price is now $260. You booked it for $320.').waitFor();
});

test.each(['while they filled in the booking', 'before the page had read the listing again'])('A buyer reads that the price changed %s', async (when) => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rosa Klein'), await addBuyer(shop.url, 'Bill Ruiz')];
  const listing = await listPhone(seller.client, { model_name: 'Dearer 1', image: seller.image, resale_price: '230' });
  const raise = () => seller.client.call('PATCH', `/api/products/${listing}`, { resale_price: '260', revision: 1 });
  const readAgain = (page: Page) => page.waitForResponse(`**/api/selectedItem/${listing}`);
  const { page } = await visitAs(shop, buyer);
  await resize(page, 360, 740);
  if (when.startsWith('before')) {
    await page.route(`**/api/selectedItem/${listing}`, async (route) => {
      await page.getByText('$230', { exact: true }).waitFor();
      await raise();
      await route.continue();
    });
  }
  await during(readAgain(page), () => open(page, `/booking-page/${listing}`));
  await page.getByLabel('Phone number').fill('555 0100');
  await page.getByLabel('Meeting location').fill('Station');
  if (when.startsWith('while')) await raise();
  else await page.getByText('$260', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await page.getByText('The seller changed the price from $230.00 to $260.00 while you were on this page. Your order has the new price.').waitFor();
  await page.getByText('$260', { exact: true }).waitFor();
  await expectAccessibleInBothThemes(page, 'a booking whose price has changed');
});

test('A seller who was suspended meanwhile reads why their changes aren’t saved', async () => {
  const seller = await addSeller(shop.url, 'Zoe Hart');
  const listing = await listPhone(seller.client, { model_name: 'Suspended 1', image: seller.image, resale_price: '320' });
  const { page } = await visitAs(shop, seller, { expected: [{ url: /\/api\/products\//u, status: 403 }] });
  await open(page, `/dashboard/edit/${listing}`);
  await page.getByLabel('Resale price').fill('250');
  await page.route(`**/api/products/${listing}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { message: 'Your account is suspended.', code: 'suspended' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alert').filter({ hasText: 'Your account is suspended.' }).waitFor();
});

test('A buyer whose phone goes while they fill in the booking reads that it is gone', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Gus Gone'), await addBuyer(shop.url, 'Lotte Late')];
  const listing = await listPhone(seller.client, { model_name: 'Gone 1', image: seller.image });
  const { page } = await visitAs(shop, buyer, { expected: [{ url: /\/(?:bookings|selectedItem\/[^/]+)$/u, status: 404 }] });
  // The page reads the listing again once it knows who reads it.
  await during(page.waitForResponse(`**/api/selectedItem/${listing}`), () => open(page, `/booking-page/${listing}`));
  await page.getByLabel('Phone number').fill('555 0100');
  await page.getByLabel('Meeting location').fill('Station');
  expect((await seller.client.call('DELETE', `/api/products/${listing}`)).status).toBe(200);
  await page.getByRole('button', { name: 'Add to Order' }).click();
  await page.getByText('This phone is no longer available').waitFor();
  expect(await page.getByRole('button', { name: 'Add to Order' }).count()).toBe(0);
});

test('A seller who wants to book their own phone is led to its form', async () => {
  const seller = await addSeller(shop.url, 'Ole Berg');
  const listing = await listPhone(seller.client, { model_name: 'Own 1', image: seller.image });
  const page = await onPhone(seller, `/booking-page/${listing}`);
  await page.getByText('This is your own listing').waitFor();
  await page.getByRole('link', { name: 'Edit listing' }).click();
  await page.getByRole('heading', { name: 'Edit Listing' }).waitFor();
});

test('Unsaved changes of a listing come back with its photos, say so, and can be discarded', async () => {
  const seller = await addSeller(shop.url, 'Nina Simone');
  const listing = await listPhone(seller.client, { model_name: 'Unsaved 1', image: seller.image, resale_price: '320' });
  const page = await onPhone(seller, `/dashboard/edit/${listing}`);
  const price = page.getByLabel('Resale price');
  const [restored, removals] = [page.getByText('We’ve restored the changes'), page.getByRole('button', { name: /^Remove photo \d$/u })];
  await price.waitFor();
  await page.reload();
  await price.waitFor();
  expect(await restored.count()).toBe(0);

  await pictureField(page).setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
  await expect.poll(() => page.getByText('Ready', { exact: true }).count(), PATIENCE).toBe(2);
  await page.getByRole('button', { name: 'Move photo 2 earlier' }).press('Enter');
  await price.fill('250');
  const cover = () => page.evaluate((id) => JSON.parse(sessionStorage.getItem(`draft:edit:${id}`) ?? '{}').photos?.[0], listing);
  const chosen = await cover();
  await page.reload();
  await restored.waitFor();
  expect(await price.inputValue()).toBe('250');
  await expect.poll(() => removals.count(), PATIENCE).toBe(2);
  expect([chosen, await cover()]).toEqual([expect.not.stringMatching(seller.image), chosen]);

  await open(page, '/dashboard/myProducts');
  await page.getByRole('link', { name: 'Edit Unsaved 1' }).click();
  await restored.waitFor();
  await expectAccessibleInBothThemes(page, 'restored changes of a listing');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect.poll(() => price.inputValue(), PATIENCE).toBe('320');
    await expect.poll(() => removals.count(), PATIENCE).toBe(1);
    expect(await restored.count()).toBe(0);
  }
});

test('A seller pauses, resumes and reprices several phones, copies one, and marks one as sold elsewhere', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Ida Lovelace'), await addBuyer(shop.url, 'Cy Young')];
  const [first, second] = [
    await listPhone(seller.client, { model_name: 'Many 1', image: seller.image, resale_price: '200' }),
    await listPhone(seller.client, { model_name: 'Many 2', image: seller.image, resale_price: '300' }),
  ];
  await buyer.client.call('POST', '/api/bookings', { productId: first, phone: '555 0100', meeting_location: 'Station' });

  const page = await onPhone(seller, '/dashboard/myProducts');
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('checkbox', { name: 'Choose Many 1' }).check();
  await page.getByRole('checkbox', { name: 'Choose Many 2' }).check();
  await page.getByText('2 phones chosen.').waitFor();
  // The choice stands below the phone and its state, not between them.
  const cards = page.getByRole('row').filter({ hasText: 'Many' });
  expect(await topOf(cards.first().getByRole('checkbox'))).toBeGreaterThan(await topOf(cards.first().getByRole('button', { name: /^Delete/u })));
  // Much of the page is slow to load again: what is pressed meanwhile counts.
  const rest = await delay(page, /\/api\/(?!products|ownListingChanges)/u);
  await expectAccessibleInBothThemes(page, 'choosing several phones');
  await expectNoSidewaysScroll(page, 'choosing several phones');
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bulk-360.png`, fullPage: true });
  await page.getByLabel('Change prices by %').fill('-10');
  await page.getByRole('button', { name: 'Change prices' }).click();
  await page.getByRole('dialog', { name: 'Lower the price of 2 phones by 10%?' }).getByRole('button', { name: "Yes, I'm sure" }).click();
  await page.getByText('2 phones repriced.').waitFor();
  await page.getByText('$180').waitFor();
  await expectAccessibleInBothThemes(page, 'changed prices');
  await expectNoSidewaysScroll(page, 'changed prices');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 phones back at the earlier price.').waitFor();
  await page.getByText('$200').first().waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Choose Many 2' }).check();
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByText('paused', { exact: true }).waitFor();
  await rest.release();

  const seen = await onPhone(buyer, `/selected-items-details/${second}`);
  await seen.getByText('The seller has paused this listing').waitFor();
  expect(await seen.locator(`a[href$="/booking-page/${second}"]`).count()).toBe(0);
  await expectAccessibleInBothThemes(seen, 'a paused listing');

  await page.getByRole('button', { name: 'Done choosing' }).click();
  await page.getByRole('button', { name: 'More for Many 2' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('1 phone on sale again.').waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => Promise.reject(new Error('denied')) } });
  });
  // At the bottom of the screen, its menu comes into view whole.
  const more = page.getByRole('button', { name: 'More for Many 2' });
  await more.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await more.click();
  expect((await topOf(page.getByRole('button', { name: 'Prove you have it' }))) + 44).toBeLessThan(740);
  await page.getByRole('button', { name: 'Share' }).click();
  const address = page.getByText('We couldn’t copy the link. Here it is:');
  await address.waitFor();
  expect(await address.evaluate((toast) => toast.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
  await page.evaluate(() => {
    navigator.share = async (data) => void Object.assign(window, { shared: data });
  });
  await page.getByRole('button', { name: 'More for Many 2' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({ title: 'Many 2', url: shop.url + shortPathOf(second) });
  await page.getByRole('button', { name: 'More for Many 1' }).click();
  await page.getByRole('button', { name: 'Sold elsewhere' }).click();
  await page.getByRole('button', { name: 'Yes, it’s sold' }).click();
  await page.getByRole('link', { name: 'Many 1', exact: true }).waitFor({ state: 'detached' });
  await open(seen, '/dashboard/myOrders');
  await seen.getByText('Sold elsewhere by the seller').waitFor();

  await page.getByRole('button', { name: 'More for Many 2' }).click();
  await page.getByRole('link', { name: 'Copy as new' }).click();
  await page.getByRole('link', { name: 'Show all fields on one page' }).click();
  await expect.poll(() => page.getByLabel('Resale price').inputValue(), PATIENCE).toBe('300');

  await open(page, '/dashboard/myProducts');
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('checkbox', { name: 'Choose Many 2' }).check();
  await page.getByRole('button', { name: 'Sold elsewhere' }).click();
  await page.getByRole('dialog', { name: 'Sold 1 phone elsewhere?' }).getByRole('button', { name: 'Yes, sold' }).click();
  await page.getByText('1 phone marked as sold elsewhere.').waitFor();
  await page.getByRole('link', { name: 'Many 2', exact: true }).waitFor({ state: 'detached' });
});

test('A seller who asks for all fields while a copy is loading keeps seeing them all', async () => {
  const seller = await addSeller(shop.url, 'Al Jarreau');
  const listing = await listPhone(seller.client, { model_name: 'Copied 1', image: seller.image, resale_price: '320' });
  const page = await onPhone(seller, '/dashboard/myProducts');
  const reading = await delay(page, `**/api/products/${listing}`);
  await page.getByRole('button', { name: 'More for Copied 1' }).click();
  await page.getByRole('link', { name: 'Copy as new' }).click();
  await reading.asked;
  await page.getByRole('link', { name: 'Show all fields on one page' }).click();
  await page.getByLabel('Resale price').waitFor();
  await reading.release();
  await expect.poll(() => page.getByLabel('Resale price').inputValue(), PATIENCE).toBe('320');
  await page.getByRole('link', { name: 'Show one step at a time' }).waitFor();
  expect(await page.getByLabel('Resale price').isVisible()).toBe(true);
});

test('A copied listing survives a reload, and comes back from its saved draft when the tab has lost its text', async () => {
  const seller = await addSeller(shop.url, 'Cleo Laine');
  const listing = await listPhone(seller.client, { model_name: 'Copied 2', image: seller.image, resale_price: '320' });
  const page = await onPhone(seller, `/dashboard/addAProducts?step=all&copy=${listing}`);
  const expectCopied = () => expect.poll(() => page.getByLabel('Resale price').inputValue(), PATIENCE).toBe('320');
  await expectCopied();
  await page.getByText('Saved. You can continue later').waitFor();
  await page.reload();
  await expectCopied();
  await page.evaluate((email) => sessionStorage.removeItem(`draft:listing:${email}`), seller.email);
  await page.reload();
  await expectCopied();
});

test('A seller who leaves while a copy is loading is not brought back, and keeps the earlier draft', async () => {
  const seller = await addSeller(shop.url, 'Bea Arthur');
  const listing = await listPhone(seller.client, { model_name: 'Left 1', image: seller.image, resale_price: '320' });
  const { page } = await visitAs(shop, seller);
  await open(page, '/dashboard/addAProducts?step=all');
  await page.getByLabel('Resale price').fill('99');
  await page.getByText('Saved. You can continue later').waitFor();
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'My Products' }).click();
  const reading = await delay(page, `**/api/products/${listing}`);
  await page.getByRole('button', { name: 'More for Left 1' }).click();
  await page.getByRole('link', { name: 'Copy as new' }).click();
  await reading.asked;
  await menu.getByRole('link', { name: 'My Products' }).click();
  await page.getByRole('link', { name: 'Edit Left 1' }).waitFor();
  await during(page.waitForResponse(`**/api/products/${listing}`), () => reading.release());
  await menu.getByRole('link', { name: 'Add A Product' }).click();
  await page.getByRole('link', { name: 'Show all fields on one page' }).click();
  expect(await page.getByLabel('Resale price').inputValue()).toBe('99');
});

async function topOf(target: Locator): Promise<number> {
  return (await target.boundingBox())?.y ?? Number.NaN;
}

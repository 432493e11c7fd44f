import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listPhone } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { arrive, open, PATIENCE, takenOver } from './browser.ts';
import { addBuyer, addSeller, type Member, openStage, visitAs } from './conformance/stage.ts';
import { isFocused } from './keys.ts';

const shop = openStage();

async function onPhone(member: Member, path: string): Promise<Page> {
  const { page } = await visitAs(shop, member, {
    expected: [{ url: /\/(?:offers|lowestOffer)$/u, status: 422 }],
  });
  await resize(page, 360, 740);
  await open(page, path);
  return page;
}

async function offer(page: Page, price: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your offer in dollars' }).fill(price);
  await page.getByRole('textbox', { name: 'Phone number' }).fill('555 0100');
  await page.getByRole('textbox', { name: 'Meeting location' }).fill('Station hall');
  await page.keyboard.press('Enter');
}

async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(() => isFocused(page.getByRole('textbox', { name })), PATIENCE).toBe(true);
}

test('A buyer’s offer is countered and accepted by keyboard on a phone', async () => {
  // A name as long as the screen is wide.
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bartholomew-Maximilian-Ferdinand Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Haggled Over 1', image: seller.image });

  const buying = await onPhone(buyer, `/selected-items-details/${listing}`);
  await takenOver(buying);
  await buying.getByRole('button', { name: 'Make an offer' }).press('Enter');
  await expectFocus(buying, 'Your offer in dollars');
  await offer(buying, '500');
  await buying.getByText('The seller asks for $289.00. Book it at the asking price instead.').first().waitFor();
  await expectAccessibleInBothThemes(buying, 'the form for an offer');
  await expectNoSidewaysScroll(buying, 'the form for an offer');
  await offer(buying, '240');
  await buying.getByText('Offer: $240.00').waitFor();

  const selling = await onPhone(seller, '/dashboard/myProducts');
  await expectNoSidewaysScroll(selling, 'the seller’s phones');
  await selling.getByRole('link', { name: '1 offer to answer' }).click();
  await arrive(selling, '**/dashboard/messages');
  // The address changes before the page; until then its link to edit the phone has the name, too.
  await selling.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await selling
    .getByRole('main')
    .getByRole('link', { name: /Haggled Over 1/u })
    .click();
  await selling.getByRole('button', { name: 'Counter' }).press('Enter');
  await expectFocus(selling, 'Your price in dollars');
  await selling.keyboard.type('265');
  await expectAccessibleInBothThemes(selling, 'the seller’s answer');
  await expectNoSidewaysScroll(selling, 'the seller’s answer');
  await selling.keyboard.press('Enter');

  await buying.getByRole('button', { name: 'Accept $265.00' }).press('Enter');
  await buying.getByRole('dialog').getByRole('button', { name: 'Accept $265.00' }).press('Enter');
  await buying.getByRole('link', { name: 'Pay now' }).waitFor();
  await expectAccessibleInBothThemes(buying, 'an accepted offer');
});

test('A withdrawn offer stands in the conversation once', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Wanda Stays'), await addBuyer(shop.url, 'Ivo Changes')];
  const listing = await listPhone(seller.client, { model_name: 'Haggled Over 3', image: seller.image });
  const buying = await onPhone(buyer, `/selected-items-details/${listing}`);
  await takenOver(buying);
  await buying.getByRole('button', { name: 'Make an offer' }).click();
  await offer(buying, '240');
  await buying.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await buying.getByText('Withdrawn: $240.00').waitFor();
  await buying.getByRole('button', { name: 'Withdraw', exact: true }).waitFor({ state: 'detached' });
  expect(await buying.getByText('Withdrawn').count()).toBe(1);
});

test('A seller says which offers they don’t want to see, and lower ones are declined', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Lou Lowest'), await addBuyer(shop.url, 'Bea Below')];
  const listing = await listPhone(seller.client, { model_name: 'Haggled Over 2', image: seller.image });
  const selling = await onPhone(seller, `/dashboard/edit/${listing}`);
  const lowest = selling.getByRole('textbox', { name: 'Lowest offer in dollars' });
  await lowest.fill('cheap');
  await selling.getByRole('button', { name: 'Save lowest offer' }).click();
  await selling
    .getByText(/must be an amount/u)
    .first()
    .waitFor();
  await lowest.fill('289');
  await selling.getByRole('button', { name: 'Save lowest offer' }).click();
  await selling
    .getByText(/every offer would be declined/u)
    .first()
    .waitFor();
  await lowest.fill('250');
  await selling.getByRole('button', { name: 'Save lowest offer' }).click();
  await selling.getByText('Lower offers are declined for you from now on.').waitFor();
  await expectAccessibleInBothThemes(selling, 'a listing with a lowest offer');
  await expectNoSidewaysScroll(selling, 'a listing with a lowest offer');
  await selling.reload();
  await expect.poll(() => lowest.inputValue()).toBe('250');

  const buying = await onPhone(buyer, `/selected-items-details/${listing}`);
  await takenOver(buying);
  await buying.getByRole('button', { name: 'Make an offer' }).click();
  await offer(buying, '249');
  await buying.getByText('The seller declined this offer.').waitFor();
  await buying.getByRole('button', { name: 'Make an offer' }).click();
  const fields = ['Your offer in dollars', 'Phone number', 'Meeting location'].map((name) => buying.getByRole('textbox', { name }));
  expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual(['', '555 0100', 'Station hall']);
  await open(selling, '/dashboard/messages');
  await selling.getByText('No messages yet').waitFor();
});

test('A phone that goes while somebody writes an offer for it isn’t offered for booking afterwards', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Gil Gone'), await addBuyer(shop.url, 'Lena Late')];
  const listing = await listPhone(seller.client, { model_name: 'Haggled Over 4', image: seller.image });
  const { page } = await visitAs(shop, buyer, { expected: [{ url: /\/(?:offers|selectedItem\/[^/]+)$/u, status: 404 }] });
  await open(page, `/selected-items-details/${listing}`);
  await takenOver(page);
  await page.getByRole('link', { name: 'Book Now' }).first().waitFor();
  await page.getByRole('button', { name: 'Make an offer' }).click();
  expect((await seller.client.call('DELETE', `/api/products/${listing}`)).status).toBe(200);
  await offer(page, '240');
  await page.getByText('This listing is no longer available.').first().waitFor();
  await page.getByText('This phone is no longer available').waitFor();
  expect(await page.getByRole('link', { name: 'Book Now' }).count()).toBe(0);
});

test('Going back from one phone to another closes the form for an offer, whose price was for the first', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Sam Sells'), await addBuyer(shop.url, 'Bob Back')];
  // Nearer to each other in price than to any other phone of these tests: each is shown beside the other.
  const first = await listPhone(seller.client, { model_name: 'Looked At 1', image: seller.image, resale_price: '411' });
  await listPhone(seller.client, { model_name: 'Looked At 2', image: seller.image, resale_price: '411' });
  const page = await onPhone(buyer, `/selected-items-details/${first}`);
  await takenOver(page);
  await page.getByRole('link', { name: 'Looked At 2' }).first().click();
  await page.getByRole('heading', { name: 'Looked At 2', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make an offer for Looked At 2' });
  await dialog.getByLabel('Your offer in dollars').fill('240');
  await page.goBack();
  await page.getByRole('heading', { name: 'Looked At 1', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  expect(await page.getByRole('dialog', { name: 'Make an offer for Looked At 1' }).getByLabel('Your offer in dollars').inputValue()).toBe('');
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buyPhone, completeSale, listPhone } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from '../access.ts';
import { open, takenOver } from '../browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, visitAs } from '../conformance/stage.ts';
import type { ShopUnderTest } from '../shop.ts';
import type { Sides } from './sides.ts';

/** What two people write about each other after a sale, and what an admin does about it. */
export function testReviews({ forBuyer, forSeller }: Sides): void {
  test('Buyer and seller rate each other on two phones, the seller answers, and an admin removes a review', async () => {
    const [seller, buyer, admin] = [await addSeller(forSeller.url, 'Rita Moreno'), await addBuyer(forBuyer.url, 'Bo Ericsson'), await addAdmin(forBuyer.url)];
    const listing = await listPhone(seller.client, { model_name: 'Rated 1', image: seller.image });
    await listPhone(seller.client, { model_name: 'Rated 2', image: seller.image });
    const orderId = await buyPhone(buyer.client, listing);
    const sellerId = ((await seller.client.call('GET', `/api/selectedItem/${listing}`)).body as { sellerId: string }).sellerId;
    await completeSale(buyer.client, seller.client, orderId);

    const bought = await onPhone(forBuyer, buyer, '/dashboard/myOrders');
    await bought.getByRole('link', { name: 'Rate your seller: Rated 1' }).click();
    await bought.getByRole('heading', { name: 'Rate your seller' }).waitFor();
    await expectNoSidewaysScroll(bought, 'the review form');
    await expectAccessibleInBothThemes(bought, 'the review form');
    await bought.getByRole('button', { name: 'Send review' }).click();
    await bought.getByText('Choose one to five stars.').waitFor();
    await bought.getByRole('radio', { name: '3 of 5: Fair' }).check();
    await bought.getByLabel('What was it like? (optional)').fill('Came late');
    await bought.reload();
    await bought.getByText('Fair', { exact: true }).waitFor();
    expect(await bought.getByLabel('What was it like? (optional)').inputValue()).toBe('Came late');
    await rate(bought, '3 of 5: Fair', 'Came late, but the phone is fine.');
    await bought.getByText(/^Only you can see it until the seller has written one too/u).waitFor();
    await bought.getByRole('button', { name: 'Change your review' }).click();
    await rate(bought, '4 of 5: Good', 'Came late, but the phone is great.');
    await bought.getByRole('img', { name: '4 of 5 stars' }).waitFor();

    const sold = await onPhone(forSeller, seller, '/dashboard/updates');
    await sold.getByRole('link', { name: 'Bo Ericsson has reviewed you' }).click();
    await sold.getByRole('heading', { name: 'Rate your buyer' }).waitFor();
    expect(await sold.getByText('Came late').count()).toBe(0);
    await rate(sold, '5 of 5: Great', '');
    await sold.getByText('Came late, but the phone is great.').waitFor();
    await expectAccessibleInBothThemes(sold, 'both reviews');
    await sold.getByRole('button', { name: 'Answer this review' }).click();
    await sold.getByLabel('Your answer').waitFor();
    await sold.keyboard.type('The bus was late.');
    await sold.getByRole('button', { name: 'Send answer' }).click();
    await sold.getByText('The bus was late.').waitFor();

    const { page: visitor } = await forBuyer.visitor();
    await resize(visitor, 360, 740);
    await open(visitor, `/seller/${sellerId}`);
    await takenOver(visitor);
    await visitor.getByText('4.0 ★').waitFor();
    await visitor.getByText('Bo', { exact: true }).waitFor();
    await visitor.getByText('The bus was late.').waitFor();
    await expectNoSidewaysScroll(visitor, 'the seller’s page');
    await expectAccessibleInBothThemes(visitor, 'the seller’s page');
    await visitor.getByRole('link', { name: 'Report the review by Bo' }).click();
    await visitor.waitForURL('**/login?**');

    await open(sold, `/seller/${sellerId}`);
    await sold.getByRole('button', { name: 'Report the review by Bo' }).click();
    await sold.getByLabel('What’s wrong with it?').fill('I wasn’t late.');
    await sold.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    await sold.getByText('Thanks. We’ll look at this review and tell you the outcome.').waitFor();

    const decided = await onPhone(forBuyer, admin, '/dashboard/reportedReviews');
    await decided.getByText('I wasn’t late.').waitFor();
    await expectNoSidewaysScroll(decided, 'the reported reviews');
    await expectAccessibleInBothThemes(decided, 'the reported reviews');
    await decided.getByRole('button', { name: 'Remove the review by Bo Ericsson' }).click();
    await decided.getByLabel('Reason').fill('It names a private matter.');
    await decided.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await decided.getByText('Nothing to review').waitFor();

    await open(bought, `/dashboard/orders/${orderId}`);
    await bought.getByText('We removed this review: It names a private matter.').waitFor();
    await bought.getByRole('region', { name: 'Reviews' }).getByRole('link', { name: 'Decisions' }).click();
    await bought.getByText('Review removed').waitFor();
    await bought.getByText('Came late, but the phone is great.').waitFor();
    await expectNoSidewaysScroll(bought, 'a review among the decisions');
    await expectAccessibleInBothThemes(bought, 'a review among the decisions');
    await bought.getByRole('button', { name: 'Appeal: Review removed' }).click();
    await bought.getByLabel('Your appeal').fill('It names nobody.');
    await bought.getByRole('dialog').getByRole('button', { name: 'Appeal' }).click();
    await bought.getByText('Your appeal was sent.').waitFor();
    await open(visitor, `/seller/${sellerId}`);
    await visitor.getByText('No reviews yet.').waitFor();

    await open(decided, '/dashboard/reviewQueue');
    const appeals = decided.getByRole('region', { name: 'Appeals to answer' });
    await appeals.getByText('Bo Ericsson, who wrote the review').waitFor();
    await expectNoSidewaysScroll(decided, 'an appeal about a review');
    await expectAccessibleInBothThemes(decided, 'an appeal about a review');
    await open(decided, '/dashboard/reportedReviews');

    await decided.getByRole('button', { name: 'Restore the review by Bo Ericsson' }).click();
    await decided.getByLabel('Reason').fill('It names nobody.');
    await decided.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await decided.getByText('Review restored.').waitFor();
    await open(visitor, `/seller/${sellerId}`);
    await visitor.getByRole('link', { name: 'Report the review by Bo' }).waitFor();
  });
}

async function onPhone(shop: ShopUnderTest, member: Member, path: string): Promise<Page> {
  const { page } = await visitAs(shop, member);
  await resize(page, 360, 740);
  await open(page, path);
  return page;
}

async function rate(page: Page, stars: string, text: string): Promise<void> {
  await page.getByRole('radio', { name: stars }).check();
  await page.getByLabel('What was it like? (optional)').fill(text);
  await page.getByRole('button', { name: /^(?:Send review|Save changes)$/u }).click();
}

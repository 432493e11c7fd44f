import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buyPhone, completeSale, listPhone } from '#test/support/world/calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../access.ts';
import { open, PATIENCE } from '../browser.ts';
import { addAdmin, addBuyer, addSeller, rows, type Seller, visitAs } from '../conformance/stage.ts';
import { PHONE } from './pair.ts';
import type { Sides } from './sides.ts';

/** How a seller gets the money of a completed sale, and what is taken back after a refund. */
export function testPayouts(sides: Sides): void {
  let seller: Seller;
  beforeAll(async () => {
    seller = await addSeller(sides.forSeller.url, 'Pia Paid');
  });

  /** A sale of this seller for $300, completed. */
  async function sell(model: string, buyerName: string): Promise<void> {
    const { client } = await addBuyer(sides.forBuyer.url, buyerName);
    const listing = await listPhone(seller.client, { model_name: model, image: seller.image, resale_price: '300' });
    await completeSale(client, seller.client, await buyPhone(client, listing));
  }

  async function visitSales(): Promise<Page> {
    const { page } = await visitAs(sides.forSeller, seller);
    await page.setViewportSize(PHONE);
    await open(page, '/dashboard/mySales');
    return page;
  }

  test('A seller reads what the shop keeps before they import phones from a file', async () => {
    const { page } = await visitAs(sides.forSeller, seller);
    await page.setViewportSize(PHONE);
    await open(page, '/dashboard/importProducts');
    await page.getByRole('region', { name: 'Import a file' }).getByText('We keep 5% plus $0.30 of the price when you’re paid.').waitFor();
  });

  test('A seller sets up payouts on a phone, and the money that waited is sent and stands on their statement', async () => {
    await sell('Waiting One', 'Wim Waits');
    const page = await visitSales();
    await untilSaleSays(page, 'Waiting One', 'Waiting for you to set up payouts');
    await saleOf(page, 'Waiting One').getByText('$284.70 after our fee of $15.30').waitFor();
    const panel = page.getByRole('region', { name: 'Set up payouts' });
    await panel.getByText('$284.70 is waiting for you.').waitFor();
    await expectAccessible(page, 'My Sales before payouts are set up');
    await expectNoSidewaysScroll(page, 'My Sales before payouts are set up');

    await page.getByRole('link', { name: 'View order' }).click();
    await panel.getByText('$284.70 is waiting for you.').waitFor();
    await panel.getByRole('button', { name: 'Set up payouts' }).click();
    await page.getByRole('heading', { name: 'Set up your payouts' }).waitFor();
    await page.getByText('Don’t enter real bank details.').waitFor();
    await expectAccessible(page, 'the practice page for payouts');
    await page.getByRole('button', { name: 'Ask for another document' }).click();
    await page.getByRole('region', { name: 'The payout service needs something from you' }).waitFor();
    await page.waitForURL((address) => address.search === '');
    await page.getByRole('button', { name: 'See what’s needed' }).click();
    await page.getByRole('button', { name: 'Complete setup' }).click();
    await page.getByRole('heading', { name: 'My Sale' }).waitFor();
    await panel.waitFor({ state: 'detached' });
    await saleOf(page, 'Waiting One')
      .getByText(/^(?:On its way to you|Paid to you)$/u)
      .waitFor();

    await untilSaleSays(page, 'Waiting One', 'Paid to you');
    // On one line, the moment beside it didn't fit into the column.
    await saleOf(page, 'Waiting One').getByText('Paid to you', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Statement for each month' }).click();
    await page.getByRole('heading', { name: 'Statements' }).waitFor();
    for (const text of ['Paid by the buyer', 'Fee', 'Paid out to you']) await page.getByRole('term').filter({ hasText: text }).waitFor();
    await page.getByText('−$284.70').first().waitFor();
    await expectAccessible(page, 'a statement');
    await expectNoSidewaysScroll(page, 'a statement');
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('Paid out to you,Waiting One');
  });

  test('A refund after the payout is taken back, and the admin can’t note what the service pays', async () => {
    await sell('Returned One', 'Rae Returns');
    const page = await visitSales();
    await untilSaleSays(page, 'Returned One', 'Paid to you');
    const { page: office } = await visitAs(sides.forBuyer, await addAdmin(sides.forBuyer.url));
    await open(office, '/dashboard/payments');
    const payment = rows(office).filter({ hasText: 'Returned One' });
    await payment.getByText('Paid out', { exact: true }).waitFor();
    expect(await payment.getByRole('button', { name: /Mark as paid out/u }).count()).toBe(0);
    await office.getByRole('button', { name: 'Refund Returned One', exact: true }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel('Keep it off sale').check();
    await dialog.getByLabel('Reason').fill('It was the wrong phone.');
    await dialog.getByRole('button', { name: 'Refund $300.00 to Rae Returns', exact: true }).click();
    await untilSaleSays(page, 'Returned One', 'Taken back');
  });

  test('The listing form says under the price what the seller gets, and moves nothing', async () => {
    const { page } = await visitAs(sides.forSeller, seller);
    await page.setViewportSize(PHONE);
    await open(page, '/dashboard/addAProducts?step=price');
    const price = page.getByLabel('Resale price');
    const note = page.getByText('We keep 5% plus $0.30 of the price when you’re paid.');
    await note.waitFor();
    const before = await note.boundingBox();
    await price.fill('300');
    const after = page.getByText('You get $284.70 after our fee of $15.30.');
    await after.waitFor();
    expect((await after.boundingBox())?.height).toBe(before?.height);
    await price.fill('nothing');
    await note.waitFor();
  });
}

const saleOf = (page: Page, model: string) => rows(page).filter({ hasText: model });

/** Reloads My Sales until a sale says this. */
async function untilSaleSays(page: Page, model: string, text: string): Promise<void> {
  const read = async () => {
    await page.reload();
    await saleOf(page, model).waitFor();
    return saleOf(page, model).textContent();
  };
  await expect.poll(read, PATIENCE).toContain(text);
}

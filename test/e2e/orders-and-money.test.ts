import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { bookPhone, buyPhone, completeSale, listPhone } from '#test/support/world/calls.ts';
import { open, PATIENCE } from './browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, main, openStage, payWith, rows, type Seller, visitAs } from './conformance/stage.ts';

/** A reservation short enough for a test to see the next buyer's turn on the waitlist. */
const RESERVATION_SECONDS = 15;
const shop = openStage({ PAYMENT_HOLD_SECONDS: String(RESERVATION_SECONDS), FIRST_PURCHASE_PERCENT: '0' });
const GOOD = '4242 4242 4242 4242';

let seller: Seller;
let admin: Member;
let phones = 0;

beforeAll(async () => {
  seller = await addSeller(shop.url, 'Sid Seller');
  admin = await addAdmin(shop.url);
});

async function newPhone(): Promise<{ id: string; model: string }> {
  phones += 1;
  const model = `Traded ${phones}`;
  return { id: await listPhone(seller.client, { model_name: model, image: seller.image, resale_price: '289.50' }), model };
}

function payButton(page: Page) {
  return page.getByRole('button', { name: 'Pay', exact: true });
}

test('A buyer on the waitlist is notified of their turn and buys the phone', async () => {
  const { id, model } = await newPhone();
  const [holder, next] = [await addBuyer(shop.url, 'Hal Holder'), await addBuyer(shop.url, 'Nat Next')];
  const [held, waiting] = [await bookPhone(holder.client, id), await bookPhone(next.client, id)];
  const refused = { expected: [{ url: /\/api\/create-payment-intent$/u, status: 409 }] };
  const [{ page: first }, { page: second }] = [await visitAs(shop, holder, refused), await visitAs(shop, next, refused)];
  await open(first, `/dashboard/payment/${held}`);
  await first.getByText(/^Reserved for you for/u).waitFor();

  await open(second, `/dashboard/payment/${waiting}`);
  await second.getByRole('button', { name: 'Join the waitlist' }).click();
  await second.getByText(/^You’re first on the waitlist\. Your turn comes by .+\. When the phone becomes available/u).waitFor();
  await second.getByRole('button', { name: 'Leave the waitlist' }).click();
  await second.getByRole('button', { name: 'Join the waitlist' }).click();
  await second.getByText(/^You’re first on the waitlist/u).waitFor();

  // The holder's time runs out: they see it, and the next buyer's turn begins, without any click.
  await first.getByText(/^Your reservation has expired\./u).waitFor();
  await expect.poll(() => payButton(second).isEnabled(), { timeout: (RESERVATION_SECONDS + 20) * 1000 }).toBe(true);
  await second.getByText(/^Reserved for you for/u).waitFor();
  await payWith(second, GOOD);
  await second.getByRole('heading', { name: 'Congratulations!' }).waitFor();

  await open(second, '/dashboard');
  const news = second.getByRole('region', { name: 'Notifications' });
  await news.getByRole('link', { name: `It’s your turn: ${model} is reserved for you` }).waitFor();
  // That it is their turn they read where they waited for it.
  await news.getByText('New', { exact: true }).first().waitFor();
  await open(first, '/dashboard');
  await first.getByRole('link', { name: `${model} was sold to another buyer` }).waitFor();
});

test('A buyer on the waitlist sees that another bought the phone', async () => {
  const { id } = await newPhone();
  const [holder, next] = [await addBuyer(shop.url, 'Hugo Holder'), await addBuyer(shop.url, 'Ned Next')];
  const [held, waiting] = [await bookPhone(holder.client, id), await bookPhone(next.client, id)];
  const refused = { expected: [{ url: /\/api\/create-payment-intent$/u, status: 409 }] };
  const [{ page: first }, { page: second }] = [await visitAs(shop, holder, refused), await visitAs(shop, next, refused)];
  await open(first, `/dashboard/payment/${held}`);
  await first.getByText(/^Reserved for you for/u).waitFor();
  await open(second, `/dashboard/payment/${waiting}`);
  await second.getByRole('button', { name: 'Join the waitlist' }).click();
  await payWith(first, GOOD);
  await first.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  let asked = 0;
  second.on('request', (request) => {
    if (request.url().endsWith('/create-payment-intent')) asked += 1;
  });
  await second.getByText('This phone was sold to another buyer.').waitFor();
  await second.waitForTimeout(2000);
  expect(asked).toBeLessThanOrEqual(2);
});

test('An order’s page shows its history', async () => {
  const { id } = await newPhone();
  const buyer = await addBuyer(shop.url, 'Wes Words');
  const order = await bookPhone(buyer.client, id);
  const { page } = await visitAs(shop, buyer);
  await open(page, `/dashboard/payment/${order}`);
  const history = page.getByRole('region', { name: 'Order history' });
  await history.getByText('You booked this phone.').waitFor();
  await payWith(page, GOOD);
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await history.getByText('We received your payment. The phone is yours.').waitFor();
  expect(await history.getByRole('listitem').count()).toBe(3);
});

test('A refund by the admin undoes the sale, and buyer, seller and receipt see the reason', async () => {
  const { id, model } = await newPhone();
  const buyer = await addBuyer(shop.url, 'Ria Refunded');
  const order = await bookPhone(buyer.client, id);
  const { page } = await visitAs(shop, buyer);
  await open(page, `/dashboard/payment/${order}`);
  await payWith(page, GOOD);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('heading', { name: 'Receipt' }).waitFor();
  await page.getByText('$289.50', { exact: true }).waitFor();
  await page.getByText('Sid Seller', { exact: true }).waitFor();

  const { page: selling } = await visitAs(shop, seller);
  await open(selling, '/dashboard/mySales');
  const sale = rows(selling).filter({ hasText: model });
  await sale.getByText('Held until the handover').waitFor();
  await sale.getByText('Ria Refunded').waitFor();

  const { page: office } = await visitAs(shop, admin);
  await open(office, '/dashboard/payments');
  await office.getByRole('button', { name: `Refund ${model}`, exact: true }).click();
  const dialog = office.getByRole('dialog');
  for (const answer of await dialog.getByRole('radio').all()) expect(await answer.isChecked()).toBe(false);
  const refund = dialog.getByRole('button', { name: 'Refund $289.50 to Ria Refunded', exact: true });
  await refund.click();
  await dialog.getByText('A reason is required.').waitFor();
  await dialog.getByText('Choose what happens to the phone.').waitFor();
  await dialog.getByLabel('Put it back on sale').check();
  await dialog.getByLabel('Reason').fill('The screen was broken.');
  await refund.click();
  await dialog.waitFor({ state: 'hidden' });
  await rows(office).filter({ hasText: model }).getByText('Refunded', { exact: true }).waitFor();

  await page.reload();
  await page.getByText(/was refunded to your card on .*“The screen was broken\.”/u).waitFor();
  await open(page, '/dashboard/myOrders');
  await page.getByText('Refunded by the shop. You’ve been refunded in full.').waitFor();
  await selling.reload();
  await sale.getByText('Refunded', { exact: true }).waitFor();
  await open(selling, '/dashboard');
  await selling.getByRole('link', { name: `The sale of ${model} was refunded` }).waitFor();
  // The phone is on sale again.
  await expect.poll(async () => (await fetch(`${shop.url}/api/selectedItem/${id}`)).json(), PATIENCE).toMatchObject({ status: 'available' });
});

test('A payout is recorded once, and the seller sees it', async () => {
  const { id, model } = await newPhone();
  const buyer = await addBuyer(shop.url, 'Pat Payer');
  const order = await bookPhone(buyer.client, id);
  const { page } = await visitAs(shop, buyer);
  await open(page, `/dashboard/payment/${order}`);
  await payWith(page, GOOD);
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await completeSale(buyer.client, seller.client, order);
  const { page: office } = await visitAs(shop, admin);
  await open(office, '/dashboard/payments');
  const mark = office.getByRole('button', { name: `Mark as paid out: ${model}`, exact: true });
  await mark.click();
  const dialog = office.getByRole('dialog', { name: 'Mark $289.50 as paid out?' });
  await dialog.getByText(`Confirm only after you’ve paid ${seller.name} $289.50 for ${model}.`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await mark.isEnabled()).toBe(true);
  await mark.click();
  await dialog.getByRole('button', { name: `I paid ${seller.name} $289.50` }).click();
  await mark.waitFor({ state: 'detached' });
  await rows(office).filter({ hasText: model }).getByText('Paid out', { exact: true }).waitFor();
  const { page: selling } = await visitAs(shop, seller);
  await open(selling, '/dashboard/mySales');
  await rows(selling).filter({ hasText: model }).getByText('Paid to you').waitFor();
  await main(selling).getByText('Paid out to you').waitFor();
});

test('A refund that the bank refuses is noted by the admin who made it by hand, and the buyer reads so', async () => {
  const { id, model } = await newPhone();
  const buyer = await addBuyer(shop.url, 'Hanna Hand');
  const order = await buyPhone(buyer.client, id);
  const db = openDatabase({ kind: 'sqlite', file: join(shop.directory, 'redial.db') });
  await db.updateTable('payments').set({ partial_due_cents: 5000, refund_by_hand_at: Date.now() }).where('order_id', '=', order).execute();
  await db.destroy();

  const { page: office } = await visitAs(shop, admin);
  await open(office, '/dashboard/payments');
  const mark = office.getByRole('button', { name: `Mark as refunded: ${model}`, exact: true });
  await mark.click();
  const dialog = office.getByRole('dialog', { name: 'Mark $50.00 as refunded?' });
  await dialog.getByText('Confirm only after you’ve returned $50.00 to Hanna Hand in another way.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await mark.click();
  await dialog.getByRole('button', { name: 'I refunded $50.00' }).click();
  await mark.waitFor({ state: 'detached' });
  const { page } = await visitAs(shop, buyer);
  await open(page, '/dashboard');
  await page.getByRole('link', { name: 'We refunded $50.00' }).waitFor();
});

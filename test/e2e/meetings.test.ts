import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { days, minutes } from '#contract/shared/durations.ts';
import { buyPhone, listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { expectAccessible } from './access.ts';
import { open, PATIENCE } from './browser.ts';
import { enter } from './people.ts';
import { openShop } from './shop.ts';

/** An empty shop: each test sells a phone of its own. */
const shop = openShop({ DEMO: 'false', FIRST_PURCHASE_PERCENT: '0' });
const PHONE = { width: 360, height: 740 };
const PASSWORD = 'practice123';

type Member = { client: Client; page: Page };

let seller: Member;
let buyer: Member;
let image: string;

beforeAll(async () => {
  seller = await enroll('seller', 'Sven Meets');
  buyer = await enroll('buyer', 'Cara Meets');
  image = await uploadPicture(seller.client);
});

async function enroll(role: 'buyer' | 'seller', name: string): Promise<Member> {
  const email = `${role}@example.test`;
  const client = createClient(shop.url);
  await client.signUp(email, role, name);
  const { context, page } = await shop.visitor();
  await page.setViewportSize(PHONE);
  await enter(context, email, PASSWORD);
  return { client, page };
}

/** Sells a phone, and opens its order for both. */
async function sell(model: string): Promise<string> {
  const orderId = await buyPhone(buyer.client, await listPhone(seller.client, { model_name: model, image, resale_price: '289' }));
  for (const { page } of [buyer, seller]) {
    await open(page, `/dashboard/orders/${orderId}`);
    await page.getByRole('heading', { name: 'Meeting', exact: true }).waitFor(PATIENCE);
  }
  return orderId;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function propose(page: Page, inMs: number, place: string): Promise<void> {
  const local = new Date(Date.now() + inMs);
  const at = new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await page.getByLabel('When').fill(at);
  await page.getByLabel('Where').fill(place);
  await button(page, 'Propose this meeting').click();
}

/** Makes the agreed meeting of an order 20 minutes ago, as if the time had passed. */
function letPass(orderId: string): void {
  const db = new DatabaseSync(join(shop.directory, 'redial.db'), { timeout: 10_000 });
  db.prepare('update fulfillments set meet_at = ? where order_id = ?').run(Date.now() - minutes(20), orderId);
  db.close();
}

test('Two people on their phones arrange a meeting, change it, put it into a calendar, and cancel', async () => {
  const orderId = await sell('Meetable 1');
  await button(buyer.page, 'Propose this meeting').click();
  await buyer.page.getByText('Enter a date and a time.').waitFor();
  await propose(buyer.page, days(2), 'Main library, second door');
  await buyer.page.getByText('You proposed. Waiting for Sven Meets to answer.').waitFor();
  await expectAccessible(buyer.page, 'an order with a proposal');
  // The seller's page learns of it by itself.
  await seller.page.getByText('Cara Meets proposes:').waitFor(PATIENCE);
  await button(seller.page, 'Accept').click();
  await seller.page.getByRole('heading', { name: 'Meet the buyer' }).waitFor();
  await buyer.page.getByRole('heading', { name: 'Meet the seller' }).waitFor(PATIENCE);
  await expectAccessible(seller.page, 'an order with an agreed meeting');

  const file = await Promise.all([buyer.page.waitForEvent('download'), button(buyer.page, 'Add to calendar').click()]).then(([download]) => download.path());
  expect(readFileSync(file, 'utf8')).toMatch(/LOCATION:Main library\\, second door\r\n/u);

  await button(seller.page, 'Propose another time or place').click();
  await propose(seller.page, days(3), 'Central station');
  await button(buyer.page, 'Accept').click(PATIENCE);
  await buyer.page.getByText('Central station').first().waitFor(PATIENCE);
  await open(buyer.page, '/dashboard/myOrders');
  await buyer.page.getByText(/^Meet on \w{3}, /u).waitFor();
  await open(seller.page, '/dashboard/mySales');
  await seller.page.getByText(/^Meet on \w{3}, /u).waitFor();

  await open(buyer.page, `/dashboard/orders/${orderId}`);
  await button(buyer.page, 'Cancel the purchase').click();
  await button(buyer.page, 'I changed my mind.').click();
  await button(buyer.page, 'Cancel and get $289.00 back').click();
  await buyer.page.getByRole('heading', { name: 'Canceled' }).waitFor(PATIENCE);
  await open(seller.page, `/dashboard/orders/${orderId}`);
  await button(seller.page, 'Put back on sale').click();
  await seller.page.getByText('Your phone is on sale again.').waitFor();
  await button(seller.page, 'Put back on sale').waitFor({ state: 'detached' });
}, 120_000);

test('A seller cancels, and says whether the phone goes back on sale', async () => {
  await sell('Meetable 2');
  const { page } = seller;
  await button(page, 'Cancel the sale').click();
  await page.getByRole('dialog').getByLabel('Reason').fill('I dropped it.');
  await button(page, 'Cancel and refund $289.00 to Cara Meets').click();
  await page.getByText('Choose what happens to the phone.').waitFor();
  await page.getByLabel('Keep it off sale').check();
  await expectAccessible(page, 'canceling a sale');
  await button(page, 'Cancel and refund $289.00 to Cara Meets').click();
  await page.getByRole('heading', { name: 'Canceled' }).waitFor(PATIENCE);
  await buyer.page.getByRole('heading', { name: 'Canceled' }).waitFor(PATIENCE);
}, 90_000);

test.each(['buyer', 'seller'] as const)(
  'The %s doesn’t come, is asked, and answers',
  async (absent) => {
    const [missing, there] = absent === 'buyer' ? [buyer, seller] : [seller, buyer];
    const name = absent === 'buyer' ? 'Cara Meets' : 'Sven Meets';
    const orderId = await sell(`Meetable of ${absent}`);
    await propose(there.page, days(1), 'Town hall');
    await button(missing.page, 'Accept').click(PATIENCE);
    await button(there.page, 'Call it off').waitFor(PATIENCE);
    letPass(orderId);
    await there.page.reload();
    await button(there.page, `${name} didn’t come`).click();
    await there.page
      .getByRole('dialog')
      .getByRole('button', { name: `${name} didn’t come` })
      .click();
    await there.page.getByText(`You reported that ${name} didn’t come to the meeting on`).waitFor(PATIENCE);
    await button(missing.page, absent === 'buyer' ? 'I was there' : 'I couldn’t make it').click(PATIENCE);
    await button(missing.page, 'Propose this meeting').waitFor(PATIENCE);
    await button(there.page, 'Propose this meeting').waitFor(PATIENCE);
  },
  120_000,
);

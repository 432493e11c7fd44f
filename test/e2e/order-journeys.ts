import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { HandoverView } from '#contract/handover.ts';
import { digitsAt, fromBase64Url, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { buyPhone, listPhone, mustSucceed } from '#test/support/world/calls.ts';
import { expectAccessible } from './access.ts';
import { open, PATIENCE } from './browser.ts';
import { addAdmin, addBuyer, addSeller, type Member, type Seller, visitAs } from './conformance/stage.ts';
import type { ShopUnderTest } from './shop.ts';

const PHONE = { width: 360, height: 740 };

/** The process that each side's browser talks to; one shop may have several. */
export type Sides = { forBuyer: ShopUnderTest; forSeller: ShopUnderTest };

type Deal = { orderId: string; atBuyer: Page; atSeller: Page };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const reads = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor(PATIENCE);

/** Two people on two phones and an admin: what happens when the phone isn't right, and when it is. */
export function testOrderJourneys({ forBuyer, forSeller }: Sides): void {
  let buyer: Member;
  let seller: Seller;
  let number = 0;

  async function sell(): Promise<Deal> {
    buyer ??= await addBuyer(forBuyer.url, 'Bea Wary');
    seller ??= await addSeller(forSeller.url, 'Sol Plain');
    number += 1;
    const orderId = await buyPhone(buyer.client, await listPhone(seller.client, { image: seller.image, model_name: `Traded ${number}`, resale_price: '250' }));
    const [buyers, sellers] = await Promise.all([visitAs(forBuyer, buyer), visitAs(forSeller, seller)]);
    for (const { page } of [buyers, sellers]) {
      await page.setViewportSize(PHONE);
      await open(page, `/dashboard/orders/${orderId}`);
    }
    return { orderId, atBuyer: buyers.page, atSeller: sellers.page };
  }

  /** The code on the page of the side that gets the phone, as its secret makes it. */
  async function digitsOf({ client }: Member, orderId: string): Promise<string> {
    const { body } = mustSucceed(await client.call('GET', `/api/orders/${orderId}/handover`), 'reading the code');
    const { secret, serverTime } = body as HandoverView;
    return digitsAt(fromBase64Url(secret ?? ''), stepAt(Date.parse(serverTime)));
  }

  /** The side that gets the phone confirms it, as their page does. */
  async function confirm({ client }: Member, orderId: string, direction: 'handover' | 'return'): Promise<void> {
    const { secret, serverTime } = (await client.call('GET', `/api/orders/${orderId}/handover`)).body as HandoverView;
    const madeAt = Date.parse(serverTime);
    const mac = await macOfConfirmation(fromBase64Url(secret ?? ''), { orderId, direction, madeAt });
    const confirmation = { direction, madeAt, mac, offline: false, ...(direction === 'return' && { relist: true }) };
    mustSucceed(await client.call('POST', `/api/orders/${orderId}/handover/confirmation`, confirmation), 'confirming');
  }

  /** The side that gives the phone enters the other's code. */
  async function enterCode(orderId: string, direction: 'handover' | 'return'): Promise<void> {
    const [receiver, giver] = direction === 'handover' ? [buyer, seller] : [seller, buyer];
    // A phone that goes back within half a minute would show the same code.
    const enter = async (): Promise<number> => {
      const code = { how: 'typed', digits: await digitsOf(receiver, orderId) };
      return (await giver.client.call('POST', `/api/orders/${orderId}/handover/code`, { direction, code, madeAt: Date.now(), offline: false })).status;
    };
    await expect.poll(enter, { timeout: 40_000, interval: 10_000 }).toBe(200);
  }

  const stateOf = async (orderId: string) => ((await buyer.client.call('GET', `/api/orders/${orderId}`)).body as PaidOrder).fulfillment;

  async function handOver({ orderId, atBuyer }: Deal): Promise<void> {
    await enterCode(orderId, 'handover');
    await confirm(buyer, orderId, 'handover');
    await reads(atBuyer, 'Check the phone');
  }

  async function report({ atBuyer }: Deal): Promise<void> {
    await open(atBuyer, new URL(atBuyer.url()).pathname);
    await button(atBuyer, /^Something’s wrong: report/u).click(PATIENCE);
    await expectAccessible(atBuyer, 'reporting a problem');
    await button(atBuyer, 'Report the problem').click();
    await reads(atBuyer, 'Describe what is wrong.');
    await atBuyer.getByLabel('What is it?').selectOption('not_as_described');
    await atBuyer.getByLabel('Describe it').fill('The screen has a scratch that the listing doesn’t mention.');
    await button(atBuyer, 'Report the problem').click();
    await reads(atBuyer, 'We’ve told the seller');
  }

  test('A wrong phone ends in a partial refund that the seller offers and the buyer accepts', async () => {
    const deal = await sell();
    const { orderId, atBuyer, atSeller } = deal;
    await handOver(deal);
    await report(deal);
    // The seller's page learns of it by itself.
    await reads(atSeller, 'Answer the problem');
    await expectAccessible(atSeller, 'an order with a problem');
    await button(atSeller, 'Offer a partial refund').click();
    await atSeller.getByLabel('Message to the buyer').fill('Sorry, I hadn’t seen it.');
    await atSeller.getByLabel('Amount in dollars').fill('40');
    await button(atSeller, 'Send the offer').click();
    await button(atBuyer, 'Accept $40.00').click(PATIENCE);
    await button(atBuyer, 'Keep the phone and get $40.00 back').click();
    await reads(atBuyer, 'You get $40 back, and keep the phone.');
    await reads(atSeller, 'The buyer gets $40 back, and you’re paid the rest.');
    expect(await stateOf(orderId)).toMatchObject({ state: 'decided', outcome: 'partly_refunded', refunded: 40 });
  });

  test('A wrong phone goes back, both confirm it, and the buyer is refunded in full', async () => {
    const deal = await sell();
    const { orderId, atBuyer, atSeller } = deal;
    await handOver(deal);
    await report(deal);
    await button(atSeller, 'Take the phone back').click(PATIENCE);
    await button(atSeller, 'Refund $250.00 to Bea Wary').click();
    await reads(atBuyer, 'Bring the phone back');
    await enterCode(orderId, 'return');
    await reads(atSeller, 'One confirmation is missing');
    await confirm(seller, orderId, 'return');
    await reads(atBuyer, 'You get a full refund.');
    await expect.poll(async () => (await stateOf(orderId)).refunded).toBe(250);
  });

  test('When they don’t agree, the admin reads both and decides, and both read why', async () => {
    const deal = await sell();
    const { orderId, atBuyer, atSeller } = deal;
    await handOver(deal);
    await report(deal);
    await button(atSeller, 'Disagree with the problem').click(PATIENCE);
    await atSeller.getByLabel('Why you disagree').fill('It had no scratch when I gave it to you.');
    await button(atSeller, 'Send').click();
    await reads(atBuyer, 'We’re deciding');
    const admin = await addAdmin(forBuyer.url);
    const { page } = await visitAs(forBuyer, admin);
    await open(page, '/dashboard');
    await page.getByRole('link', { name: /^[1-9]\s*problems to decide\s*First by /u }).click(PATIENCE);
    await page
      .getByRole('link', { name: /^Traded/u })
      .first()
      .click(PATIENCE);
    await reads(page, 'It had no scratch when I gave it to you.');
    await expectAccessible(page, 'a problem to decide');
    await button(page, 'Decide about this problem').click();
    await page.getByLabel('Reason').fill('The photos show it.');
    await page.getByRole('radio', { name: /^Partial refund/u }).check();
    await page.getByLabel('The buyer gets back, in dollars').fill('60');
    await button(page, 'Refund $60 to Bea Wary').click();
    await reads(page, 'Partial refund: $60');
    await reads(atBuyer, /The photos show it\./u);
    await reads(atSeller, /The photos show it\./u);
    expect(await stateOf(orderId)).toMatchObject({ outcome: 'partly_refunded', refunded: 60 });
  });

  test('When everything is fine, the buyer says so, and both rate each other', async () => {
    const deal = await sell();
    const { orderId, atBuyer, atSeller } = deal;
    await handOver(deal);
    await open(atBuyer, `/dashboard/orders/${orderId}`);
    await button(atBuyer, 'Everything’s fine').click(PATIENCE);
    await button(atBuyer, 'Pay $250.00 to Sol Plain').click();
    await reads(atBuyer, 'All done');
    await reads(atSeller, 'The sale is complete.');
    expect(await stateOf(orderId)).toMatchObject({ state: 'completed', refunded: 0 });
    await open(atSeller, '/dashboard/mySales');
    await reads(atSeller, /Set up payouts|payout/u);
  });
}

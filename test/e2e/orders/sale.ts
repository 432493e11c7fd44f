import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { days } from '#contract/shared/durations.ts';
import { bookPhone } from '#test/support/world/calls.ts';
import { expectAccessible } from '../access.ts';
import { open, PATIENCE } from '../browser.ts';
import { payWith, visitAs } from '../conformance/stage.ts';
import { propose } from './meetings.ts';
import { button, CONFIRM, digitsField, digitsOn, enrollPair, isDone, PHONE, press, reads } from './pair.ts';
import type { Sides } from './sides.ts';

/** A sale as it should be, from the payment to the end. */
export function testSale(sides: Sides): void {
  const pair = enrollPair(sides, { buyer: 'Cara Buys', seller: 'Sven Sells', model: 'Sold' });

  test('While a bank reviews the payment, nobody is asked to meet', async () => {
    const orderId = await bookPhone(pair.buyer.client, await pair.list());
    const { page: atCheckout } = await visitAs(sides.forBuyer, pair.buyer);
    await open(atCheckout, `/dashboard/payment/${orderId}`);
    await payWith(atCheckout, '4000 0000 0000 0259');
    await atCheckout.getByRole('heading', { name: 'Congratulations!' }).waitFor();
    const { atBuyer, atSeller } = await pair.meet(orderId);
    await reads(atBuyer, 'Your bank is reviewing the payment');
    await reads(atSeller, 'Don’t hand the phone over yet');
    for (const page of [atBuyer, atSeller])
      for (const text of ['Propose this meeting', 'busy public place']) expect(await page.getByText(text).count()).toBe(0);
    await open(atBuyer, '/dashboard/myOrders');
    await reads(atBuyer, 'Your bank is reviewing this payment');
    await open(atSeller, '/dashboard/mySales');
    await reads(atSeller, 'Don’t hand the phone over yet');
    for (const page of [atBuyer, atSeller]) expect(await page.getByText('Arrange the meeting').count()).toBe(0);
  });

  test('Two people on their phones pay, arrange a meeting, change it, put it into a calendar, hand the phone over, and are done', async () => {
    const orderId = await bookPhone(pair.buyer.client, await pair.list());
    const { page: atCheckout } = await visitAs(sides.forBuyer, pair.buyer);
    await atCheckout.setViewportSize(PHONE);
    await open(atCheckout, `/dashboard/payment/${orderId}`);
    await payWith(atCheckout, '4242 4242 4242 4242');
    await atCheckout.getByRole('heading', { name: 'Congratulations!' }).waitFor();

    const { atBuyer, atSeller } = await pair.meet(orderId);
    await button(atBuyer, 'Propose this meeting').click();
    await reads(atBuyer, 'Enter a date and a time.');
    await propose(atBuyer, days(2), 'Main library, second door');
    await reads(atBuyer, 'You proposed. Waiting for Sven Sells to answer.');
    await expectAccessible(atBuyer, 'an order with a proposal');
    // The seller's page learns of it by itself.
    await reads(atSeller, 'Cara Buys proposes:');
    await button(atSeller, 'Accept').click();
    await reads(atSeller, 'Meet the buyer');
    await reads(atBuyer, 'Meet the seller');
    await expectAccessible(atSeller, 'an order with an agreed meeting');
    const file = await Promise.all([atBuyer.waitForEvent('download'), button(atBuyer, 'Add to calendar').click()]).then(([download]) => download.path());
    expect(readFileSync(file, 'utf8')).toMatch(/LOCATION:Main library\\, second door\r\n/u);
    await button(atSeller, 'Propose another time or place').click();
    await propose(atSeller, days(3), 'Central station');
    await press(atBuyer, 'Accept');
    await reads(atBuyer, 'Central station');
    await open(atBuyer, '/dashboard/myOrders');
    await reads(atBuyer, /^Meet on \w{3}, /u);
    await open(atSeller, '/dashboard/mySales');
    await reads(atSeller, /^Meet on \w{3}, /u);

    for (const page of [atBuyer, atSeller]) {
      await open(page, `/dashboard/orders/${orderId}`);
      await button(page, 'Meeting right now? Confirm the handover').click();
    }
    await digitsField(atSeller).fill(await digitsOn(atBuyer));
    await reads(atBuyer, 'The seller entered your code.');
    await button(atBuyer, CONFIRM).click();
    await Promise.all([isDone(atBuyer), isDone(atSeller)]);
    await button(atBuyer, 'Everything’s fine').click(PATIENCE);
    await button(atBuyer, 'Pay $250.00 to Sven Sells').click();
    await reads(atBuyer, 'All done');
    await expect.poll(() => atBuyer.evaluate(() => document.activeElement?.textContent)).toBe('All doneThe phone is yours.');
    await reads(atSeller, 'The sale is complete.');
    expect((await pair.buyer.client.call('GET', `/api/orders/${orderId}`)).body).toMatchObject({ fulfillment: { state: 'completed', refunded: 0 } });
  }, 240_000);
}

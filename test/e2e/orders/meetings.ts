import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { days, minutes } from '#contract/shared/durations.ts';
import { importPlaces } from '#server/features/meeting-places/index.ts';
import { expectAccessible } from '../access.ts';
import { open, PATIENCE } from '../browser.ts';
import { appears, button, enrollPair, press, reads } from './pair.ts';
import type { Sides } from './sides.ts';

/** An extract of OpenStreetMap. */
const PLACES = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { amenity: 'police', name: 'Central Police', 'addr:city': 'Porto' },
      geometry: { type: 'Point', coordinates: [-8.61, 41.15] },
    },
  ],
});

export async function propose(page: Page, inMs: number, place: string): Promise<void> {
  const local = new Date(Date.now() + inMs);
  const at = new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await page.getByLabel('When').fill(at);
  await page.getByLabel('Where').fill(place);
  await button(page, 'Propose this meeting').click();
}

/** Sales that end before the handover, and meetings that somebody misses. */
export function testMeetings(sides: Sides): void {
  const pair = enrollPair(sides, { buyer: 'Cara Meets', seller: 'Sven Meets', model: 'Meetable' });

  beforeAll(() => sides.change((db) => importPlaces(db, PLACES)));

  /** Makes the agreed meeting of an order 20 minutes ago, as if the time had passed. */
  const letPass = (orderId: string): Promise<void> =>
    sides.change((db) =>
      db
        .updateTable('fulfillments')
        .set({ meet_at: Date.now() - minutes(20) })
        .where('order_id', '=', orderId)
        .execute(),
    );

  test('A buyer cancels and gets the money back, and the seller puts the phone back on sale', async () => {
    const { orderId, atBuyer, atSeller } = await pair.trade();
    await button(atBuyer, 'Cancel the purchase').click();
    await button(atBuyer, 'I changed my mind.').click();
    await button(atBuyer, 'Cancel and get $250.00 back').click();
    await atBuyer.getByRole('heading', { name: 'Canceled' }).waitFor(PATIENCE);
    await open(atSeller, `/dashboard/orders/${orderId}`);
    await button(atSeller, 'Put back on sale').click();
    await reads(atSeller, 'Your phone is on sale again.');
    await button(atSeller, 'Put back on sale').waitFor({ state: 'detached' });
  });

  test('A seller cancels, and says whether the phone goes back on sale', async () => {
    const { atBuyer, atSeller } = await pair.trade();
    const cancel = button(atSeller, 'Cancel and refund $250.00 to Cara Meets');
    await button(atSeller, 'Cancel the sale').click();
    await atSeller.getByRole('dialog').getByLabel('Reason').fill('I dropped it.');
    await cancel.click();
    await reads(atSeller, 'Choose what happens to the phone.');
    await atSeller.getByLabel('Keep it off sale').check();
    await expectAccessible(atSeller, 'canceling a sale');
    await cancel.click();
    for (const page of [atSeller, atBuyer]) await reads(page, 'Canceled');
  });

  test('Both are shown public places near the phone, with the credit of their list, and a tap fills one in', async () => {
    const { atBuyer, atSeller } = await pair.trade();
    for (const page of [atBuyer, atSeller]) {
      const places = page.getByRole('region', { name: 'Safe places nearby' });
      await places.getByText('© OpenStreetMap contributors').waitFor(PATIENCE);
      await places.getByRole('button', { name: 'Central Police Police station · Porto' }).click();
      expect(await page.getByLabel('Where').inputValue()).toBe('Central Police, Porto');
    }
  });

  test('What somebody types stays when the other side proposes meanwhile, and the focus stays on the page after the answer', async () => {
    const { atBuyer, atSeller } = await pair.trade();
    const where = atBuyer.getByLabel('Where');
    await where.fill('Sta');
    await propose(atSeller, days(1), 'Town hall');
    await appears(button(atBuyer, 'Accept'));
    await atBuyer.keyboard.type('tion');
    expect(await where.inputValue()).toBe('Station');
    await button(atBuyer, 'Accept').press('Enter');
    await appears(button(atBuyer, 'Call it off'));
    await expect.poll(() => atBuyer.evaluate(() => document.activeElement?.tagName), PATIENCE).not.toBe('BODY');
  });

  test('A missed meeting that nobody answers for ends the sale a day later, and both see the refund', async () => {
    const { orderId, atBuyer, atSeller } = await pair.trade();
    await propose(atSeller, days(1), 'Town hall');
    await press(atBuyer, 'Accept');
    await appears(button(atSeller, 'Call it off'));
    await letPass(orderId);
    const missed = button(atSeller, 'Cara Meets didn’t come');
    await missed.waitFor(PATIENCE);
    // Nobody has to come while a bank reviews the payment.
    const dispute = { id: orderId, reference: `dp_${orderId}`, provider: 'practice', order_id: orderId, amount_cents: 1, currency: 'usd' } as const;
    const opened = { status: 'needs_response', reason: 'fraudulent', opened_at: 0, withdrawn_cents: 0, movements: 0, checked_at: Date.now() };
    await sides.change(async (db) => {
      const { intent_id } = await db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
      await db
        .insertInto('disputes')
        .values({ ...dispute, ...opened, intent_id: intent_id ?? '' })
        .execute();
    });
    await missed.waitFor({ state: 'detached', ...PATIENCE });
    await sides.change((db) => db.deleteFrom('disputes').where('id', '=', orderId).execute());
    await missed.click();
    await atSeller.getByRole('dialog').getByRole('button', { name: 'Cara Meets didn’t come' }).click();
    await reads(atBuyer, 'Without an answer, the sale is canceled and you get a full refund.');
    await sides.change((db) => db.updateTable('fulfillments').set({ due_at: Date.now() }).where('order_id', '=', orderId).execute());
    await reads(atBuyer, 'You’ve been refunded in full.');
    await reads(atSeller, 'The buyer has been refunded in full.');
  });

  test.each(['buyer', 'seller'] as const)('The %s doesn’t come, is asked, and answers', async (absent) => {
    const { orderId, atBuyer, atSeller } = await pair.trade();
    const [missing, there] = absent === 'buyer' ? [atBuyer, atSeller] : [atSeller, atBuyer];
    const { name } = pair[absent];
    await propose(there, days(1), 'Town hall');
    await press(missing, 'Accept');
    await appears(button(there, 'Call it off'));
    await letPass(orderId);
    await there.reload();
    await button(there, `${name} didn’t come`).click();
    await there
      .getByRole('dialog')
      .getByRole('button', { name: `${name} didn’t come` })
      .click();
    await reads(there, `You reported that ${name} didn’t come to the meeting on`);
    await press(missing, absent === 'buyer' ? 'I was there' : 'I couldn’t make it');
    for (const page of [missing, there]) await appears(button(page, 'Propose this meeting'));
  });
}

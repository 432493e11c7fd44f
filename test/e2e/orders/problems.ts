import { expect, test } from 'vitest';
import type { PaidOrder } from '#contract/orders.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { handOverPhone } from '#test/support/world/calls.ts';
import { expectAccessible } from '../access.ts';
import { open, PATIENCE } from '../browser.ts';
import { addAdmin, visitAs } from '../conformance/stage.ts';
import { delayUploads } from '../delay-uploads.ts';
import { toast } from '../people.ts';
import { appears, button, CONFIRM, digitsField, digitsOn, enrollPair, isDone, type Meeting, press, reads } from './pair.ts';
import type { Sides } from './sides.ts';

/** What two people and an admin do about a phone that isn't right. */
export function testProblems(sides: Sides): void {
  const pair = enrollPair(sides, { buyer: 'Bea Wary', seller: 'Sol Plain', model: 'Disputed' });

  const stateOf = async (orderId: string) => ((await pair.buyer.client.call('GET', `/api/orders/${orderId}`)).body as PaidOrder).fulfillment;

  /** A phone that the buyer has, and has reported a problem with. */
  async function report(): Promise<Meeting> {
    const orderId = await pair.sell();
    await handOverPhone(pair.buyer.client, pair.seller.client, orderId);
    const meeting = await pair.meet(orderId);
    const { atBuyer } = meeting;
    await reads(atBuyer, 'The listing shows no test. You can make one now.');
    await button(atBuyer, /^Something’s wrong: report/u).click(PATIENCE);
    await expectAccessible(atBuyer, 'reporting a problem');
    await button(atBuyer, 'Report the problem').click();
    await reads(atBuyer, 'Describe what is wrong.');
    await atBuyer.getByLabel('What is it?').selectOption('not_as_described');
    await atBuyer.getByLabel('Describe it').fill('The screen has a scratch that the listing doesn’t mention.');
    await button(atBuyer, 'Report the problem').click();
    await reads(atBuyer, 'We’ve told the seller');
    return meeting;
  }

  test('A wrong phone ends in a partial refund that the seller offers and the buyer accepts', async () => {
    const { orderId, atBuyer, atSeller } = await report();
    // The seller's page learns of it by itself.
    await reads(atSeller, 'Answer the problem');
    await expectAccessible(atSeller, 'an order with a problem');
    await atBuyer.getByRole('region', { name: 'The problem' }).waitFor();
    await atBuyer.evaluate(() => {
      const isThere = () => document.querySelector('[aria-labelledby="problem"]') !== null;
      Object.assign(window, { wasGone: false });
      new MutationObserver(() => isThere() || Object.assign(window, { wasGone: true })).observe(document.body, { childList: true, subtree: true });
    });
    await button(atSeller, 'Offer a partial refund').click();
    await atSeller.getByLabel('Message to the buyer').fill('Sorry, I hadn’t seen it.');
    await atSeller.getByLabel('Amount in dollars').fill('40');
    await button(atSeller, 'Send the offer').click();
    await press(atBuyer, 'Accept $40.00');
    // What was said stayed while what came since was read.
    expect(await atBuyer.evaluate(() => (window as unknown as { wasGone: boolean }).wasGone)).toBe(false);
    await button(atBuyer, 'Keep the phone and get $40.00 back').click();
    await reads(atBuyer, 'You get $40 back, and keep the phone.');
    await reads(atSeller, 'The buyer gets $40 back, and the rest is yours.');
    expect(await stateOf(orderId)).toMatchObject({ state: 'decided', outcome: 'partly_refunded', refunded: 40 });
  });

  test('A wrong phone goes back by the same codes, the seller chooses what happens to it, and the buyer is refunded in full', async () => {
    const { orderId, atBuyer, atSeller } = await report();
    await press(atSeller, 'Take the phone back');
    await button(atSeller, 'Refund $250.00 to Bea Wary').click();
    await reads(atBuyer, 'Bring the phone back');
    await digitsField(atBuyer).fill(await digitsOn(atSeller));
    await reads(atSeller, 'The buyer entered your code.');
    await button(atSeller, CONFIRM).click();
    await reads(atSeller, 'Choose one.');
    await atSeller.getByText('Put it back on sale').click();
    await button(atSeller, CONFIRM).click();
    for (const page of [atBuyer, atSeller]) await isDone(page, 'Done. The phone is back with the seller.');
    await reads(atBuyer, 'You’ve been refunded in full.');
    await expect.poll(() => stateOf(orderId), PATIENCE).toMatchObject({ state: 'decided', outcome: 'refunded', refunded: 250 });
  });

  test('A photo of what is wrong survives a reload, goes with the report, and both sides see it', async () => {
    const { orderId, atBuyer, atSeller } = await pair.trade();
    await button(atBuyer, /^Something’s wrong: report/u).click(PATIENCE);
    await atBuyer.getByLabel('What is it?').selectOption('not_working');
    await atBuyer.getByLabel('Describe it').fill('It doesn’t turn on.');
    await atBuyer.getByLabel('Photos').setInputFiles({ name: 'dark.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
    const photo = atBuyer.getByRole('img', { name: 'Photo 1' });
    await photo.waitFor(PATIENCE);
    await atBuyer.reload();
    await button(atBuyer, /^Something’s wrong: report/u).click(PATIENCE);
    await photo.waitFor();
    expect([await atBuyer.getByLabel('What is it?').inputValue(), await atBuyer.getByLabel('Describe it').inputValue()]).toEqual([
      'not_working',
      'It doesn’t turn on.',
    ]);
    await button(atBuyer, 'Report the problem').click();
    for (const page of [atBuyer, atSeller]) await appears(page.getByRole('region', { name: 'The problem' }).getByRole('img').first());
    const { body } = await pair.seller.client.call('GET', `/api/orders/${orderId}/problem`);
    expect(body).toMatchObject({ statements: [{ text: 'It doesn’t turn on.', photos: [expect.any(String)] }] });
    // The admin's queue has only the next test's.
    expect((await pair.buyer.client.call('DELETE', `/api/orders/${orderId}/problem`)).status).toBe(200);
  });

  test('A report isn’t sent without the photo that is still uploading, which can also be canceled', async () => {
    const { orderId, atBuyer } = await pair.trade();
    const goOn = await delayUploads(atBuyer);
    const photos = atBuyer.getByLabel('Photos');
    const hasFocus = () => photos.evaluate((field) => field === document.activeElement);
    const choose = async () => photos.setInputFiles({ name: 'bent.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
    await button(atBuyer, /^Something’s wrong: report/u).click(PATIENCE);
    await atBuyer.getByLabel('What is it?').selectOption('not_working');
    await atBuyer.getByLabel('Describe it').fill('It’s bent.');
    await choose();
    await reads(atBuyer, 'Uploading photo: 0%');
    // How far it is would be announced at every percent.
    expect(await atBuyer.locator('[aria-live]', { hasText: 'Uploading' }).allTextContents()).toEqual(['Uploading photo']);
    await button(atBuyer, 'Cancel upload').click();
    await expect.poll(hasFocus).toBe(true);
    await reads(atBuyer, /^Up to \d+\. Both sides/u);
    await choose();
    await button(atBuyer, 'Report the problem').click();
    await reads(atBuyer, /^A photo is still uploading/u);
    await expect.poll(hasFocus).toBe(true);
    await expectAccessible(atBuyer, 'a report whose photo is still uploading');
    goOn();
    await atBuyer.getByRole('img', { name: 'Photo 1' }).waitFor(PATIENCE);
    await button(atBuyer, 'Report the problem').click();
    await appears(atBuyer.getByRole('region', { name: 'The problem' }).getByRole('img').first());
    const { body } = await pair.seller.client.call('GET', `/api/orders/${orderId}/problem`);
    expect(body).toMatchObject({ statements: [{ text: 'It’s bent.', photos: [expect.any(String)] }] });
    // The admin's queue has only the next test's.
    expect((await pair.buyer.client.call('DELETE', `/api/orders/${orderId}/problem`)).status).toBe(200);
  });

  test('When they don’t agree, the admin reads both and decides, and both read why', async () => {
    const { orderId, atBuyer, atSeller } = await report();
    await press(atSeller, 'Disagree with the problem');
    const statement = 'It had no scratch when I gave it to you.';
    await atSeller.getByLabel('Why you disagree').fill(statement);
    await atSeller.reload();
    await press(atSeller, 'Disagree with the problem');
    expect(await atSeller.getByLabel('Why you disagree').inputValue()).toBe(statement);
    await button(atSeller, 'Send').click();
    await reads(atBuyer, 'We’re deciding');
    const sales = await atSeller.context().newPage();
    await open(sales, '/dashboard/mySales');
    await reads(sales, 'Held until the problem is settled');
    await sales.close();
    const admin = await addAdmin(sides.forBuyer.url);
    const refused = (status: number) => ({ expected: [{ url: /\/api\/problems\/[^/]+\/decision$/u, status }] });
    const { page } = await visitAs(sides.forBuyer, admin, refused(422));
    const { page: late } = await visitAs(sides.forBuyer, admin, refused(409));
    await open(page, '/dashboard');
    await page.getByRole('link', { name: /^(?:1\s*problem|[2-9]\s*problems) to decide\s*First by /u }).click(PATIENCE);
    await page
      .getByRole('link', { name: /^Disputed/u })
      .first()
      .click(PATIENCE);
    await reads(page, statement);
    await expectAccessible(page, 'a problem to decide');
    await button(page, 'Decide about this problem').click();
    await page.getByLabel('Reason').fill('The photos show it.');
    await page.getByRole('radio', { name: /^Partial refund/u }).check();
    const amount = page.getByLabel('The buyer gets back, in dollars');
    await amount.fill('60,5');
    await button(page, 'Refund a part to Bea Wary').click();
    await reads(page, /^The amount is ambiguous/u);
    expect(await amount.evaluate((field) => [field.ariaInvalid, field === document.activeElement])).toEqual(['true', true]);
    await amount.fill('60');
    await page.reload();
    await press(page, 'Decide about this problem');
    expect(await page.getByLabel('Reason').inputValue()).toBe('The photos show it.');
    await open(late, `/dashboard/problems/${orderId}`);
    await press(late, 'Decide about this problem');
    await late.getByLabel('Reason').fill('It is only a scratch.');
    await late.getByRole('radio', { name: /^The seller is paid in full/u }).check();
    await button(page, 'Refund $60.00 to Bea Wary').click();
    await reads(page, 'Partial refund: $60');
    await button(late, 'Pay $250.00 to Sol Plain').click();
    await toast(late, 'This problem has been settled in the meantime.');
    await reads(late, 'Partial refund: $60');
    for (const side of [atBuyer, atSeller]) await reads(side, /The photos show it\./u);
    expect(await stateOf(orderId)).toMatchObject({ outcome: 'partly_refunded', refunded: 60 });
  });
}

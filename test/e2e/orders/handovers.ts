import type { Page, Route } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { HandoverView } from '#contract/handover.ts';
import { digitsAt, fromBase64Url, macOfCode, stepAt, toCodeAddress } from '#contract/handover-code.ts';
import { open } from '../browser.ts';
import type { Member } from '../conformance/stage.ts';
import { createHand, toText } from '../hand.ts';
import { button, CONFIRM, digitsField, digitsOn, enrollPair, isDone, type Meeting, reads } from './pair.ts';
import type { Sides } from './sides.ts';

/** A lost connection and refused codes are what these tests are about. */
const TROUBLE = {
  expected: [
    { url: /./u, status: 0 },
    { url: /\/handover\/code/u, status: 422 },
  ],
  remarks: [/ERR_INTERNET_DISCONNECTED/u, /ERR_FAILED/u],
};

/** The handover itself, with codes and connections as they may be. */
export function testHandovers(sides: Sides): void {
  const pair = enrollPair(sides, { buyer: 'Bea Hands', seller: 'Sol Hands', model: 'Handed' });

  /** Both at the page of another order, with the handover opened. */
  async function meet(): Promise<Meeting> {
    const meeting = await pair.meet(await pair.sell(), TROUBLE);
    for (const page of [meeting.atBuyer, meeting.atSeller]) await openHandover(page).click();
    return meeting;
  }

  test('Two people hand a phone over online in six taps at most, and both see that it is done', async () => {
    const { atBuyer, atSeller } = await pair.meet(await pair.sell(), TROUBLE);
    const [buyers, sellers] = [createHand(atBuyer), createHand(atSeller)];
    // Not `reload`: Chromium refuses it on a page whose frame has just changed its process.
    await Promise.all([open(atBuyer, atBuyer.url()), open(atSeller, atSeller.url())]);
    await buyers.tap(openHandover(atBuyer));
    await sellers.tap(openHandover(atSeller));
    await sellers.type(digitsField(atSeller), await digitsOn(atBuyer));
    await reads(atBuyer, 'The seller entered your code.');
    await buyers.tap(button(atBuyer, CONFIRM));
    await Promise.all([isDone(atBuyer), isDone(atSeller)]);
    const [one, two] = [buyers.tally(), sellers.tally()];
    const both = { taps: one.taps + two.taps, swipes: one.swipes + two.swipes, keys: one.keys + two.keys, seconds: Math.max(one.seconds, two.seconds) };
    process.stdout.write(`Hand a phone over, from opening the page to both seeing “Done”: ${toText(both)}\n`);
    expect(one.taps + two.taps).toBeLessThanOrEqual(6);
  });

  test('The camera scans the QR code on the other phone', async () => {
    const { atBuyer, atSeller } = await meet();
    await qrOf(atBuyer).waitFor();
    const picture = `data:image/png;base64,${(await qrOf(atBuyer).screenshot()).toString('base64')}`;
    // A camera that looks at the buyer's phone.
    await atSeller.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext('2d');
      setInterval(() => {
        context?.fillRect(0, 0, 640, 480);
        context?.drawImage(image, 170, 80, 300, 300);
      }, 50);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
    }, picture);
    await button(atSeller, 'Scan the buyer’s code').click();
    await reads(atSeller, 'You entered the code.');
    await button(atBuyer, CONFIRM).click();
    await Promise.all([isDone(atBuyer), isDone(atSeller)]);
  });

  test('A code that the phone’s own camera app opens counts as scanned, and leaves the address', async () => {
    const { orderId, atBuyer, sellers } = await meet();
    const address = new URL(await addressOn(atBuyer));
    expect(address.href).toContain(`${sides.forBuyer.url}/dashboard/orders/${orderId}#handover.`);
    const opened = await sellers.context.newPage();
    // To its visitors, a shop of two processes has one address.
    await open(opened, address.href.replace(sides.forBuyer.url, sides.forSeller.url));
    await reads(opened, 'You entered the code.');
    expect(new URL(opened.url()).hash).toBe('');
  });

  test('A code that is scanned while another is being sent is sent next', async () => {
    const { orderId, atBuyer, atSeller } = await meet();
    const { hash } = new URL(await addressOn(atBuyer));
    const present = await digitsAt(await secretOf(pair.buyer, orderId), stepAt(Date.now()));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const delay = async (route: Route) => {
      await released;
      await route.continue();
    };
    await atSeller.route('**/handover/code', delay, { times: 1 });
    const [first] = await Promise.all([atSeller.waitForRequest('**/handover/code'), digitsField(atSeller).fill(present === '000000' ? '000001' : '000000')]);
    await atSeller.evaluate((code) => window.location.assign(code), hash);
    await expect.poll(() => new URL(atSeller.url()).hash).toBe('');
    release();
    expect((await first.response())?.status()).toBe(422);
    await reads(atSeller, 'You entered the code.');
  });

  test('Wrong codes, a picture of one a minute later, and another order’s are refused, each with a sentence, and prove nothing', async () => {
    const [{ orderId, atSeller }, otherId] = [await meet(), await pair.sell()];
    const minuteAgo = stepAt(Date.now()) - 2;
    const [secret, others] = await Promise.all([secretOf(pair.buyer, orderId), secretOf(pair.buyer, otherId)]);
    const present = await digitsAt(secret, minuteAgo + 2);
    await digitsField(atSeller).fill(present === '000000' ? '000001' : '000000');
    await reads(atSeller, 'This code is wrong.');
    await digitsField(atSeller).fill(await digitsAt(secret, minuteAgo));
    await reads(atSeller, 'This code has expired');
    const openCode = async (code: Parameters<typeof macOfCode>[1], { of = orderId, key = secret } = {}) => {
      await atSeller.goto('about:blank');
      await open(atSeller, toCodeAddress(sides.forSeller.url, { ...code, orderId: of, mac: await macOfCode(key, code) }));
    };
    await openCode({ orderId, direction: 'handover', step: minuteAgo });
    await reads(atSeller, 'This code has expired');
    await openCode({ orderId: otherId, direction: 'handover', step: minuteAgo + 2 }, { key: others });
    await reads(atSeller, 'This code isn’t one of ours.');
    const { body } = await pair.seller.client.call('GET', `/api/orders/${orderId}`);
    expect(body).toMatchObject({ fulfillment: { state: 'to_arrange' } });
  });

  test('With both phones offline, what both did is stored, survives a reload, and arrives when they are back online', async () => {
    const { orderId, buyers, sellers, atBuyer, atSeller } = await meet();
    await Promise.all([isReadyOffline(atBuyer), isReadyOffline(atSeller)]);
    for (const { context } of [buyers, sellers]) await context.setOffline(true);
    await atBuyer.reload();
    await atSeller.reload();
    for (const page of [atBuyer, atSeller]) await openHandover(page).click();
    const wrong = (await digitsOn(atBuyer)) === '000000' ? '000001' : '000000';
    await digitsField(atSeller).fill(wrong);
    await reads(atSeller, `You typed ${wrong}.`);
    await button(atSeller, 'Enter it again').click();
    await digitsField(atSeller).fill(await digitsOn(atBuyer));
    await button(atSeller, 'Enter it again').waitFor();
    await isSaved(atSeller);
    await button(atBuyer, CONFIRM).click();
    await isSaved(atBuyer);
    await atSeller.reload();
    await isSaved(atSeller);
    await reads(atSeller, 'We can check it only once you’re online.');
    await reads(atSeller, 'Now the buyer has to confirm that they have the phone.');
    await sellers.context.setOffline(false);
    await expect
      .poll(async () => (await pair.seller.client.call('GET', `/api/orders/${orderId}/handover`)).body, { timeout: 20_000 })
      .toMatchObject({ givenAt: expect.any(String) });
    await buyers.context.setOffline(false);
    await Promise.all([isDone(atBuyer), isDone(atSeller)]);
  });

  test('With one phone offline, the other side’s half waits for it', async () => {
    const { sellers, atBuyer, atSeller } = await meet();
    const digits = await digitsOn(atBuyer);
    await sellers.context.setOffline(true);
    await digitsField(atSeller).fill(digits);
    await isSaved(atSeller);
    await button(atBuyer, CONFIRM).click();
    await reads(atBuyer, 'Now the seller has to enter your code.');
    await atBuyer.getByRole('heading', { name: 'The seller’s confirmation is missing' }).waitFor();
    await sellers.context.setOffline(false);
    await Promise.all([isDone(atBuyer), isDone(atSeller)]);
  });

  test('What was done offline is also sent from another page of the dashboard', async () => {
    const { sellers, atBuyer, atSeller } = await meet();
    await sellers.context.setOffline(true);
    await digitsField(atSeller).fill(await digitsOn(atBuyer));
    await isSaved(atSeller);
    await atSeller.close();
    await sellers.context.setOffline(false);
    await open(await sellers.context.newPage(), '/dashboard');
    await reads(atBuyer, 'The seller entered your code.');
  });

  test('After logout nothing of the page is left on the device', async () => {
    const { atBuyer } = await meet();
    await isReadyOffline(atBuyer);
    await open(atBuyer, '/dashboard');
    await atBuyer.getByRole('button', { name: /^Account of/u }).click();
    await atBuyer.getByText('Sign Out').click();
    await expect
      .poll(() => atBuyer.evaluate(async () => [await caches.has('order-pages'), (await navigator.serviceWorker.getRegistrations()).length]))
      .toEqual([false, 0]);
  });
}

const openHandover = (page: Page) => button(page, 'Meeting right now? Confirm the handover');

const qrOf = (page: Page) => page.getByRole('img', { name: /^QR code for/u });

/** The address in the QR code on a page, read from a picture of it. */
async function addressOn(page: Page): Promise<string> {
  await qrOf(page).waitFor();
  const { data, info } = await sharp(await qrOf(page).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

/** What the codes on the receiver's page are made from. */
async function secretOf({ client }: Member, orderId: string) {
  const { secret } = (await client.call('GET', `/api/orders/${orderId}/handover`)).body as HandoverView;
  return fromBase64Url(secret ?? '');
}

const isSaved = (page: Page): Promise<void> => reads(page, 'Saved on this phone. We’ll send it when you’re back online.');

/** The worker and the page it stores are in place. */
async function isReadyOffline(page: Page): Promise<void> {
  const isStored = (path: string) =>
    page.evaluate(
      async (stored) => (await caches.match(stored, { cacheName: 'order-pages' })) !== undefined && (await caches.match('/api/auth/get-session')) !== undefined,
      path,
    );
  await expect.poll(() => isStored(new URL(page.url()).pathname), { timeout: 15_000 }).toBe(true);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

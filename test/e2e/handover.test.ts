import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { HandoverView } from '#contract/handover.ts';
import { digitsAt, fromBase64Url, macOfCode, macOfConfirmation, stepAt, toCodeAddress } from '#contract/handover-code.ts';
import { buyPhone, listPhone, mustSucceed } from '#test/support/world/calls.ts';
import { open, type Visitor } from './browser.ts';
import { addBuyer, addSeller, type Member, openStage, type Seller, visitAs } from './conformance/stage.ts';
import { createHand } from './hand.ts';

const shop = openStage();
const PHONE = { width: 360, height: 740 };
/** A lost connection and refused codes are what these tests are about. */
const TROUBLE = {
  expected: [
    { url: /./u, status: 0 },
    { url: /\/handover\/code/u, status: 422 },
  ],
  remarks: [/ERR_INTERNET_DISCONNECTED/u, /ERR_FAILED/u],
};
const CONFIRM = 'I have the phone and all of this is right';

let seller: Seller;
let buyer: Member;
let number = 0;

beforeAll(async () => {
  [buyer, seller] = await Promise.all([addBuyer(shop.url, 'Bea Hands'), addSeller(shop.url, 'Sol Hands')]);
});

type Meeting = { buyers: Visitor; sellers: Visitor; atBuyer: Page; atSeller: Page };

const sell = async (): Promise<string> => {
  number += 1;
  return buyPhone(buyer.client, await listPhone(seller.client, { image: seller.image, model_name: `Handed ${number}`, resale_price: '250' }));
};

/** Two people with two phones, both on the order's page; `button` opens the handover there. */
async function meet(orderId: string, button: string | null = 'Meeting right now? Confirm the handover'): Promise<Meeting> {
  const [buyers, sellers] = await Promise.all([visitAs(shop, buyer, TROUBLE), visitAs(shop, seller, TROUBLE)]);
  for (const { page } of [buyers, sellers]) {
    await page.setViewportSize(PHONE);
    await open(page, `/dashboard/orders/${orderId}`);
    if (button !== null) await page.getByRole('button', { name: button }).click();
  }
  return { buyers, sellers, atBuyer: buyers.page, atSeller: sellers.page };
}

const digitsOf = async (page: Page): Promise<string> => (await page.locator('[data-code]').textContent())?.replace(/\D/gu, '') ?? '';

const qrOf = (page: Page) => page.getByRole('img', { name: /^QR code for/u });

/** The address in the QR code on a page, read from a picture of it. */
async function addressOf(page: Page): Promise<string> {
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

const done = (page: Page, text = 'Done. The phone is handed over.') => page.getByText(text).waitFor();
const type = (page: Page, digits: string) => page.getByLabel('Or type the six digits').fill(digits);
const isSaved = (page: Page) => page.getByText('Saved on this phone. We’ll send it when you’re back online.').waitFor();

/** The worker and the page it stores are in place. */
async function isReadyOffline(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          async (path) => (await caches.match(path, { cacheName: 'order-pages' })) !== undefined && (await caches.match('/api/auth/get-session')) !== undefined,
          new URL(page.url()).pathname,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

test('Two people hand a phone over online in six taps at most, and both see that it is done', async () => {
  const { atBuyer, atSeller } = await meet(await sell(), null);
  const [buyers, sellers] = [createHand(atBuyer), createHand(atSeller)];
  for (const [hand, page] of [
    [buyers, atBuyer],
    [sellers, atSeller],
  ] as const)
    await hand.tap(page.getByRole('button', { name: 'Meeting right now? Confirm the handover' }));
  await atBuyer.locator('[data-code]').waitFor();
  await sellers.type(atSeller.getByLabel('Or type the six digits'), await digitsOf(atBuyer));
  await atBuyer.getByText('The seller entered your code.').waitFor();
  await buyers.tap(atBuyer.getByRole('button', { name: CONFIRM }));
  await Promise.all([done(atBuyer), done(atSeller)]);
  const [one, two] = [buyers.tally(), sellers.tally()];
  process.stdout.write(`handover: ${one.taps + two.taps} taps, ${Math.max(one.seconds, two.seconds)} s\n`);
  expect(one.taps + two.taps).toBeLessThanOrEqual(6);
});

test('The camera scans the QR code on the other phone', async () => {
  const { atBuyer, atSeller } = await meet(await sell());
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
  await atSeller.getByRole('button', { name: 'Scan the buyer’s code' }).click();
  await atSeller.getByText('You entered the code.').waitFor();
  await atBuyer.getByRole('button', { name: CONFIRM }).click();
  await Promise.all([done(atBuyer), done(atSeller)]);
});

test('A code that the phone’s own camera app opens counts as scanned, and leaves the address', async () => {
  const orderId = await sell();
  const { atBuyer, sellers } = await meet(orderId);
  const address = await addressOf(atBuyer);
  expect(address).toContain(`/dashboard/orders/${orderId}#handover.`);
  const opened = await sellers.context.newPage();
  await open(opened, address);
  await opened.getByText('You entered the code.').waitFor();
  expect(new URL(opened.url()).hash).toBe('');
});

test('Wrong codes, a picture of one a minute later, and another order’s are refused, each with a sentence, and prove nothing', async () => {
  const [orderId, otherId] = [await sell(), await sell()];
  const { atSeller } = await meet(orderId);
  const minuteAgo = stepAt(Date.now()) - 2;
  const [secret, others] = await Promise.all([secretOf(buyer, orderId), secretOf(buyer, otherId)]);
  const present = await digitsAt(secret, minuteAgo + 2);
  await type(atSeller, present === '000000' ? '000001' : '000000');
  await atSeller.getByText('This code is wrong.').waitFor();
  await type(atSeller, await digitsAt(secret, minuteAgo));
  await atSeller.getByText('This code has expired').waitFor();
  const openCode = async (code: Parameters<typeof macOfCode>[1], { of = orderId, key = secret } = {}) => {
    await atSeller.goto('about:blank');
    await open(atSeller, toCodeAddress(shop.url, { ...code, orderId: of, mac: await macOfCode(key, code) }));
  };
  await openCode({ orderId, direction: 'handover', step: minuteAgo });
  await atSeller.getByText('This code has expired').waitFor();
  await openCode({ orderId: otherId, direction: 'handover', step: minuteAgo + 2 }, { key: others });
  await atSeller.getByText('This code isn’t one of ours.').waitFor();
  const { body } = await seller.client.call('GET', `/api/orders/${orderId}`);
  expect(body).toMatchObject({ fulfillment: { state: 'to_arrange' } });
});

test('With both phones offline, what both did is stored, survives a reload, and arrives when they are back online', async () => {
  const orderId = await sell();
  const { buyers, sellers, atBuyer, atSeller } = await meet(orderId);
  await Promise.all([isReadyOffline(atBuyer), isReadyOffline(atSeller)]);
  for (const { context } of [buyers, sellers]) await context.setOffline(true);
  await atBuyer.reload();
  await atSeller.reload();
  for (const page of [atBuyer, atSeller]) await page.getByRole('button', { name: 'Meeting right now? Confirm the handover' }).click();
  await type(atSeller, await digitsOf(atBuyer));
  await isSaved(atSeller);
  await atBuyer.getByRole('button', { name: CONFIRM }).click();
  await isSaved(atBuyer);
  await atSeller.reload();
  await isSaved(atSeller);
  await atSeller.getByText('Still missing: the buyer confirms').waitFor();
  await sellers.context.setOffline(false);
  await expect
    .poll(async () => (await seller.client.call('GET', `/api/orders/${orderId}/handover`)).body, { timeout: 20_000 })
    .toMatchObject({ givenAt: expect.any(String) });
  await buyers.context.setOffline(false);
  await Promise.all([done(atBuyer), done(atSeller)]);
});

test('With one phone offline, the other side’s half waits for it', async () => {
  const { sellers, atBuyer, atSeller } = await meet(await sell());
  const digits = await digitsOf(atBuyer);
  await sellers.context.setOffline(true);
  await type(atSeller, digits);
  await isSaved(atSeller);
  await atBuyer.getByRole('button', { name: CONFIRM }).click();
  await atBuyer.getByText('Still missing: the seller enters your code.').waitFor();
  await sellers.context.setOffline(false);
  await Promise.all([done(atBuyer), done(atSeller)]);
});

test('What was done offline is also sent from another page of the dashboard', async () => {
  const orderId = await sell();
  const { sellers, atBuyer, atSeller } = await meet(orderId);
  await sellers.context.setOffline(true);
  await type(atSeller, await digitsOf(atBuyer));
  await isSaved(atSeller);
  await atSeller.close();
  await sellers.context.setOffline(false);
  await open(await sellers.context.newPage(), '/dashboard');
  await atBuyer.getByText('The seller entered your code.').waitFor();
});

test('A phone goes back by the same codes, the other way round, and the seller chooses what happens to the listing', async () => {
  const orderId = await sell();
  const proof = { direction: 'handover', madeAt: Date.now(), offline: false } as const;
  const secret = await secretOf(buyer, orderId);
  const mac = await macOfConfirmation(secret, { ...proof, orderId });
  // Of the step before: the return's code may be entered within the same half minute.
  const digits = await digitsAt(secret, stepAt(Date.now()) - 1);
  const at = `/api/orders/${orderId}`;
  mustSucceed(await buyer.client.call('POST', `${at}/handover/confirmation`, { ...proof, mac }), 'confirming');
  mustSucceed(await seller.client.call('POST', `${at}/handover/code`, { ...proof, code: { how: 'typed', digits } }), 'entering the code');
  mustSucceed(await buyer.client.call('POST', `${at}/problem`, { reason: 'wrong_phone', text: 'It’s another phone.', photos: [] }), 'reporting');
  mustSucceed(await seller.client.call('POST', `${at}/problem/answer`, { answer: 'return', text: 'Bring it back.' }), 'answering');
  const { atBuyer, atSeller } = await meet(orderId, null);
  await atSeller.locator('[data-code]').waitFor();
  await type(atBuyer, await digitsOf(atSeller));
  await atSeller.getByText('The buyer entered your code.').waitFor();
  await atSeller.getByRole('button', { name: CONFIRM }).click();
  await atSeller.getByText('Choose one.').waitFor();
  await atSeller.getByText('Put it back on sale').click();
  await atSeller.getByRole('button', { name: CONFIRM }).click();
  await Promise.all([atBuyer, atSeller].map((page) => done(page, 'Done. The phone is back with the seller.')));
  expect((await buyer.client.call('GET', at)).body).toMatchObject({ fulfillment: { state: 'decided', outcome: 'refunded' } });
});

test('After logout nothing of the page is left on the device', async () => {
  const { atBuyer } = await meet(await sell());
  await isReadyOffline(atBuyer);
  await open(atBuyer, '/dashboard');
  await atBuyer.getByRole('button', { name: /^Account of/u }).click();
  await atBuyer.getByText('Sign Out').click();
  await expect
    .poll(() => atBuyer.evaluate(async () => [await caches.has('order-pages'), (await navigator.serviceWorker.getRegistrations()).length]))
    .toEqual([false, 0]);
});

import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, PATIENCE, takenOver, type VisitorOptions } from './browser.ts';
import { fillProduct, openProductForm, pictureField, productField, submitButton } from './conformance/listing-form.ts';
import { main } from './conformance/stage.ts';
import { enter, toast } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'practice123' });
const SELLER = 'seller@example.test';
const SLOW_BYTES_PER_SECOND = 150_000;

beforeAll(async () => {
  await createClient(shop.url).signUp(SELLER, 'seller');
});

/** Opens an empty form as the seller. */
async function toList(options: VisitorOptions = {}) {
  const { page, context } = await shop.visitor(options);
  await enter(context, SELLER, 'practice123');
  await openProductForm(page);
  await takenOver(page);
  return page;
}

/** Creates a photo of one color. */
async function photoOf(background: string) {
  return {
    name: `${background}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  };
}

const COLORS = { red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] };

/** Returns which of the colors one of the shop's pictures shows. */
async function colorOf(address: string): Promise<string | undefined> {
  const bytes = await (await fetch(shop.url + address)).arrayBuffer();
  const { data } = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Object.entries(COLORS).find(([, color]) => color.every((value, at) => Math.abs(value - (data[at] ?? 0)) < 20))?.[0];
}

/** Creates about a megabyte that can't be shrunk: it is uploaded unchanged, in parts. */
async function largePhoto() {
  return {
    name: 'noise.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer(),
  };
}

async function throttle(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const at = (uploadThroughput: number) =>
    devTools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await at(SLOW_BYTES_PER_SECOND);
  return () => at(-1);
}

/** Records the page's upload requests in order: `POST`, `PUT 262144`, `GET` … */
function trackUploads(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const found = /^\/api\/imageUploads(?:\/[^/]+(\/complete)?)?$/u.exec(pathname);
    if (found) asked.push(`${request.method()}${found[1] ?? ''}${searchParams.has('offset') ? ` ${searchParams.get('offset')}` : ''}`);
  });
  return asked;
}

/** Finds the photos, but not the items of the hint lists within them. */
function photos(page: Page) {
  return page.getByRole('list', { name: 'Photos', exact: true }).locator(':scope > li');
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function names(page: Page) {
  return photos(page)
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
}

function isFocused(page: Page, name: string) {
  return button(page, name).evaluate((element) => element === document.activeElement);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('it isn’t shown');
  return box;
}

function shareOfFirst(page: Page) {
  return page.getByRole('progressbar', { name: 'Upload of photo 1' }).evaluate((bar: HTMLProgressElement) => bar.value);
}

/** Returns the newest listing's photos from the API. */
async function listedPhotos(page: Page): Promise<{ id: string; addresses: string[] }> {
  const [{ _id: id }] = (await (await fetch(`${shop.url}/api/products`)).json()) as [{ _id: string }];
  const { image, photos: further } = (await (await page.request.get(`${shop.url}/api/selectedItem/${id}`)).json()) as { image: string; photos: string[] };
  return { id, addresses: [image, ...further] };
}

describe('Photos of a listing', () => {
  test('A seller orders photos by keyboard and pointer, removes one, and publishes them in that order', async () => {
    const page = await toList();
    await pictureField(page).setInputFiles([await photoOf('red'), await photoOf('lime')]);
    await pictureField(page).setInputFiles([await photoOf('blue'), await photoOf('yellow'), await photoOf('red')]);
    await page.getByText('1 photo was already added.').waitFor();
    await expect.poll(() => photos(page).getByText('Ready').count(), PATIENCE).toBe(4);

    await button(page, 'Move photo 4 earlier').press('Enter');
    await page.getByRole('status').getByText('Photo 4 is now 3 of 4.').waitFor();
    expect(await isFocused(page, 'Move photo 3 earlier')).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Photo 2 is now 1 of 4, the cover.').waitFor();
    expect(await isFocused(page, 'Move photo 1 earlier')).toBe(true);
    expect(await names(page)).toEqual(['Photo 1: yellow.png', 'Photo 2: red.png', 'Photo 3: lime.png', 'Photo 4: blue.png']);

    await button(page, 'Remove photo 2').press('Enter');
    expect(await isFocused(page, 'Remove photo 2')).toBe(true);
    const [from, to] = [await photos(page).nth(2).getByRole('img').boundingBox(), await photos(page).nth(0).getByRole('img').boundingBox()];
    if (!from || !to) throw new Error('the photos are not on the page');
    await page.mouse.move(from.x + 40, from.y + 40);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 4 });
    await page.mouse.up();
    expect(await names(page)).toEqual(['Photo 1: blue.png', 'Photo 2: yellow.png', 'Photo 3: lime.png']);

    for (const width of [360, 1280]) {
      await resize(page, width);
      await expectAccessibleInBothThemes(page, `the form with photos at ${width} pixels`);
      await expectNoSidewaysScroll(page, `the form with photos at ${width} pixels`);
    }
    await fillProduct(page, { model_name: 'Galaxy Colors' });
    await submitButton(page).click();
    await toast(page, 'Successfully added a Product!');

    const { id, addresses } = await listedPhotos(page);
    expect(await Promise.all(addresses.map(colorOf))).toEqual(['blue', 'yellow', 'lime']);
    await page.goto(`/selected-items-details/${id}`, { waitUntil: 'networkidle' });
    await takenOver(page);
    const large = page.getByRole('list', { name: 'Photos' });
    const shown = await large
      .getByRole('img')
      .evaluateAll((images) =>
        images.flatMap((image) => (image instanceof HTMLImageElement ? [image] : [])).map(({ alt, src }) => [alt, new URL(src).pathname]),
      );
    expect(shown).toEqual(addresses.map((address, index) => [`Galaxy Colors, photo ${index + 1} of 3`, address]));
    const thumbs = page.getByRole('list', { name: 'Choose a photo', exact: true }).getByRole('link');
    const current = () => thumbs.evaluateAll((links) => links.findIndex((link) => link.hasAttribute('aria-current')));
    const place = () => large.evaluate((row) => row.scrollLeft / row.clientWidth);
    await button(page, 'Next photo').click();
    await large.press('ArrowRight');
    expect(await current()).toBe(2);
    await expect.poll(place, PATIENCE).toBeCloseTo(2, 1);
    await thumbs.nth(1).click();
    await expect.poll(place, PATIENCE).toBeCloseTo(1, 1);
    // Like a finger.
    await large.hover();
    await page.mouse.wheel(2000, 0);
    await expect.poll(current, PATIENCE).toBeGreaterThan(1);
    for (const width of [360, 1280]) {
      await resize(page, width);
      await expectAccessibleInBothThemes(page, `the gallery with three photos at ${width} pixels`);
      await expectNoSidewaysScroll(page, `the gallery with three photos at ${width} pixels`);
    }
  });

  test('Large uploads resume where they stopped when the connection is lost', async () => {
    const page = await toList({ expected: [{ url: /\/api\//u, status: 0 }] });
    const asked = trackUploads(page);
    const photo = await largePhoto();
    const atFullSpeed = await throttle(page);
    await pictureField(page).setInputFiles(photo);
    // One part has arrived, and another is on its way.
    await expect.poll(() => asked.filter((call) => call.startsWith('PUT')).length, PATIENCE).toBeGreaterThan(1);
    await page.context().setOffline(true);
    await photos(page).getByText(': no connection.').waitFor();
    const before = asked.length;
    await fillProduct(page, { model_name: 'Galaxy Resumed' });
    await submitButton(page).click();
    await page.getByText('1 photo is still uploading, but you’re offline.').waitFor();
    await page.context().setOffline(false);
    await atFullSpeed();
    await toast(page, 'Successfully added a Product!');
    const after = asked.slice(before);
    expect(after[0]).toBe('GET');
    expect(after[1]).toMatch(/^PUT [1-9]\d+$/u);
    expect(
      asked.filter((call) => call === 'POST'),
      asked.join(', '),
    ).toHaveLength(1);
    expect(asked.at(-1)).toBe('POST/complete');
    const { addresses } = await listedPhotos(page);
    expect(addresses).toHaveLength(1);
  });

  test('Uploads show their progress, can be canceled one by one, and can be retried', async () => {
    const page = await toList();
    const asked = trackUploads(page);
    let listed = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/products')) listed += 1;
    });
    await fillProduct(page, { model_name: 'Galaxy Noise' });
    const atFullSpeed = await throttle(page);
    await pictureField(page).setInputFiles(await largePhoto());
    await expect.poll(() => shareOfFirst(page), PATIENCE).toBeGreaterThan(0);
    expect(await shareOfFirst(page)).toBeLessThan(1);
    await photos(page)
      .getByText(/^Uploading: \d+% of \d+(?:\.\d)? [kM]B$/u)
      .waitFor();
    await submitButton(page).click();
    await page.getByText('1 photo is still uploading. We’ll list your phone as soon as it’s done.').waitFor();
    await button(page, 'Stop waiting').click();
    await page.getByText('Not listed yet. Your entries are saved, and the photos keep uploading.').waitFor();
    await expect.poll(() => submitButton(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await button(page, 'Cancel photo 1').click();
    await photos(page).getByText('Canceled').waitFor();
    expect(await productField(page, 'model_name').inputValue()).toBe('Galaxy Noise');
    await expect.poll(() => asked.at(-1), PATIENCE).toBe('DELETE');
    expect(listed).toBe(0);
    await atFullSpeed();
    await button(page, 'Retry photo 1').click();
    await photos(page).getByText('Ready').waitFor();
    await submitButton(page).click();
    await toast(page, 'Successfully added a Product!');
    expect(listed).toBe(1);
  });

  test('Rejected and failed photos say why, and nothing else is lost', async () => {
    const page = await toList({
      expected: [
        { url: /\/api\/images/u, status: 503 },
        { url: /\/api\/images/u, status: 422 },
      ],
    });
    await fillProduct(page, { model_name: 'Galaxy Retry' });
    await page.route('**/api/images', (route) => route.fulfill({ status: 503, json: { message: 'Pictures can’t be kept right now.', code: 'unavailable' } }));
    await pictureField(page).setInputFiles([await photoOf('red'), { name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 1 0 obj') }]);
    await photos(page).nth(0).getByText('Pictures can’t be kept right now.').waitFor();
    await page.unroute('**/api/images');
    await submitButton(page).click();
    await photos(page).nth(0).getByText('Ready').waitFor();
    await photos(page)
      .nth(1)
      .getByText(/^This is a PDF/u)
      .waitFor();
    await page.getByText('Some photos failed to upload. Try them again or remove them.').waitFor();
    expect(await button(page, 'Retry photo 2').count()).toBe(0);
    await button(page, 'Remove photo 2').click();
    await submitButton(page).click();
    await toast(page, 'Successfully added a Product!');
  });
});

test('The label of a field that gets the focus isn’t covered by the header', async () => {
  const page = await toList();
  await open(page, '/dashboard/addAProducts');
  await takenOver(page);
  const [header, next] = [page.getByRole('banner'), button(page, 'Next: Phone')];
  for (const width of [1440, 1024, 768]) {
    await resize(page, width, 500);
    await next.focus();
    // Below the top of the field, so that the focus scrolls to its edge.
    await pictureField(page).evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 40));
    await next.press('Enter');
    await expect.poll(() => pictureField(page).evaluate((field) => field === document.activeElement)).toBe(true);
    const [{ y, height }, label] = [await boxOf(header), await boxOf(main(page).getByText('Image', { exact: true }))];
    expect(label.y, `at ${width} px`).toBeGreaterThanOrEqual(y + height);
  }
});

function startAfresh(page: Page) {
  return page.getByRole('button', { name: 'Start over' });
}

describe('Saved drafts', () => {
  test('A saved draft is offered after a reload, can be discarded, and can be restored', async () => {
    const page = await toList();
    expect(await startAfresh(page).count()).toBe(0);
    await productField(page, 'model_name').fill('Galaxy Draft');
    await page.reload();
    await page.getByText('We’ve restored what you entered before.').waitFor();
    expect(await productField(page, 'model_name').inputValue()).toBe('Galaxy Draft');
    await startAfresh(page).click();
    expect(await productField(page, 'model_name').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await productField(page, 'model_name').inputValue()).toBe('Galaxy Draft');
    await page.reload();
    await startAfresh(page).click();
    await page.reload();
    await productField(page, 'model_name').waitFor();
    expect(await productField(page, 'model_name').inputValue()).toBe('');
    expect(await startAfresh(page).count()).toBe(0);
  });
});

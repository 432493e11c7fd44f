import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#test/client.ts';
import { takenOver, type VisitorOptions } from './browser.ts';
import { fillProduct, openProductForm, pictureField, productField, submitButton } from './conformance/listing-form.ts';
import { enter, toast } from './people.ts';
import { openShop } from './shop.ts';

const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: 'admin@example.test', ADMIN_PASSWORD: 'practice123' });
const SELLER = 'seller@example.test';
const SLOW_BYTES_PER_SECOND = 100_000;

beforeAll(async () => {
  await createClient(shop.url).signUp(SELLER, 'seller');
});

/** The seller at an empty form. */
const toList = async (options: VisitorOptions = {}) => {
  const { page, context } = await shop.visitor(options);
  await enter(context, SELLER, 'practice123');
  await openProductForm(page);
  await takenOver(page);
  return page;
};

/** About a megabyte: noise can't be made smaller. */
const chooseLargePicture = async (page: Page) => {
  const buffer = await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
    .png()
    .toBuffer();
  await pictureField(page).setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
};

const throttle = async (page: Page) => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const at = (uploadThroughput: number) =>
    devTools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  await at(SLOW_BYTES_PER_SECOND);
  return () => at(-1);
};

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel upload' });
const startAfresh = (page: Page) => page.getByRole('button', { name: 'Start afresh' });

describe('the upload of a picture', () => {
  test('tells how far it is, is cancelled with everything kept, and sent again', async () => {
    const page = await toList();
    let listed = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/products')) listed += 1;
    });
    await fillProduct(page, { model_name: 'Galaxy Noise' });
    await chooseLargePicture(page);
    const atFullSpeed = await throttle(page);
    await submitButton(page).click();
    const share = () => page.getByRole('progressbar', { name: 'Upload of the picture' }).evaluate((bar: HTMLProgressElement) => bar.value);
    await expect.poll(share, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await share()).toBeLessThan(1);
    await page.getByText(/^Sending the picture: \d+% of 1\.\d MB$/u).waitFor();
    await cancel(page).click();
    await page.getByText('The upload is cancelled. What you filled in is kept.').waitFor();
    await expect.poll(() => submitButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await cancel(page).count()).toBe(0);
    expect(await productField(page, 'model_name').inputValue()).toBe('Galaxy Noise');
    expect(listed).toBe(0);
    await atFullSpeed();
    await submitButton(page).click();
    await toast(page, 'Successfully added a Product!');
    expect(listed).toBe(1);
  });

  test('that fails on the way says so, keeps everything, and works when it is sent again', async () => {
    const page = await toList({ expected: [{ url: /\/api\/images/u, status: 503 }] });
    await fillProduct(page, { model_name: 'Galaxy Retry' });
    await chooseLargePicture(page);
    await page.route('**/api/images', (route) => route.fulfill({ status: 503, json: { message: 'Pictures can’t be kept right now.', code: 'internal' } }));
    await submitButton(page).click();
    await page.getByText('Pictures can’t be kept right now.').waitFor();
    await page.unroute('**/api/images');
    await submitButton(page).click();
    await toast(page, 'Successfully added a Product!');
  });
});

describe('a kept draft', () => {
  test('is told after a reload, can be discarded, and the discarding undone', async () => {
    const page = await toList();
    expect(await startAfresh(page).count()).toBe(0);
    await productField(page, 'model_name').fill('Galaxy Draft');
    await page.reload();
    await page.getByText('What you typed before is still here.').waitFor();
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

import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { PhoneTestCode, PublishedTest, TestSummary } from '#contract/phone-tests/phone-tests.ts';
import { findOffer } from '#test/support/site.ts';
import { createClient } from '#test/support/world/client.ts';
import { STEP_TITLES } from '../../src/web/phone-test-labels.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { takenOver } from './browser.ts';
import { DEMO, DEMO_PASSWORD, enter } from './people.ts';
import { takeTest } from './phone-tester.ts';
import { openShop } from './shop.ts';
import { becomePhone } from './tested-phone.ts';

const shop = openShop({ RATE_LIMITS: '0' });
let listing: string;
let page: string;

beforeAll(async () => {
  listing = (await findOffer(shop.url)).own;
  page = `/selected-items-details/${listing}`;
}, 240_000);

async function takeOn(address: string, model: string, skips: string[] = []): Promise<void> {
  const { page: phone, context } = await shop.visitor();
  const tools = await becomePhone(phone, { width: 360, height: 740, model, hasTorch: true });
  await phone.goto(address);
  await takeTest({ page: phone, tools }, skips);
  await context.close();
}

/** Nothing covers it, not even a dialog’s backdrop. */
async function expectOnTop(shown: Locator): Promise<void> {
  await shown.waitFor();
  const isOnTop = await shown.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
}

const expectFocusIn = (place: Locator): Promise<void> => expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);

const readPublished = async (): Promise<PublishedTest> => (await (await fetch(`${shop.url}/api/products/${listing}/phoneTest`)).json()) as PublishedTest;

test('A seller tests the phone by QR code, publishes the result, and buyers read it without JavaScript', async () => {
  const seller = await shop.visitor();
  await enter(seller.context, DEMO.seller);
  await seller.page.setViewportSize({ width: 360, height: 740 });
  await seller.page.goto(page);
  await takenOver(seller.page);
  await seller.page.getByRole('button', { name: 'Test this phone' }).click();
  const dialog = seller.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Get a QR code' }).click();
  await dialog.getByRole('img', { name: /QR code/u }).waitFor();
  await expectFocusIn(dialog);
  await expectAccessibleInBothThemes(seller.page, 'the dialog with the QR code');
  const address = await dialog.getByRole('link', { name: /open the test here/u }).getAttribute('href');
  expect(address).toContain('/phone-test#');
  await takeOn(address ?? '', '');
  await dialog.getByText(/\d+ passed/u).waitFor();
  await dialog.getByRole('button', { name: 'Publish on the listing' }).click();
  await expectOnTop(seller.page.getByText('Published. Buyers see the test on your listing.', { exact: true }));
  await expectFocusIn(dialog);

  const buyer = await shop.visitor({ javaScriptEnabled: false });
  await buyer.page.setViewportSize({ width: 360, height: 740 });
  await buyer.page.goto(page);
  const summary = buyer.page.locator('summary', { hasText: 'Phone test' });
  expect(await summary.textContent()).toMatch(/Phone test \w+ \d+, \d{4}: \d+ passed/u);
  await summary.click();
  await buyer.page
    .getByRole('row', { name: /Speakers/u })
    .getByText('Passed')
    .waitFor();
  await buyer.page.getByText('It doesn’t prove that it is the phone in the photos').waitFor();
}, 240_000);

test('The record is checked by the visitor’s own browser, without a connection once the page is there', async () => {
  const { page: reader, context } = await shop.visitor();
  const { record } = await readPublished();
  await reader.goto(`/phone-test/verify#${record}`);
  await reader.getByText('This record is true').waitFor();
  expect(await reader.getByRole('link', { name: 'See the listing' }).getAttribute('href')).toBe(page);
  await expectAccessibleInBothThemes(reader, 'a true record');
  await resize(reader, 320);
  await expectNoSidewaysScroll(reader, 'a true record');
  await context.setOffline(true);
  const [header = '', payload = '', signature = ''] = record.split('.');
  await reader.getByLabel('Record').fill(`${header}.${payload.slice(0, 40)}${payload[40] === 'A' ? 'B' : 'A'}${payload.slice(41)}.${signature}`);
  await reader.getByText('This record isn’t true').waitFor();
  await reader.getByLabel('Record').fill(record);
  await reader.getByText('This record is true').waitFor();
  await reader.getByText('Use other keys').click();
  await reader.getByLabel('Keys').fill('{"keys":[]}');
  await reader.getByText('a key that isn’t among the keys').waitFor();
  await reader.getByLabel('Keys').fill('nonsense');
  await reader.getByText('These keys can’t be read').waitFor();
}, 240_000);

test('Keys that couldn’t be loaded are asked for again, and a damaged address is no fault of the page', async () => {
  const keys = '**/api/phoneTestKeys';
  const { page: reader } = await shop.visitor({ expected: [{ url: /phoneTestKeys$/u, status: 0 }] });
  const { record } = await readPublished();
  await reader.route(keys, (route) => route.abort());
  await reader.goto('/phone-test/verify#%E0%A4%A');
  await reader.getByText('can’t be loaded right now').waitFor();
  await reader.unroute(keys);
  await reader.getByLabel('Record').fill(record);
  await reader.getByText('This record is true').waitFor();
});

test('What is said is about the text that stands there, also when one before it takes longer to check', async () => {
  const { page: reader } = await shop.visitor();
  const { record } = await readPublished();
  const loading = Promise.withResolvers<void>();
  await reader.route('**/api/phoneTestKeys', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await reader.goto(`/phone-test/verify#${record}`);
  await reader.getByLabel('Record').fill('nonsense');
  loading.resolve();
  await reader.getByText('This record isn’t true').waitFor();
  await reader.waitForTimeout(300);
  expect(await reader.getByText('This record is true').count()).toBe(0);
});

test('A phone whose browser names another model is told apart from the listed one', async () => {
  const seller = createClient(shop.url);
  await seller.signIn(DEMO.seller, DEMO_PASSWORD);
  const { body } = await seller.call('POST', '/api/phoneTestCodes', { listing });
  const { _id, address } = body as PhoneTestCode;
  await takeOn(address ?? '', await anotherModel(), Object.values(STEP_TITLES));
  const { result } = (await seller.call('GET', `/api/phoneTestCodes/${_id}`)).body as PhoneTestCode;
  expect([result?.model.verdict, result?.outcome]).toEqual(['mismatch', 'failed']);
  // A failed run never harms a listing unless its seller publishes it.
  expect((await readPublished()).runId).not.toBe(result?.runId);
}, 240_000);

/** A model of another brand than the listing’s. */
async function anotherModel(): Promise<string> {
  const { name } = (await (await fetch(`${shop.url}/api/selectedItem/${listing}`)).json()) as { name: string };
  return name === 'Google' ? 'Galaxy S21' : 'Pixel 7';
}

test('A seller takes the test off the listing again, and the order’s page offers one at the meeting', async () => {
  const seller = await shop.visitor();
  await enter(seller.context, DEMO.seller);
  await seller.page.setViewportSize({ width: 360, height: 740 });
  await seller.page.goto('/dashboard/myProducts');
  const { model_name } = (await (await fetch(`${shop.url}/api/selectedItem/${listing}`)).json()) as { model_name: string };
  const more = seller.page.getByRole('button', { name: `More for ${model_name}` }).first();
  await more.click();
  await seller.page.getByRole('button', { name: 'Test the phone' }).click();
  const dialog = seller.page.getByRole('dialog', { name: `Test ${model_name}` });
  await dialog.getByRole('button', { name: 'Remove from listing' }).click();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await seller.page.getByRole('dialog', { name: 'Remove the test?' }).getByRole('button', { name: 'Remove from listing' }).click();
  await expectOnTop(seller.page.getByText('The listing shows no test anymore.'));
  expect(await readPublished()).toBeNull();
  await dialog.getByText('The listing shows no test.', { exact: true }).waitFor();
  await expectFocusIn(dialog);
  await seller.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocusIn(more);

  const buyer = await shop.visitor();
  await enter(buyer.context, DEMO.buyer);
  await buyer.page.goto('/dashboard/myOrders');
  await buyer.page.locator('a[href*="/dashboard/orders/"]').first().click();
  await buyer.page.getByRole('heading', { name: 'Phone test' }).waitFor();
  await buyer.page.getByRole('button', { name: 'Show the QR code' }).click();
  await buyer.page.getByRole('img', { name: /QR code that opens the test/u }).waitFor();
}, 240_000);

test('In the form, a reload says where the code is, a lost shop is named, and a test of another phone can be removed', async () => {
  const code = /\/api\/phoneTestCodes\/[\w-]+$/u;
  const { page: seller, context } = await shop.visitor({ expected: [{ url: code, status: 503 }] });
  await enter(context, DEMO.seller);
  await seller.goto('/dashboard/addAProducts?step=condition');
  const panel = seller.getByRole('region', { name: 'Phone test' });
  await panel.getByRole('button', { name: 'Get a QR code' }).click();
  await panel.getByText('Waiting for the phone.').waitFor();
  await seller.reload();
  await panel.getByText('A code is open on another screen').waitFor();
  await panel.getByRole('button', { name: 'Get a new QR code' }).click();
  await panel.getByRole('img', { name: /QR code/u }).waitFor();

  await seller.route(code, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The shop is busy.' } }));
  await panel.getByRole('alert').waitFor();
  await seller.unroute(code);
  await seller.route(code, async (route) => {
    const body = (await (await route.fetch()).json()) as PhoneTestCode;
    await route.fulfill({ json: { ...body, state: 'finished', result: FINISHED } satisfies PhoneTestCode });
  });
  await panel.getByText('17 passed').waitFor();
  expect(await panel.getByRole('alert').count()).toBe(0);
  await panel.getByRole('button', { name: 'Remove this test' }).click();
  await panel.getByRole('button', { name: 'Get a QR code' }).waitFor();
  await expectFocusIn(panel);
  await seller.reload();
  await panel.getByRole('button', { name: 'Get a QR code' }).waitFor();
}, 240_000);

const FINISHED: TestSummary = {
  runId: 'run',
  outcome: 'passed',
  testedAt: '2026-11-21T12:00:00.000Z',
  model: { verdict: 'unknown', note: 'The browser doesn’t say which phone it is on.' },
  steps: [],
  doubts: [],
  counts: { passed: 17, failed: 0, skipped: 0, untestable: 0 },
};

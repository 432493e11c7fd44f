import { beforeAll, expect, test } from 'vitest';
import { pictureOf } from '#test/support/pictures.ts';
import { createClient } from '#test/support/world/client.ts';
import { listingInput } from '#test/support/world/world.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, takenOver, type VisitorOptions } from './browser.ts';
import { choosePicture, fillProduct, openProductForm, productField, submitButton } from './conformance/listing-form.ts';
import { ADMIN, openStage, PASSWORD, visitAs } from './conformance/stage.ts';
import { delayUploads } from './delay-uploads.ts';
import { toast } from './people.ts';

const IMEI = '490154203237518';
const shop = openStage();

beforeAll(async () => {
  for (const [email, role, name] of [
    ['seller@example.test', 'seller', 'Sel Ler'],
    ['other@example.test', 'seller', 'Other Seller'],
    ['owner@example.test', 'buyer', 'Own Er'],
  ] as const)
    await createClient(shop.url).signUp(email, role, name);
});

const visit = async (email: string, expected: VisitorOptions['expected'] = []) => (await visitAs(shop, { email }, { expected })).page;

test('A listed phone reported lost leaves the shop once the admin accepts the proof', async () => {
  const seller = await visit('seller@example.test');
  await openProductForm(seller);
  await takenOver(seller);
  await choosePicture(seller);
  await fillProduct(seller);
  await productField(seller, 'imei').fill('490154203237519');
  await submitButton(seller).click();
  await seller.getByText('This IMEI has a typo').waitFor();
  expect(await productField(seller, 'imei').getAttribute('aria-invalid')).toBe('true');
  await productField(seller, 'imei').fill('49-015420-323751-8');
  await submitButton(seller).click();
  await seller.waitForURL('**/dashboard/myProducts');
  const [{ _id: id, image }] = (await (await fetch(`${shop.url}/api/products`)).json()) as [{ _id: string; image: string }];

  const stranger = (await shop.visitor()).page;
  await open(stranger, `/selected-items-details/${id}`);
  await stranger.getByText('IMEI checked: this phone isn’t on our list of lost phones.').waitFor();
  expect(await stranger.getByRole('main').textContent()).not.toContain('7518');

  const other = createClient(shop.url);
  await other.signIn('other@example.test', PASSWORD);
  expect((await other.call('POST', '/api/products', listingInput({ image, imei: IMEI }))).status).toBe(409);

  const owner = await visit('owner@example.test');
  await owner.goto(`/selected-items-details/${id}`);
  await owner.getByText('7518').waitFor();
  await open(owner, '/dashboard/lostPhone');
  await takenOver(owner);
  const form = owner.getByRole('form', { name: 'Report a lost phone' });
  await form.getByRole('button', { name: 'Report as lost' }).click();
  await owner.getByText('Enter the date you lost it').waitFor();
  await form.getByLabel('IMEI').fill(IMEI);
  await form.getByLabel('Lost on').fill('2024-05-01');
  await form.getByLabel('Where').fill('Tram 28');
  const stored = await owner.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain('Tram 28');
  expect(stored).not.toContain(IMEI);
  const goOn = await delayUploads(owner);
  await form.locator('input[type=file]').setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
  // Only the photo proves it: the report waits for it.
  await form.getByRole('button', { name: 'Report as lost' }).click();
  await form.getByText(/^A photo is still uploading/u).waitFor();
  goOn();
  await form.getByRole('button', { name: 'Remove photo' }).waitFor();
  await form.getByRole('button', { name: 'Report as lost' }).click();
  await owner.getByText('In review').waitFor();
  await owner.getByText('Lost on May 1, 2024, Tram 28').waitFor();
  await expectAccessibleInBothThemes(owner, 'the page to report a lost phone');

  const admin = await visit(ADMIN);
  await open(admin, '/dashboard/lostPhones');
  await admin.getByRole('heading', { name: 'Lost Phones (1)' }).waitFor();
  await admin.getByText('seller@example.test, on sale').waitFor();
  await admin.getByText('other@example.test tried to list the same phone.').waitFor();
  await expectAccessibleInBothThemes(admin, 'the queue of lost phones');
  for (const width of [320, 768]) {
    await resize(admin, width);
    await expectNoSidewaysScroll(admin, `the queue of lost phones at ${width} pixels`);
  }
  await admin.getByRole('button', { name: 'Accept the phone ending in 7518' }).click();
  await admin.getByLabel('Reason').fill('The box fits.');
  await admin.getByRole('button', { name: 'Accept', exact: true }).click();
  await toast(admin, 'Added to the list of lost phones: 1 listing removed.');
  await admin.getByText('No reports').waitFor();

  expect((await fetch(`${shop.url}/api/selectedItem/${id}`)).status).toBe(404);
  await open(owner, '/dashboard/lostPhone');
  await owner.getByText('Our reply: “The box fits.”').waitFor();
  await open(seller, '/dashboard');
  await seller.getByText('Somebody reported this phone lost').first().waitFor();

  await owner.getByRole('button', { name: /^Withdraw the report/u }).click();
  await owner.getByRole('button', { name: "Yes, I'm sure" }).click();
  await owner.getByText('Withdrawn', { exact: true }).waitFor();
  await open(admin, '/dashboard/removedItems');
  await admin.getByText('Reported lost').waitFor();
  await admin.getByRole('button', { name: /^Restore/u }).click();
  await expect.poll(async () => (await fetch(`${shop.url}/api/selectedItem/${id}`)).status).toBe(200);
});

test('A phone isn’t listed without the IMEI that was entered before, unless its seller says so', async () => {
  const page = await visit('seller@example.test');
  await openProductForm(page);
  await takenOver(page);
  await choosePicture(page);
  await fillProduct(page);
  await productField(page, 'imei').fill('356938035643809');
  await page.getByText('Saved. You can continue later on any device.').waitFor();
  await page.reload();
  await takenOver(page);
  await submitButton(page).click();
  await expect.poll(() => productField(page, 'imei').getAttribute('aria-invalid')).toBe('true');
  expect(await productField(page, 'imei').evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.getByText('drafts don’t store it').count(), 'says it once').toBe(1);
  await page.getByRole('button', { name: 'List without it' }).click();
  await submitButton(page).click();
  await page.waitForURL('**/dashboard/myProducts');
});

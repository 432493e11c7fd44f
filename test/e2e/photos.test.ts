import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { drawnPhoto } from '#test/support/drawn-photos.ts';
import { listPhone, uploadPicture } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { open, takenOver, type VisitorOptions } from './browser.ts';
import { choosePicture, fillProduct, openProductForm, pictureField, productField, submitButton } from './conformance/listing-form.ts';
import { ADMIN, openStage, PASSWORD, visitAs } from './conformance/stage.ts';
import { delayUploads } from './delay-uploads.ts';
import { toast } from './people.ts';

const JPEG = { name: 'photo.jpg', mimeType: 'image/jpeg' };
const shop = openStage();

beforeAll(async () => {
  for (const email of ['seller@example.test', 'other@example.test']) await createClient(shop.url).signUp(email, 'seller', email.slice(0, 5));
});

const visit = async (email: string, expected: VisitorOptions['expected'] = []) => (await visitAs(shop, { email }, { expected })).page;

/** Lists a phone with this photo, without the form. */
async function list(email: string, bytes: Buffer, model: string): Promise<void> {
  const client = createClient(shop.url);
  await client.signIn(email, PASSWORD);
  await listPhone(client, { image: await uploadPicture(client, bytes), model_name: model });
}

test('A seller reads hints about a photo and proves possession, and the admin sees that and the duplicate photo', async () => {
  const photo = await drawnPhoto(7);
  await list('seller@example.test', photo, 'Galaxy S21');
  await list('other@example.test', await sharp(photo).flop().resize(800).jpeg().toBuffer(), 'Galaxy S21 Ultra');

  const seller = await visit('seller@example.test');
  await openProductForm(seller);
  await takenOver(seller);
  await pictureField(seller).setInputFiles({ ...JPEG, buffer: await sharp(photo).linear(0.15, 0).jpeg().toBuffer() });
  await seller.getByRole('list', { name: 'Photos' }).getByText('This photo is very dark.').waitFor();
  for (const width of [320, 1280]) {
    await resize(seller, width);
    await expectNoSidewaysScroll(seller, `the form at ${width} px`);
  }
  await expectAccessibleInBothThemes(seller, 'the form');

  await open(seller, '/dashboard/myProducts');
  await seller.getByRole('button', { name: 'More for Galaxy S21' }).click();
  await seller.getByRole('button', { name: 'Prove you have it' }).click();
  const dialog = seller.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Get a code' }).click();
  const code = (await dialog.getByText(/^[A-Z3479]{3}-[A-Z3479]{3}$/u).textContent()) ?? '';
  await dialog.getByLabel('Show this photo to buyers too').check();
  await dialog.getByLabel('Photo with the code').setInputFiles({ ...JPEG, buffer: await drawnPhoto(40) });
  await dialog.getByText('Photo uploaded.').waitFor();
  await expectAccessibleInBothThemes(seller, 'My Products');
  // It says so at once when it is opened again.
  await open(seller, '/dashboard/myProducts');
  await seller.getByRole('button', { name: 'More for Galaxy S21' }).click();
  await seller.getByRole('button', { name: 'Prove you have it' }).click();
  await dialog.getByText('Photo uploaded.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Get a code' }).count()).toBe(0);

  const admin = await visit(ADMIN);
  await open(admin, '/dashboard/reportedItems');
  const seen = admin.getByRole('region', { name: 'Duplicate photos' });
  await expect
    .poll(
      async () => {
        if (!(await seen.isVisible())) await admin.reload();
        return seen.isVisible();
      },
      { timeout: 30_000, interval: 1000 },
    )
    .toBe(true);
  await seen.getByText('mirrored').waitFor();
  const queue = admin.getByRole('region', { name: 'Proof of possession' });
  await queue.getByText(code).waitFor();
  for (const width of [320, 1280]) {
    await resize(admin, width);
    await expectNoSidewaysScroll(admin, `Reported Items at ${width} px`);
  }
  await expectAccessibleInBothThemes(admin, 'Reported Items');
  await queue.getByRole('button', { name: 'Approve Galaxy S21' }).click();
  await toast(admin, 'Galaxy S21 now has its badge.');
  await seen.getByRole('button', { name: 'Delete Galaxy S21 Ultra of other@example.test' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: "Yes, I'm sure" }).click();
  await toast(admin, 'The listing was removed, and we’ve told its seller.');
  await expect.poll(() => seen.isVisible()).toBe(false);

  const stranger = (await shop.visitor()).page;
  await open(stranger, '/category/Samsung');
  await stranger.getByText('Possession verified').filter({ visible: true }).waitFor();
  await stranger.getByRole('link', { name: 'Galaxy S21', exact: true }).click();
  await stranger.getByAltText('The phone next to a handwritten code from us').waitFor();
  await expectAccessibleInBothThemes(stranger, 'the listing');
});

test('A phone isn’t listed while the photo with its code is uploading, and the photo stays with its draft', async () => {
  const page = await visit('seller@example.test');
  await openProductForm(page);
  await takenOver(page);
  await choosePicture(page);
  await fillProduct(page);
  const proof = page.getByRole('group', { name: 'Proof of possession (optional)' });
  await proof.getByRole('button', { name: 'Get a code' }).focus();
  await page.keyboard.press('Enter');
  const goOn = await delayUploads(page);
  const field = proof.getByLabel('Photo with the code');
  await field.waitFor();
  // The button is gone, but not the focus.
  expect(await proof.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await field.setInputFiles({ ...JPEG, buffer: await drawnPhoto(41) });
  await proof.getByText('Uploading photo: 0%').waitFor();
  await submitButton(page).click();
  await proof.getByText(/^A photo is still uploading/u).waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  goOn();
  await proof.getByText('Photo uploaded.').waitFor();
  await page.getByText('Saved. You can continue later on any device.').waitFor();

  await page.reload();
  await takenOver(page);
  await proof.getByText('Photo uploaded.').waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await proof.getByRole('button', { name: 'Get a code' }).waitFor();
  expect(await proof.getByText('Photo uploaded.').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await proof.getByText('Photo uploaded.').waitFor();
});

test.each([
  ['first', 'Galaxy S22'],
  ['last', 'Galaxy S23'],
])('A photo with the code that is chosen while the listing waits for its other photos, and arrives %s, is part of it', async (order, model) => {
  const page = await visit('seller@example.test');
  await openProductForm(page);
  await takenOver(page);
  await fillProduct(page);
  await productField(page, 'model_name').fill(model);
  const [listing, code] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inOrder = [listing.promise, code.promise];
  await page.route('**/api/images', async (route) => {
    await inOrder.shift();
    await route.continue();
  });
  await choosePicture(page);
  await submitButton(page).click();
  await page.getByRole('button', { name: 'Stop waiting' }).waitFor();
  const proof = page.getByRole('group', { name: 'Proof of possession (optional)' });
  await proof.getByRole('button', { name: 'Get a code' }).click();
  await proof.getByLabel('Photo with the code').setInputFiles({ ...JPEG, buffer: await drawnPhoto(42) });
  await proof.getByText('Uploading photo: 0%').waitFor();
  if (order === 'first') {
    code.resolve();
    await proof.getByText('Photo uploaded.').waitFor();
    listing.resolve();
  } else {
    listing.resolve();
    await proof.getByText(/^A photo is still uploading/u).waitFor();
    code.resolve();
    await proof.getByText('Photo uploaded.').waitFor();
    await submitButton(page).click();
  }
  await toast(page, 'Successfully added a Product!');
  const admin = await visit(ADMIN);
  await open(admin, '/dashboard/reportedItems');
  await admin
    .getByRole('region', { name: 'Proof of possession' })
    .getByRole('button', { name: `Approve ${model}` })
    .waitFor();
});

test('A seller whose code expires while they take the photo is told so, and can get another one', async () => {
  const page = await visit('seller@example.test', [{ url: /\/api\/possessionCodes\/.*\/photo$/u, status: 409 }]);
  await openProductForm(page);
  await takenOver(page);
  const proof = page.getByRole('group', { name: 'Proof of possession (optional)' });
  await proof.getByRole('button', { name: 'Get a code' }).click();
  const field = proof.getByLabel('Photo with the code');
  await field.waitFor();
  const expired = 'This code has expired. Get a new one and take the photo again.';
  await page.route('**/api/possessionCodes/*/photo', (route) => route.fulfill({ status: 409, json: { message: expired, code: 'conflict' } }));
  await page.route('**/api/possessionCodes/*', async (route) => {
    const reply = await route.fetch();
    return route.fulfill({ response: reply, json: { ...((await reply.json()) as object), state: 'expired' } });
  });
  await field.setInputFiles({ ...JPEG, buffer: await drawnPhoto(43) });
  await proof.getByText(expired).waitFor();
  await page.unrouteAll();
  await proof.getByRole('button', { name: 'Get a code' }).click();
  await field.waitFor();
  expect(await proof.getByText(expired).count()).toBe(0);
  await field.setInputFiles({ ...JPEG, buffer: await drawnPhoto(43) });
  await proof.getByText('Photo uploaded.').waitFor();
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { TEXT_KEYS } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { type createClient as Client, createClient } from '#test/support/world/client.ts';
import { takenOver } from './browser.ts';
import { choosePicture, fillProduct, openProductForm, productField, submitButton } from './conformance/listing-form.ts';
import { bare, joinedTexts, MARKUP, markupAt } from './naughty.ts';
import { signUp, toast } from './people.ts';
import { sendReport } from './reporting.ts';
import { openShop } from './shop.ts';

const PASSWORD = 'practice123';
const ADMIN = { name: 'The Admin', email: 'admin@example.test', password: PASSWORD };
const SELLER = { name: markupAt(20), email: 'seller@example.test', password: PASSWORD };
const BUYER = { name: markupAt(21), email: 'buyer@example.test', password: PASSWORD };
const shop = openShop({ DEMO: 'false', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: PASSWORD });

/** Strips line breaks, as a single-line field does. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/gu, ' ').trim();
}

/** Normalizes line breaks, as a browser does. */
function lines(text: string): string {
  return text.replace(/\r\n?/gu, '\n').trim();
}

const TEXTS = Object.fromEntries(TEXT_KEYS.filter((key) => key !== 'description').map((key, at) => [key, oneLine(markupAt(at))]));
const FACTS = Object.fromEntries(SPECIFICATION_KEYS.map((key, at) => [key, oneLine(joinedTexts[at] ?? MARKUP[at] ?? 'nothing more')]));
const DESCRIPTION = lines(joinedTexts.slice(-5).join('\n'));
/** As much as its field accepts, counted as the browser counts. */
const NOTE = lines(joinedTexts[3] ?? '')
  .slice(0, 999)
  .trim();
const PLACE = oneLine(markupAt(30));
const PHONE = oneLine(markupAt(31));

async function newcomer(account: typeof SELLER, role: 'buyer' | 'seller') {
  const { page } = await shop.visitor();
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await signUp(page, account, role);
  return { page, ran };
}

async function read(client: ReturnType<typeof Client>, path: string) {
  const { status, body } = await client.call('GET', path);
  expect(status).toBe(200);
  return body;
}

async function signedIn({ email, password }: typeof SELLER) {
  const client = createClient(shop.url);
  await client.signIn(email, password);
  return client;
}

async function listAPhone(page: Page): Promise<void> {
  await openProductForm(page);
  await takenOver(page);
  await fillProduct(page, { ...TEXTS, description: DESCRIPTION });
  for (const [key, text] of Object.entries(FACTS)) await productField(page, `specification.${key}`).fill(text);
  await choosePicture(page);
  await submitButton(page).click();
  await toast(page, 'Successfully added a Product!');
}

test('Naughty strings typed into forms arrive unchanged and are shown again', async () => {
  const [seller, buyer] = await Promise.all([newcomer(SELLER, 'seller'), newcomer(BUYER, 'buyer')]);
  await listAPhone(seller.page);
  const selling = await signedIn(SELLER);
  const [listing] = (await read(selling, `/api/products?email=${SELLER.email}`)) as { _id: string }[];
  expect(listing).toMatchObject({ ...TEXTS, description: DESCRIPTION, specification: FACTS });

  await buyer.page.goto(`/selected-items-details/${listing?._id}`, { waitUntil: 'networkidle' });
  await takenOver(buyer.page);
  const shown = bare((await buyer.page.getByRole('main').textContent()) ?? '');
  for (const text of [DESCRIPTION, ...Object.values(FACTS)]) expect(shown).toContain(bare(text));
  await buyer.page.getByRole('main').getByRole('button', { name: 'Report this item' }).first().click();
  await sendReport(buyer.page, 'Something else', NOTE);
  await toast(buyer.page, 'Reported this item successfully');
  await buyer.page.goto(`/booking-page/${listing?._id}`);
  await takenOver(buyer.page);
  await buyer.page.getByLabel('Phone number').fill(PHONE);
  await buyer.page.getByLabel('Meeting location').fill(PLACE);
  await buyer.page.getByRole('button', { name: 'Add to Order' }).click();
  await toast(buyer.page, `${TEXTS.model_name} is booked successfully!`);
  const [order] = (await read(await signedIn(BUYER), `/api/bookings?email=${BUYER.email}`)) as object[];
  expect(order).toMatchObject({ phone: PHONE, meeting_location: PLACE });

  const admin = await signedIn(ADMIN);
  const queue = JSON.stringify(await read(admin, '/api/reviewQueue'));
  expect(queue).toContain(JSON.stringify(NOTE).slice(1, -1));
  const sellers = (await read(admin, '/api/users/sellers')) as { name: string }[];
  expect(sellers.map(({ name }) => name)).toContain(SELLER.name.trim());
  expect([...seller.ran, ...buyer.ran]).toEqual([]);
}, 240_000);

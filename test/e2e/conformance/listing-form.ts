import type { Locator, Page } from 'playwright-core';
import { fieldOf, forEachKey, TYPED_KEYS, type TypedKey } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { open } from '../browser.ts';
import { main } from './stage.ts';

/** A seller's input for a product, by the specification's names. */
const TEXTS: Partial<Record<TypedKey, string>> = {
  ...forEachKey(TYPED_KEYS, (key) => `${fieldOf(key).label} as the seller says`),
  brand: 'Samsung',
  model_name: 'Galaxy S21',
  condition: 'Good',
  color: 'Phantom Gray',
  storage: '128 GB',
  resale_price: '289',
  original_price: '799',
  purchase_year: '2022',
  year_of_use: '2',
  location: 'Porto',
  mobile_number: '+351 900 000 001',
  description: 'A phone that was looked after.',
};

/** Every field of the form except the picture. */
export const PRODUCT_FIELDS = [...TYPED_KEYS, ...SPECIFICATION_KEYS.map((key) => `specification.${key}`)];

export const submitButton = (page: Page): Locator => main(page).getByRole('form').locator('button[type=submit]');

/** Opens the form with all its fields on one page. */
export async function openProductForm(page: Page): Promise<void> {
  await open(page, '/dashboard/addAProducts?step=all');
  await productField(page, 'model_name').waitFor();
}

export const productField = (page: Page, name: string): Locator => main(page).getByRole('form').locator(`[name="${name}"]`);

export async function choosePicture(page: Page): Promise<void> {
  return pictureField(page).setInputFiles({ name: 'phone.png', mimeType: 'image/png', buffer: await pictureOf('png', 400, 400) });
}

export const pictureField = (page: Page): Locator => main(page).getByRole('form').locator('input[type=file]');

/** Fills in everything except the picture. */
export async function fillProduct(page: Page, changes: typeof TEXTS = {}): Promise<void> {
  const { name: _, ...texts } = { ...TEXTS, ...changes };
  await productField(page, 'name').selectOption('Samsung');
  for (const [name, text] of Object.entries(texts)) await productField(page, name).fill(text);
  for (const key of SPECIFICATION_KEYS) await productField(page, `specification.${key}`).fill(`${key} as the seller says`);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, specification } from '#test/support/world/world.ts';

const PHONES = [
  { brand: 'Nokia', model: '7 plus', inches: '6.0' },
  { brand: 'Nokia', model: '7.1', inches: '5.8' },
  { brand: 'Apple', model: 'iPhone 8', inches: '4.7' },
  { brand: 'Apple', model: 'iPhone 8 Plus', inches: '5.5' },
  { brand: 'Samsung', model: 'Galaxy Fold', inches: '7.3' },
  { category: 'Xiaomi', brand: 'POCO', model: 'X3 Pro', inches: '6.7' },
  { brand: 'Xiaomi', model: 'Poco X3', inches: '6.7' },
];

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  const seller = await createPerson(shop, 'seller');
  for (const { brand, category = brand, model, inches } of PHONES)
    await createListing(shop, seller, { name: category, brand, model_name: model, specification: { ...specification(), display_size: `${inches} inches` } });
});
afterAll(() => shop.close());

test.each([
  ['7 plus', ['7 plus']],
  ['7+', ['7 plus']],
  ['Nokia 7 Plus', ['7 plus']],
  ['iphone 8+', ['iPhone 8 Plus']],
  ['iPhone8, iPhone 8 Plus', ['iPhone 8 Plus']],
  ['7 plus inches', ['Galaxy Fold']],
  ['7+ screen', ['Galaxy Fold']],
])('A plus after a number is part of a name unless a screen is named: %s', async (search, expected) => {
  const { body } = await shop.call('GET', `/searchProducts?search=${encodeURIComponent(search)}`);
  expect((body as { model_name: string }[]).map(({ model_name }) => model_name)).toEqual(expected);
});

test('A search for a whole name finds the phone that most of its words are about', async () => {
  const { body } = await shop.call('GET', '/searchProducts?search=poco+x3+pro');
  expect((body as { model_name: string }[]).map(({ model_name }) => model_name)).toEqual(['X3 Pro']);
});

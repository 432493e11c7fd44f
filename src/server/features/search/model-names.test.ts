import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';
import { createIndexState } from './index-state.ts';
import { createModelNames } from './model-names.ts';
import { findBrands } from './queries.ts';
import { intern } from './vocabulary.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('A model whose last phone was just sold has its name again once another is listed', async () => {
  const { db } = shop.services;
  const seller = await createPerson(shop, 'seller');
  await createListing(shop, seller, { model_name: 'Galaxy S21' });
  const names = createModelNames(db);
  const state = createIndexState(await findBrands(db));
  const nameOf = (key: string) => names.of(state, 0, intern(state.modelNames, key));
  expect(await nameOf('galaxy s21')).toBe('Galaxy S21');
  expect(await nameOf('galaxy s22')).toBe('galaxy s22');
  await createListing(shop, seller, { model_name: 'Galaxy S22' });
  expect(await nameOf('galaxy s22')).toBe('Galaxy S22');
});

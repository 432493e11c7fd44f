import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';
import { addListingFilters } from './003-listing-filters.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('Existing listings are found by filters, however often the migration was begun', async () => {
  const seller = await createPerson(shop, 'seller');
  for (const color of ['Phantom  GRAY', 'أسود', "'); drop table listings; --"]) await createListing(shop, seller, { color, storage: '128 gb' });
  const { db } = shop.services;
  await db.updateTable('listings').set({ storage_key: '', condition_key: '', color_key: '' }).execute();
  await addListingFilters(db as never);
  await addListingFilters(db as never);
  const found = (await shop.call('GET', '/products?name=samsung&storage=128GB&condition=GOOD&color=phantom%20gray')).body;
  expect(found).toMatchObject([{ color: 'Phantom  GRAY' }]);
  expect((await shop.call('GET', '/productFacets?name=samsung')).body).toMatchObject({ total: 3, storage: [{ value: '128 GB', count: 3 }] });
});

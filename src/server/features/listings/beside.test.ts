import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListingDetail } from '#contract/listings.ts';
import { noteListing } from '#server/db/changes.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let [seller, buyer]: Person[] = [];
/** Phones of one model, the cheapest first. */
let phones: string[] = [];

const priceOf = (place: number): string => String(100 + place);

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  for (let place = 0; place < 6; place += 1) phones.push(await list({ resale_price: priceOf(place) }));
});
afterAll(() => shop.close());

const list = (changes: Record<string, unknown>): Promise<string> => createListing(shop, seller as Person, { model_name: 'Galaxy S21', ...changes });

/** A listing's page for somebody who is logged in: it isn't cached. */
async function page(id: string): Promise<ListingDetail> {
  const { status, body } = await shop.call('GET', `/selectedItem/${id}`, { as: (buyer as Person).token });
  expect(status).toBe(200);
  return body as ListingDetail;
}

const besides = async (id: string): Promise<string[]> => (await page(id)).similar.map(({ _id }) => _id);

test('Beside a phone are the four cheapest others of its model, nearest in price first, as they are on sale', async () => {
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = phones;
  expect(await besides(first)).toEqual([second, third, fourth, fifth]);
  expect(await besides(sixth)).toEqual([fourth, third, second, first]);
  await sellTo(shop, buyer as Person, second);
  expect(await besides(first)).toEqual([third, fourth, fifth, sixth]);
  expect(await besides(second)).toEqual([first, third, fourth, fifth]);
  await shop.call('POST', '/ownListingChanges', { as: (seller as Person).token, body: { act: 'pause', ids: [third] } });
  const other = await list({ model_name: 'Galaxy A52', resale_price: '104' });
  // Only three of its model are left; of the brand's others, the nearest in price follows.
  expect(await besides(first)).toEqual([fourth, fifth, sixth, other]);
  await shop.call('POST', '/ownListingChanges', { as: (seller as Person).token, body: { act: 'resume', ids: [third] } });
  const cheapest = await list({ resale_price: '90' });
  expect(await besides(first)).toEqual([third, fourth, fifth, cheapest]);
  phones = [first, fourth];
});

test('A page shows how many phones its seller offers and has sold, and a review from the moment it is visible', async () => {
  const [first = '', bought = ''] = phones;
  const before = (await page(first)).seller;
  const orderId = await sellTo(shop, buyer as Person, bought);
  expect((await page(first)).seller).toEqual({ ...before, offers: before.offers - 1, sold: before.sold + 1 });
  const review = { id: orderId, order_id: orderId, side: 'buyer', author_id: (buyer as Person).id, subject_id: (seller as Person).id } as const;
  const none = { answer: null, answered_at: null, reported_at: null, removed_at: null, removed_reason: null };
  await shop.services.db
    .insertInto('reviews')
    .values({ ...review, ...none, stars: 4, text: 'As described.', created_at: shop.clock.now(), visible_at: shop.clock.now() + 30_000 })
    .execute();
  await noteListing(shop.services.db, bought, shop.clock.now());
  await shop.call('POST', '/reportedItems', { body: {} });
  expect((await page(first)).seller.rating).toBeNull();
  shop.clock.advance(29_999);
  expect((await page(first)).seller.rating).toBeNull();
  shop.clock.advance(1);
  expect((await page(first)).seller.rating).toEqual({ average: 4, count: 1 });
  // The clock was ahead, and is set back.
  shop.clock.advance(-1);
  expect((await page(first)).seller.rating).toBeNull();
});

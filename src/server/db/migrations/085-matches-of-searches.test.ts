import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { createCategory, createListing, createPerson } from '#test/support/world/world.ts';
import { matchesOfSearches } from './085-matches-of-searches.ts';

test('What was found for saved searches, and the answers to wanted ads, are still there', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  await createCategory(shop);
  const listing_id = await createListing(shop, seller);
  const saved = await shop.call('POST', '/savedSearches', { as: buyer.token, body: { name: 'Samsung', priceTo: '300' } });
  const { insertedId: search_id } = saved.body as { insertedId: string };
  const match = { search_id, listing_id, created_at: 1, notified_at: 2 };
  const answer = { search_id, listing_id, seller_id: seller.id, created_at: 3 };
  await db.insertInto('search_matches').values(match).execute();
  await db.insertInto('wanted_answers').values(answer).execute();
  for (const statement of matchesOfSearches) await sql.raw(statement).execute(db);
  expect(await db.selectFrom('search_matches').selectAll().execute()).toEqual([match]);
  expect(await db.selectFrom('wanted_answers').selectAll().execute()).toEqual([answer]);
  await shop.close();
});

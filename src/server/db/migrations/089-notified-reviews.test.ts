import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days } from '#contract/shared/durations.ts';
import { createTestApp } from '#test/support/app.ts';
import { completeOrder, createListing, createPerson, sellTo } from '#test/support/world/world.ts';
import { notifiedReviews } from './089-notified-reviews.ts';

test('People are notified of reviews that are still hidden, and not of those that became visible before', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  for (const stars of [1, 2]) {
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
    await completeOrder(shop, orderId);
    await shop.call('PUT', `/orders/${orderId}/review`, { as: buyer.token, body: { stars } });
  }
  const [coming, past] = [Date.now() + days(3), Date.now() - days(3)];
  for (const [stars, visible_at] of [
    [1, coming],
    [2, past],
  ] as const)
    await db.updateTable('reviews').set({ visible_at }).where('stars', '=', stars).execute();
  await sql`drop index reviews_to_notify`.execute(db);
  await sql`alter table reviews drop column notify_at`.execute(db);

  await notifiedReviews(db);
  const rows = await db.selectFrom('reviews').select('notify_at').orderBy('stars').execute();
  expect(rows.map(({ notify_at }) => notify_at)).toEqual([coming, null]);
  await shop.close();
});

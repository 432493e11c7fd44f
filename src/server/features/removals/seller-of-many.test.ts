import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createTestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson } from '#test/support/world/world.ts';
import { removePerson, restorePerson } from './people-commands.ts';

test('A seller is removed and restored by as many statements, however many phones they have on sale', async () => {
  const shop = await createTestApp();
  const statements: string[] = [];
  const db = openDatabase(shop.config.database, { onQuery: ({ sql }) => void statements.push(sql) });
  const counts: number[][] = [];
  for (const phones of [2, 9]) {
    const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const ids = [];
    for (let phone = 0; phone < phones; phone += 1) ids.push(await createListing(shop, seller));
    const booked = await createOrder(shop, buyer, ids[0] ?? '');
    await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: ids[1] } });
    const change = { by: { role: 'admin', id: null }, now: shop.clock.now() } as const;

    statements.length = 0;
    expect(await removePerson(db, seller.id, change)).toBe(true);
    const removing = statements.splice(0).length;
    expect(await restorePerson(db, seller.id, change)).toBe(true);
    counts.push([removing, statements.length]);

    const order = await shop.services.db.selectFrom('orders').select(['state', 'closed_reason']).where('id', '=', booked).executeTakeFirst();
    expect(order).toEqual({ state: 'closed', closed_reason: 'listing_removed' });
    const { body } = await shop.call('GET', '/notifications', { as: buyer.token });
    expect((body as { kind: string }[]).map(({ kind }) => kind).toSorted()).toEqual(['listing_removed', 'report_decided']);
    const due = await shop.services.db
      .selectFrom('listing_risks')
      .select('listing_id')
      .where('listing_id', 'in', ids)
      .where('due_at', '=', change.now)
      .execute();
    expect(due).toHaveLength(phones);
  }
  expect(counts[1]).toEqual(counts[0]);
  await db.destroy();
  await shop.close();
});

import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import type { Db } from '#server/db/tables.ts';
import { insertCategory, insertUser, listingRow } from '../world/rows.ts';
import { insertFrontPicture } from '../world/stored-pictures.ts';
import type { Ground } from './ground.ts';
import { insertAll, times } from './insert-all.ts';
import { plantMessages } from './messages.ts';
import { plantOrders } from './orders.ts';
import { plantPictures } from './pictures.ts';
import { plantRecords } from './records.ts';
import { plantSearches } from './searches.ts';

/** Leaves work for every background job: some `size` rows each. `now`: epoch ms. */
export async function plantBacklog(db: Db, { now, size }: { now: number; size: number }): Promise<void> {
  const since = now - days(400);
  await insertFrontPicture(db);
  const categoryId = await insertCategory(db);
  const seller = await insertUser(db, { role: 'seller', now: since });
  const buyers = times(size, (at) => ({ id: uuid(), email: `waiting${at}.${uuid()}@example.test`, name: `Person ${at}` }));
  const person = { role: 'buyer' as const, verified_at: null, removed_at: null, created_at: since };
  await insertAll(
    db,
    'users',
    buyers.map((buyer) => ({ ...buyer, ...person })),
  );
  const listings = async (): Promise<string[]> => {
    const rows = times(size, () => ({ ...listingRow({ sellerId: seller.id, categoryId, now: now - days(1) }), id: uuid() }));
    await insertAll(db, 'listings', rows);
    return rows.map(({ id }) => id);
  };
  const ground: Ground = { db, now, size, sellerId: seller.id, buyers, listings };
  await plantRecords(ground);
  await plantPictures(ground);
  await plantSearches(ground);
  await plantMessages(ground);
  await plantOrders(ground);
}

import type { Selectable } from 'kysely';
import type { ListingViewersTable, ListingViewsTable } from '../../db/tables/interest.ts';
import type { Db } from '../../db/tables.ts';

export type Viewer = ListingViewersTable;

/** The salt of a day: `made` when there is none yet, the same in all processes. */
export async function findSalt(db: Db, day: number, made: string): Promise<string> {
  const read = () => db.selectFrom('viewer_salts').select('salt').where('day', '=', day).executeTakeFirst();
  const found = await read();
  if (found) return found.salt;
  await db
    .insertInto('viewer_salts')
    .values({ day, salt: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())?.salt ?? made;
}

/** The sellers of those of these listings that are on sale. */
export async function findSellersOnSale(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'seller_id'])
    .where('id', 'in', ids)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, seller_id }) => [id, seller_id]));
}

/** Records viewers; those recorded before stay. */
export async function insertViewers(db: Db, viewers: Viewer[]): Promise<void> {
  if (viewers.length === 0) return;
  await db
    .insertInto('listing_viewers')
    .values(viewers)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the salts of days before this one. */
export async function deleteSalts(db: Db, before: number): Promise<void> {
  await db.deleteFrom('viewer_salts').where('day', '<', before).execute();
}

/** Deletes some viewers of days before this one and returns of which listing and day each was. Of two processes at once, only one gets a row. */
export function takeViewers(tx: Db, before: number, limit: number): Promise<Pick<Viewer, 'listing_id' | 'day'>[]> {
  return tx
    .deleteFrom('listing_viewers')
    .where((eb) =>
      eb(
        eb.refTuple('day', 'listing_id', 'viewer'),
        'in',
        eb.selectFrom('listing_viewers').select(['day', 'listing_id', 'viewer']).where('day', '<', before).limit(limit).$asTuple('day', 'listing_id', 'viewer'),
      ),
    )
    .returning(['listing_id', 'day'])
    .execute();
}

/** Adds people to those who looked at listings on a day. */
export async function addViews(tx: Db, views: Selectable<ListingViewsTable>[]): Promise<void> {
  if (views.length === 0) return;
  await tx
    .insertInto('listing_views')
    .values(views)
    .onConflict((conflict) =>
      conflict.columns(['listing_id', 'day']).doUpdateSet((eb) => ({ people: eb('listing_views.people', '+', eb.ref('excluded.people')) })),
    )
    .execute();
}

/** Deletes some of the counts of days before this one; returns how many. */
export async function deleteViews(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('listing_views')
    .where((eb) =>
      eb(
        eb.refTuple('listing_id', 'day'),
        'in',
        eb.selectFrom('listing_views').select(['listing_id', 'day']).where('day', '<', before).limit(limit).$asTuple('listing_id', 'day'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** How many people looked at a listing on each day with any, from `first` to `last`. */
export async function findViews(db: Db, listingId: string, { first, last }: { first: number; last: number }): Promise<Map<number, number>> {
  const [over, open] = await Promise.all([
    db.selectFrom('listing_views').select(['day', 'people']).where('listing_id', '=', listingId).where('day', '>=', first).execute(),
    db
      .selectFrom('listing_viewers')
      .select(['day', (eb) => eb.fn.countAll<number>().as('people')])
      .where('listing_id', '=', listingId)
      // A day is counted a little after it ends.
      .where('day', 'in', [last - 1, last])
      .groupBy('day')
      .execute(),
  ]);
  const views = new Map<number, number>();
  for (const { day, people } of [...over, ...open]) views.set(day, (views.get(day) ?? 0) + Number(people));
  return views;
}

export async function countSaves(db: Db, listingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_phones')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many buyers asked about a listing, and how many of them the seller hasn't answered or blocked. */
export async function countQuestions(db: Db, listingId: string): Promise<{ asked: number; waiting: number }> {
  const rows = await db
    .selectFrom('conversations')
    .leftJoin('conversation_blocks', (join) =>
      join.onRef('conversation_blocks.blocker_id', '=', 'conversations.seller_id').onRef('conversation_blocks.blocked_id', '=', 'conversations.buyer_id'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('asked'),
      eb.fn.countAll<number>().filterWhere('answered_at', 'is', null).filterWhere('blocker_id', 'is', null).as('waiting'),
    ])
    .where('listing_id', '=', listingId)
    .where('asked_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { asked: Number(rows.asked), waiting: Number(rows.waiting) };
}

/** How many buyers made an offer for a listing that its seller sees, and how many of these offers wait for an answer. */
export async function countOffers(db: Db, listingId: string, now: number): Promise<{ made: number; waiting: number }> {
  const buyers = await db
    .selectFrom('offers')
    .select((eb) => ['buyer_id', eb.fn.countAll<number>().filterWhere('state', '=', 'open').filterWhere('expires_at', '>', now).as('waiting')])
    .where('listing_id', '=', listingId)
    .where('by_side', '=', 'buyer')
    .where('below_lowest', '=', 0)
    .groupBy('buyer_id')
    .execute();
  return { made: buyers.length, waiting: buyers.filter(({ waiting }) => Number(waiting) > 0).length };
}

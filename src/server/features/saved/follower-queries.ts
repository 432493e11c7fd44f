import type { Db } from '../../db/tables.ts';
import type { Words } from '../notifications/index.ts';

export type FollowedListing = { id: string; seller_id: string; model_name: string; price_cents: number; isOnSale: boolean };
export type Follower = Awaited<ReturnType<typeof findFollowersToUpdate>>[number];

/** A listing as those who saved it see it; undefined if nobody did. */
export async function findFollowed(db: Db, listingId: string): Promise<FollowedListing | undefined> {
  const row = await db
    .selectFrom('listings')
    .select(['id', 'seller_id', 'model_name', 'price_cents', 'sold_at', 'removed_at'])
    .where('id', '=', listingId)
    .where((eb) => eb.exists(eb.selectFrom('saved_phones').select('user_id').where('listing_id', '=', listingId)))
    .executeTakeFirst();
  if (!row) return undefined;
  const { sold_at, removed_at, ...listing } = row;
  return { ...listing, isOnSale: sold_at === null && removed_at === null };
}

/** Those who saved a listing and know something else of it than what is true now. */
export function findFollowersToUpdate(db: Db, { id, price_cents, isOnSale }: FollowedListing, limit: number) {
  return db
    .selectFrom('saved_phones')
    .innerJoin('users', 'users.id', 'saved_phones.user_id')
    .select(['saved_phones.user_id', 'saved_phones.notified_cents', 'saved_phones.was_on_sale', 'users.email'])
    .where('saved_phones.listing_id', '=', id)
    .where('users.removed_at', 'is', null)
    .where((eb) =>
      isOnSale ? eb.or([eb('saved_phones.was_on_sale', '=', 0), eb('saved_phones.notified_cents', '>', price_cents)]) : eb('saved_phones.was_on_sale', '=', 1),
    )
    .limit(limit)
    .execute();
}

/** Stores what a follower knows from now on, unless another process did; returns whether it changed. */
export async function markFollowerUpdated(tx: Db, { id, price_cents, isOnSale }: FollowedListing, follower: Follower): Promise<boolean> {
  const { user_id, notified_cents, was_on_sale } = follower;
  const { numUpdatedRows } = await tx
    .updateTable('saved_phones')
    .set(isOnSale ? { was_on_sale: 1, notified_cents: Math.min(notified_cents, price_cents) } : { was_on_sale: 0 })
    .where('user_id', '=', user_id)
    .where('listing_id', '=', id)
    .where('was_on_sale', '=', was_on_sale)
    .where('notified_cents', '=', notified_cents)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of these people who have been notified since then of this kind about the same page. */
export async function findNotified(tx: Db, { kind, path }: Pick<Words, 'kind' | 'path'>, userIds: string[], since: number): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('created_at', '>', since)
    .where('kind', '=', kind)
    .where('path', '=', path)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Locks a listing's row until the transaction ends, and returns its state; undefined when there is none. Every transaction about a sale locks the
 * listing before orders and reservations, which prevents deadlocks.
 */
export function lockListing(tx: Db, listingId: string) {
  return tx
    .updateTable('listings')
    .set((eb) => ({ reserved_by: eb.ref('reserved_by') }))
    .where('id', '=', listingId)
    .returning(['sold_at', 'removed_at', 'removed_reason', 'reserved_by', 'reserved_until', 'revision'])
    .executeTakeFirst();
}

/** The same for several, in a fixed order so that two transactions can’t deadlock. */
export async function lockListings(tx: Db, listingIds: string[]): Promise<void> {
  for (const id of [...new Set(listingIds)].sort()) await lockListing(tx, id);
}

/** The same for all that a person sells, sold, or ordered. */
export async function lockListingsOf(tx: Db, userId: string): Promise<void> {
  const ordered = await tx
    .selectFrom('orders')
    .select('listing_id')
    .distinct()
    .where((eb) => eb.or([eb('buyer_id', '=', userId), eb('seller_id', '=', userId)]))
    .execute();
  await lockListings(
    tx,
    ordered.map(({ listing_id }) => listing_id),
  );
  // Nobody else locks these together with others.
  await tx
    .updateTable('listings')
    .set((eb) => ({ reserved_by: eb.ref('reserved_by') }))
    .where('seller_id', '=', userId)
    .execute();
}

/** A listing's current state, to explain why it can't be reserved. */
export function findSaleState(db: Db, listingId: string) {
  return db
    .selectFrom('listings')
    .select(['sold_at', 'removed_at', 'removed_reason', 'reserved_by', 'reserved_until'])
    .where('id', '=', listingId)
    .executeTakeFirst();
}

/** Reserves a listing for an order, until a time (epoch ms). The caller has locked it and checked that it is free. */
export async function setListingReservation(tx: Db, listingId: string, { orderId, until }: { orderId: string; until: number }): Promise<void> {
  await tx.updateTable('listings').set({ reserved_by: orderId, reserved_until: until }).where('id', '=', listingId).execute();
}

/** Ends a listing's reservation if it belongs to this order. */
export async function clearListingReservation(tx: Db, listingId: string, orderId: string): Promise<void> {
  await tx.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('id', '=', listingId).where('reserved_by', '=', orderId).execute();
}

/** Ends a buyer's reservations of phones that aren't sold. */
export async function clearListingReservationsOfBuyer(tx: Db, buyerId: string): Promise<void> {
  const theirs = tx.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);
  await tx.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('reserved_by', 'in', theirs).where('sold_at', 'is', null).execute();
}

/** Marks a locked listing that is for sale as sold, and ends its advertisement and reservation. */
export async function markListingSold(tx: Db, listingId: string, now: number): Promise<void> {
  await tx.updateTable('listings').set({ sold_at: now, advertised_at: null, reserved_by: null, reserved_until: null }).where('id', '=', listingId).execute();
  await noteListing(tx, listingId, now);
}

/** Undoes the sale of a locked listing: it is on sale again or, with `removed`, removed for that reason. */
export async function markListingUnsold(
  tx: Db,
  listingId: string,
  { removed, now }: { removed: 'refunded' | 'reported_lost' | null; now: number },
): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ sold_at: null, ...(removed && { removed_at: now, removed_reason: removed }) })
    .where('id', '=', listingId)
    .execute();
  await noteListing(tx, listingId, now);
}

/** Advertises a listing; returns false when it is already advertised, sold or gone. */
export async function markListingAdvertised(tx: Db, listingId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ advertised_at: now })
    .where('id', '=', listingId)
    .where('advertised_at', 'is', null)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await noteListing(tx, listingId, now);
  return true;
}

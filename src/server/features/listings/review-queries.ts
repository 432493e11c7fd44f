import type { Db } from '../../db/tables.ts';
import { givenBack, isStanding } from './pause-queries.ts';

const UNRESERVED = { reserved_by: null, reserved_until: null };

/** Hides a listing on sale or paused while an admin reviews it and ends its reservation; returns whether it changed. */
export async function markUnderReview(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ ...UNRESERVED, removed_at: now, removed_reason: 'on_hold' })
    .where('id', '=', id)
    .where(isStanding)
    .where('sold_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a listing's review; returns whether it changed. A suspended seller's listing stays hidden until the suspension is lifted. */
export async function markReviewed(tx: Db, id: string, { isSellerSuspended }: { isSellerSuspended: boolean }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set((eb) => (isSellerSuspended ? { removed_reason: 'suspended' } : givenBack(eb)))
    .where('id', '=', id)
    .where('removed_reason', '=', 'on_hold')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Hides what a seller has on sale or paused while they are suspended; returns the listings' ids. */
export async function suspendListingsOf(tx: Db, sellerId: string, now: number): Promise<string[]> {
  const rows = await tx
    .updateTable('listings')
    .set({ ...UNRESERVED, removed_at: now, removed_reason: 'suspended' })
    .where('seller_id', '=', sellerId)
    .where(isStanding)
    .where('sold_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { lockUser } from '../accounts/index.ts';
import { type Deed, writeAudit } from '../audit/index.ts';
import { lockPhoneOf, requireFree } from '../imei/index.ts';
import { markReviewed, markUnderReview } from '../listings/index.ts';
import { type Actor, releaseOrders } from '../orders/index.ts';
import { requireSellerPresent } from './rules.ts';

export type Acting = { by: Actor; reason: string; now: number };

/** Hides a listing while an admin reviews it; returns whether it changed. Orders stay but can't be paid meanwhile, and payments under way are canceled. */
export async function putUnderReview(tx: Db, id: string, acting: Acting): Promise<boolean> {
  const { by, now } = acting;
  if (!(await markUnderReview(tx, id, now))) return false;
  await releaseOrders(tx, { listingId: id }, by, now, 'off_sale');
  await noteListing(tx, id, now);
  await writeAudit(tx, toVisibilityDeed('listing_held', id, acting, 'on_hold'));
  return true;
}

/** The audit entry for a listing that was hidden, or is visible again. */
export function toVisibilityDeed(act: 'listing_held' | 'listing_released', id: string, { by, reason, now }: Acting, why: string): Deed {
  return {
    act,
    subject: { kind: 'listing', id },
    before: { public: act !== 'listing_released' },
    after: { public: act === 'listing_released', why, reason },
    by,
    now,
  };
}

export type ReleaseOutcome = { outcome: 'released'; isSellerSuspended: boolean } | { outcome: 'unchanged' };

/**
 * Ends a listing's review and restores it, paused if it was. A suspended seller's stays hidden. Throws 409 when its seller was removed, or when it isn't
 * paused and its phone has been listed again or reported lost.
 */
export async function releaseFromReview(tx: Db, listing: { id: string; seller_id: string; paused_at: number | null }, acting: Acting): Promise<ReleaseOutcome> {
  const seller = await lockUser(tx, listing.seller_id);
  requireSellerPresent(seller);
  const phone = await lockPhoneOf(tx, listing.id);
  if (listing.paused_at === null) requireFree(phone);
  const isSellerSuspended = seller.suspended_at !== null;
  if (!(await markReviewed(tx, listing.id, { isSellerSuspended }))) return { outcome: 'unchanged' };
  await noteListing(tx, listing.id, acting.now);
  const deed = toVisibilityDeed('listing_released', listing.id, acting, 'on_hold');
  await writeAudit(tx, isSellerSuspended ? { ...deed, after: { ...deed.after, public: false, why: 'suspended' } } : deed);
  return { outcome: 'released', isSellerSuspended };
}

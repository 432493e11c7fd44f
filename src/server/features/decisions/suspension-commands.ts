import { noteSeller } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { markSuspended, markUnsuspended } from '../accounts/index.ts';
import { type Deed, writeAudit } from '../audit/index.ts';
import { suspendListingsOf } from '../listings/index.ts';
import { releaseOrders } from '../orders/index.ts';
import { restoreListingsOf } from '../removals/index.ts';
import { type Acting, toVisibilityDeed } from './review-commands.ts';
import { findBeingPaid } from './subject-queries.ts';

/** Suspends a seller: their listings are hidden and they can't list anything; returns whether it changed. */
export async function suspendSeller(tx: Db, sellerId: string, acting: Acting): Promise<boolean> {
  const { by, now } = acting;
  if (!(await markSuspended(tx, sellerId, now))) return false;
  const hidden = await suspendListingsOf(tx, sellerId, now);
  for (const id of await findBeingPaid(tx, sellerId)) await releaseOrders(tx, { listingId: id }, by, now, 'off_sale');
  await noteSeller(tx, sellerId, now);
  await writeAudit(tx, [toSellerDeed('seller_suspended', sellerId, acting), ...hidden.map((id) => toVisibilityDeed('listing_held', id, acting, 'suspended'))]);
  return true;
}

function toSellerDeed(act: 'seller_suspended' | 'suspension_lifted', id: string, { by, reason, now }: Acting): Deed {
  const suspended = act === 'seller_suspended';
  return { act, subject: { kind: 'user', id }, before: { suspended: !suspended }, after: { suspended, reason }, by, now };
}

/** `removed`: how many listings didn't come back. */
export type LiftOutcome = { outcome: 'lifted'; removed: number } | { outcome: 'unchanged' };

/** Lifts a suspension and restores the listings; those of phones that were listed again or reported lost since are removed. */
export async function liftSuspension(tx: Db, sellerId: string, acting: Acting): Promise<LiftOutcome> {
  if (!(await markUnsuspended(tx, sellerId))) return { outcome: 'unchanged' };
  const { restored, removed } = await restoreListingsOf(tx, sellerId, { ...acting, reason: 'suspended' });
  await writeAudit(tx, [
    toSellerDeed('suspension_lifted', sellerId, acting),
    ...restored.map((id) => toVisibilityDeed('listing_released', id, acting, 'suspended')),
  ]);
  return { outcome: 'lifted', removed };
}

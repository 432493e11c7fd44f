import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { lockCaller } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { cancelSale, type Deed, type Ended, endOrder } from '../fulfillment/index.ts';
import { lockPhoneOf, requireFree } from '../imei/index.ts';
import { lockListing, markRestored } from '../listings/index.ts';
import type { FulfilledOrderRow } from '../orders/index.ts';
import { contestSale } from '../problems/index.ts';
import { findReturnedPhone } from './queries.ts';
import { isRelistable, isRelisted, notRelistable, requireUnsuspended } from './rules.ts';

type Cancellation = { side: 'buyer' | 'seller'; userId: string; reason: string; relist: boolean };

/** Cancels a sale before the handover, and refunds it now if the provider responds, otherwise with the next sweep. */
export function cancelOrder(
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
  order: FulfilledOrderRow,
  { side, userId, reason, relist }: Cancellation,
): Promise<Canceled> {
  const why = side === 'buyer' ? 'canceled_by_buyer' : 'canceled_by_seller';
  const deed = { why, by: { role: side, id: userId }, now: services.clock.now(), note: reason } as const;
  return endOrder(services, (tx) => cancelUnlessCodeWaits(tx, order, { ...deed, relist }));
}

/** `contested`: the shop decides instead. */
export type Canceled = Ended | { outcome: 'contested' };

/**
 * Cancels a sale within a transaction. If the seller's code from a meeting waits for the buyer, the buyer may have the phone: only the seller can still
 * cancel then, and for the buyer and the deadlines the shop decides.
 */
export async function cancelUnlessCodeWaits(tx: Db, order: FulfilledOrderRow, cancellation: Deed & { relist: boolean }): Promise<Canceled> {
  if (cancellation.by.role !== 'seller' && (await contestSale(tx, order, cancellation))) return { outcome: 'contested' };
  return cancelSale(tx, order, cancellation);
}

/** Puts the phone of a sale that was undone back on sale; returns false when it is already. Throws 401, 403 and 409 when that isn't possible. */
export function relistPhone({ db, clock }: Pick<Services, 'db' | 'clock'>, order: FulfilledOrderRow): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    // In this order everywhere: the seller, the phone, the listing.
    await lockCaller(tx, order.seller_id);
    const state = await lockPhoneOf(tx, order.listing_id);
    await lockListing(tx, order.listing_id);
    const phone = await findReturnedPhone(tx, order.id);
    if (isRelisted(phone)) return false;
    if (!isRelistable(phone)) throw notRelistable();
    requireUnsuspended(phone);
    requireFree(state);
    if (!(await markRestored(tx, order.listing_id))) throw notRelistable();
    await noteListing(tx, order.listing_id, now);
    const subject = { kind: 'listing', id: order.listing_id } as const;
    const by = { role: 'seller', id: order.seller_id } as const;
    await writeAudit(tx, { act: 'listing_restored', subject, before: { removed: true }, after: { removed: false, orderId: order.id }, by, now });
    return true;
  });
}

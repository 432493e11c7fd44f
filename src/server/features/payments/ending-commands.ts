import type { ClosedReason } from '#contract/orders.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import { clearListingReservation, clearListingReservationsOfBuyer, lockListing } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import { closeOffers, closeOffersOfBuyer, type OffersEnd } from '../offers/index.ts';
import { type Actor, markIntentsPendingCancellation, type TransitionedOrder, transitionOrders, type Which } from '../orders/index.ts';
import { agreementOver, listingRemoved, soldElsewhere, soldToAnother } from './messages.ts';
import { endReservations } from './reservation-queries.ts';

export type Ending = { reason: ClosedReason; by: Actor; now: number };

/** The notifications to buyers of closed orders, for the reasons that need one. */
const NOTIFIED: Partial<Record<ClosedReason, typeof soldToAnother>> = {
  sold_to_another: soldToAnother,
  listing_removed: listingRemoved,
  sold_elsewhere: soldElsewhere,
  agreement_over: agreementOver,
};

const OFFERS_END: Partial<Record<ClosedReason, OffersEnd>> = { sold_to_another: 'sold', sold_elsewhere: 'sold_elsewhere' };

/**
 * Closes a listing's unpaid orders, except the one that was just paid, and its open offers, also its buyer's; returns the orders. Call it after changing the
 * listing's row, in the same transaction.
 */
export async function endUnpaidOrders(tx: Db, listingId: string, ending: Ending, paid?: Pick<OrderRow, 'id' | 'buyer_id'>): Promise<TransitionedOrder[]> {
  const closed = await close(tx, { listingId, ...(paid && { exceptId: paid.id }) }, ending);
  const informed = new Set([...closed, ...(paid ? [paid] : [])].map(({ buyer_id }) => buyer_id));
  await closeOffers(tx, listingId, { why: OFFERS_END[ending.reason] ?? 'removed', informed, now: ending.now });
  await endReservations(tx, { listingId }, { outcome: 'ended', now: ending.now });
  return closed;
}

async function close(tx: Db, which: Which, { reason, by, now }: Ending): Promise<TransitionedOrder[]> {
  const closed = await transitionOrders(tx, { transition: 'close', why: reason, by, now }, which, { closed_at: now, closed_reason: reason });
  await markIntentsPendingCancellation(tx, closed, now);
  const words = NOTIFIED[reason];
  if (words) {
    const notified = closed.map((order) => ({ recipient: buyerOf(order), words: words(order) }));
    await notify(tx, notified, now);
  }
  return closed;
}

/** Closes one unpaid order of a locked listing. */
export const closeOrder = (tx: Db, id: string, ending: Ending): Promise<TransitionedOrder[]> => close(tx, { id }, ending);

/** Closes a removed buyer's unpaid orders, and ends their reservations. */
export async function endUnpaidOrdersOfBuyer(tx: Db, buyerId: string, ending: Ending): Promise<void> {
  // Lock listings, then orders, then reservations everywhere in this order, or two transactions could deadlock.
  await clearListingReservationsOfBuyer(tx, buyerId);
  await close(tx, { buyerId }, ending);
  await closeOffersOfBuyer(tx, buyerId);
  await endReservations(tx, { buyerId }, { outcome: 'ended', now: ending.now });
}

/** Closes an order that its buyer no longer wants; returns whether it was open. Its reservation was released before. */
export function cancelOrder(db: Db, { id, listing_id, buyer_id }: Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id'>, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, listing_id);
    const closed = await close(tx, { id }, { reason: 'canceled', by: { role: 'buyer', id: buyer_id }, now });
    // The buyer may have reserved again in another tab in the meantime.
    await clearListingReservation(tx, listing_id, id);
    await endReservations(tx, { orderId: id }, { outcome: 'lapsed', now });
    return closed.length > 0;
  });
}

import { RESERVATION_LIMITS } from '#contract/payments/reservations.ts';
import { days } from '#contract/shared/durations.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import { findUser, lockUser } from '../accounts/index.ts';
import { lockListing } from '../listings/index.ts';
import { findPostedMoments, postMails } from '../mail/index.ts';
import { beginIntent, lockOrderWithIntent, releaseOrders } from './intent-queries.ts';
import { SHOP } from './lifecycle.ts';
import { bookedEmail, phoneBookedEmail } from './messages.ts';
import { countOpenOrders, type InsertedOrder, insertOrder, type NewOrder } from './queries.ts';
import { isForSale } from './rules.ts';

/** `gone`: the listing was sold or removed in the meantime. `too_many`: this buyer has too many unpaid orders. */
export type BookingOutcome = InsertedOrder | { outcome: 'too_many' | 'gone' };

/** Further bookings of the day appear in My Orders only: an address that somebody else entered must not be flooded. */
const BOOKED_MAILS_A_DAY = 20;

/** Books a listing, and emails its buyer and its seller. */
export function bookPhone(db: Db, order: NewOrder, now: number): Promise<BookingOutcome> {
  return db.transaction().execute(async (tx) => {
    // Locked first, so that one person's concurrent bookings are counted.
    await lockUser(tx, order.buyer_id);
    if ((await countOpenOrders(tx, order.buyer_id)) >= RESERVATION_LIMITS.bookings) return { outcome: 'too_many' };
    if (!isForSale(await lockListing(tx, order.listing_id))) return { outcome: 'gone' };
    const inserted = await insertOrder(tx, order, now);
    if (inserted.outcome === 'booked') await mailBooking(tx, { ...order, id: inserted.orderId }, now);
    return inserted;
  });
}

async function mailBooking(tx: Db, order: NewOrder & { id: string }, now: number): Promise<void> {
  const seller = await findUser(tx, order.seller_id);
  const toSeller = seller ? [{ to: seller.email, content: phoneBookedEmail(order) }] : [];
  const earlier = await findPostedMoments(tx, { to: order.email, kind: 'booked', since: now - days(1) });
  const toBuyer = earlier.length < BOOKED_MAILS_A_DAY ? [{ to: order.email, content: bookedEmail(order) }] : [];
  await postMails(tx, [...toBuyer, ...toSeller], now);
}

/** Records the intent that a booked order is now being paid with; returns false when the order has changed in the meantime. */
export function beginPaying(
  db: Db,
  order: Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id' | 'intent_attempt'>,
  intentId: string,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    return beginIntent(tx, order, intentId, now);
  });
}

/** Ends an order's attempt to pay with its current intent, unless it has another by now. */
export function endPaying(db: Db, order: Pick<OrderRow, 'id' | 'listing_id' | 'intent_id'>, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    if (await lockOrderWithIntent(tx, order)) await releaseOrders(tx, { id: order.id }, SHOP, now);
  });
}

import { RESERVATION_LIMITS } from '#contract/payments/reservations.ts';
import { days } from '#contract/shared/durations.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import type { BuyerKey } from '../../security/buyer-keys.ts';
import { findUser, lockCaller, notePhone } from '../accounts/index.ts';
import { claimDiscount, dropDiscount, insertBuyerKeys } from '../first-purchase/index.ts';
import { lockListing } from '../listings/index.ts';
import { findPostedMoments, postMails } from '../mail/index.ts';
import { chargeOf, discountOf } from './booking.ts';
import { hasBookedBefore } from './buyer-record-queries.ts';
import { beginIntent, lockOrderWithIntent, releaseOrders } from './intent-queries.ts';
import { SHOP } from './lifecycle.ts';
import { bookedEmail, phoneBookedEmail } from './messages.ts';
import { countOpenOrders, findOpenOrder, findOrder, type InsertedOrder, insertOrder, type NewOrder } from './queries.ts';
import { isForSale } from './rules.ts';

/**
 * `already_booked`: with the order's id while it can be paid. `gone`: the listing was sold or removed in the meantime. `too_many`: this buyer has too
 * many unpaid orders.
 */
type BookingOutcome = InsertedOrder | { outcome: 'already_booked'; orderId: string } | { outcome: 'too_many' | 'gone' | 'changed' };

type PayableOrder = Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id' | 'intent_attempt'>;

type BeginOutcome = 'begun' | 'changed' | 'discount_taken';

/** Undoes the transaction. */
class DiscountTaken extends Error {}

/** Further bookings of the day appear in My Orders only: an address that somebody else entered must not be flooded. */
const BOOKED_MAILS_A_DAY = 20;

/** Books a listing as it was at this revision, and emails its buyer and its seller. `changed`: it has changed since. Throws 401 for a removed buyer. */
export function bookPhone(db: Db, order: NewOrder, { revision, keys, now }: { revision: number; keys: BuyerKey; now: number }): Promise<BookingOutcome> {
  return db.transaction().execute(async (tx) => {
    // Locked first, so that one person's concurrent bookings are counted.
    await lockCaller(tx, order.buyer_id);
    const listing = await lockListing(tx, order.listing_id);
    if (!isForSale(listing)) return { outcome: 'gone' };
    if (listing.revision !== revision) return { outcome: 'changed' };
    const isFull = (await countOpenOrders(tx, order.buyer_id)) >= RESERVATION_LIMITS.bookings;
    const inserted: BookingOutcome = isFull ? { outcome: 'too_many' } : await insertOrder(tx, order, now);
    if (inserted.outcome !== 'booked') {
      const earlier = await findOpenOrder(tx, order.listing_id, order.buyer_id);
      return earlier ? { outcome: 'already_booked', orderId: earlier.id } : inserted;
    }
    await insertBuyerKeys(tx, inserted.orderId, keys);
    await notePhone(tx, order.buyer_id, order.phone);
    await mailBooking(tx, inserted.orderId, now);
    return inserted;
  });
}

async function mailBooking(tx: Db, orderId: string, now: number): Promise<void> {
  const order = await findOrder(tx, orderId);
  const seller = order && (await findUser(tx, order.seller_id));
  if (!order) return;
  const since = now - days(1);
  // Whoever books and cancels in turn would flood the seller, too.
  const toSeller = seller && !(await hasBookedBefore(tx, order, since)) ? [{ to: seller.email, content: phoneBookedEmail(order) }] : [];
  const earlier = await findPostedMoments(tx, { to: order.email, kind: 'booked', since });
  const content = bookedEmail(order, { chargeCents: chargeOf(order), discountCents: discountOf(order) });
  const toBuyer = earlier.length < BOOKED_MAILS_A_DAY ? [{ to: order.email, content }] : [];
  await postMails(tx, [...toBuyer, ...toSeller], now);
}

/**
 * Records the intent that a booked order is now being paid with, and claims the discount that the intent's amount leaves out. `discount_taken`:
 * another order has it; `changed`: the order has changed in the meantime.
 */
export function beginPaying(db: Db, order: PayableOrder, intent: { id: string; discountCents: number }, now: number): Promise<BeginOutcome> {
  return db
    .transaction()
    .execute(async (tx) => {
      await lockListing(tx, order.listing_id);
      if (!(await beginIntent(tx, order, intent.id, now))) return 'changed';
      if (intent.discountCents === 0) await dropDiscount(tx, order.id);
      else if (!(await claimDiscount(tx, order.id))) throw new DiscountTaken();
      return 'begun';
    })
    .catch((error: unknown) => {
      if (error instanceof DiscountTaken) return 'discount_taken';
      throw error;
    });
}

/** Ends an order's attempt to pay with its current intent, unless it has another by now. */
export function endPaying(
  db: Db,
  order: Pick<OrderRow, 'id' | 'listing_id' | 'intent_id'>,
  { why, now }: { why: 'hold_over' | 'repriced'; now: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    if (await lockOrderWithIntent(tx, order)) await releaseOrders(tx, { id: order.id }, SHOP, now, why);
  });
}

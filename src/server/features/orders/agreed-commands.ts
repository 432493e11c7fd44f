import { RESERVATION_LIMITS } from '#contract/payments/reservations.ts';
import type { Db } from '../../db/tables.ts';
import type { BuyerKey } from '../../security/buyer-keys.ts';
import { notePhone } from '../accounts/index.ts';
import { insertBuyerKeys, replaceBuyerKeys } from '../first-purchase/index.ts';
import { countOpenOrders, findOpenOrder, insertOrder, type NewOrder, reprice } from './queries.ts';

/** `paying`: the buyer is paying for it right now; `cheaper`: they have booked it for no more than that; `too_many`: they have too many unpaid orders. */
type AgreedOutcome = { outcome: 'booked'; orderId: string } | { outcome: 'paying' | 'cheaper' | 'too_many' };

/**
 * Books a listing at a price that was agreed until a time, or gives the buyer's unpaid booking that price and what they typed with the offer. Call it
 * inside a transaction that has locked the buyer and the listing.
 */
export async function bookAgreed(tx: Db, order: NewOrder & { agreed_until: number }, { keys, now }: { keys: BuyerKey; now: number }): Promise<AgreedOutcome> {
  const before = await findOpenOrder(tx, order.listing_id, order.buyer_id);
  if (!before) return insertAgreed(tx, order, { keys, now });
  const { price_cents, discount_cents, terms, agreed_until, phone, meeting_location } = order;
  const isRepriced = await reprice(tx, before.id, { price_cents, discount_cents, terms, agreed_until, phone, meeting_location });
  if (!isRepriced) return { outcome: before.price_cents > price_cents ? 'paying' : 'cheaper' };
  await replaceBuyerKeys(tx, before.id, keys);
  await notePhone(tx, order.buyer_id, phone);
  return { outcome: 'booked', orderId: before.id };
}

/** Moves the end of a booked order's agreed price to a later time. */
export async function extendAgreement(db: Db, orderId: string, until: number): Promise<void> {
  const query = db.updateTable('orders').set({ agreed_until: until }).where('id', '=', orderId);
  await query.where('state', '=', 'booked').where('agreed_until', '<', until).execute();
}

async function insertAgreed(tx: Db, order: NewOrder, { keys, now }: { keys: BuyerKey; now: number }): Promise<AgreedOutcome> {
  if ((await countOpenOrders(tx, order.buyer_id)) >= RESERVATION_LIMITS.bookings) return { outcome: 'too_many' };
  const inserted = await insertOrder(tx, order, now);
  if (inserted.outcome !== 'booked') throw new Error('a locked listing was booked by somebody else');
  await insertBuyerKeys(tx, inserted.orderId, keys);
  await notePhone(tx, order.buyer_id, order.phone);
  return inserted;
}

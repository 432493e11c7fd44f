import { v7 as uuid } from 'uuid';
import type { ClosedReason } from '#contract/orders.ts';
import { RESERVATION_LIMITS } from '#contract/reservations.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import { bookedEmail, findPostedMoments, phoneBookedEmail, postMails } from '../mail/index.ts';
import { buyerOf, listingRemoved, notify, soldToAnother } from '../notifications/index.ts';
import type { FullOrderRow } from './booking.ts';
import { type Actor, OPEN, SHOP } from './lifecycle.ts';
import { type TransitionedOrder, transitionOrders, type Which, writeHistory } from './lifecycle-queries.ts';
import { isForSale } from './rules.ts';

const DAY_MS = 86_400_000;
/** Whoever books more reads of it in their orders: an address that somebody else gave is not to be filled. */
const BOOKED_MAILS_A_DAY = 20;

const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .leftJoin('reservations', (join) =>
      join.onRef('reservations.order_id', '=', 'orders.id').on('reservations.ended_at', 'is', null).on('reservations.until', 'is', null),
    )
    .selectAll('orders')
    .select((eb) => [
      'listings.reserved_by',
      'listings.reserved_until',
      'reservations.asked_at as waits_since',
      eb
        .selectFrom('reservations as ahead')
        .select((inner) => inner.fn.countAll<number>().as('places'))
        .whereRef('ahead.listing_id', '=', 'orders.listing_id')
        .where('ahead.ended_at', 'is', null)
        .where('ahead.until', 'is', null)
        .where((inner) => inner(inner.refTuple('ahead.asked_at', 'ahead.id'), '<=', inner.refTuple('reservations.asked_at', 'reservations.id')))
        .as('place'),
      eb
        .selectFrom('disputes')
        .select('disputes.status')
        .whereRef('disputes.order_id', '=', 'orders.id')
        .orderBy('opened_at', 'desc')
        .limit(1)
        .as('dispute_state'),
    ]);

/** A buyer's own order; undefined for another's. */
export const findOrderOf = (db: Db, buyerId: string, id: string): Promise<FullOrderRow | undefined> =>
  selectOrders(db).where('orders.id', '=', id).where('orders.buyer_id', '=', buyerId).executeTakeFirst();

export const findOrder = (db: Db, id: string): Promise<FullOrderRow | undefined> => selectOrders(db).where('orders.id', '=', id).executeTakeFirst();

export const findOrdersOf = async (db: Db, buyerId: string, limit: number, after: Cursor | null): Promise<PageOf<FullOrderRow>> => {
  const rows = await selectOrders(db)
    .where('orders.buyer_id', '=', buyerId)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('orders.created_at', 'orders.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => row,
  );
};

/** A buyer's orders of this price since then, whatever became of them; two at most. */
export const findOrdersAt = (db: Db, buyerId: string, { priceCents, since }: { priceCents: number; since: number }): Promise<FullOrderRow[]> =>
  selectOrders(db)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.price_cents', '=', priceCents)
    .where('orders.created_at', '>=', since)
    .limit(2)
    .execute();

export type NewOrder = Pick<
  OrderRow,
  'listing_id' | 'seller_id' | 'buyer_id' | 'buyer_name' | 'email' | 'phone' | 'meeting_location' | 'product_name' | 'image' | 'price_cents'
>;

/** The listing's row comes first in every transaction that concerns its sale: there they queue, and never wait for each other crosswise. Answers its state; undefined when there is none. */
export const lockListing = (tx: Db, listingId: string) =>
  tx
    .updateTable('listings')
    .set((eb) => ({ reserved_by: eb.ref('reserved_by') }))
    .where('id', '=', listingId)
    .returning(['sold_at', 'removed_at', 'reserved_by', 'reserved_until'])
    .executeTakeFirst();

/** Whether a person has as many unpaid bookings as one may have. Their row comes first, so that what they book at once is counted. */
const hasBookedEnough = async (tx: Db, buyerId: string): Promise<boolean> => {
  await tx
    .updateTable('users')
    .set((eb) => ({ removed_at: eb.ref('removed_at') }))
    .where('id', '=', buyerId)
    .execute();
  const { open } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', [...OPEN])
    .executeTakeFirstOrThrow();
  return open >= RESERVATION_LIMITS.bookings;
};

/** Books a listing; answers the order's id, `gone` when the listing was sold or taken off meanwhile, `booked` when this buyer has an order already, `enough` when they have too many. */
export const insertOrder = (db: Db, order: NewOrder, now: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    if (await hasBookedEnough(tx, order.buyer_id)) return 'enough';
    if (!isForSale(await lockListing(tx, order.listing_id))) return 'gone';
    const inserted = await tx
      .insertInto('orders')
      .values({
        ...order,
        id: uuid(),
        created_at: now,
        state: 'booked',
        paid_at: null,
        closed_at: null,
        closed_reason: null,
        intent_id: null,
        intent_attempt: 0,
        paid_out_at: null,
      })
      .onConflict((conflict) => conflict.columns(['listing_id', 'buyer_id']).where('closed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return 'booked';
    await writeHistory(tx, [inserted.id], { from: null, to: 'booked', why: 'booked', by: { role: 'buyer', id: order.buyer_id }, now });
    const booked = { ...order, id: inserted.id };
    const seller = await tx.selectFrom('users').select('email').where('id', '=', order.seller_id).executeTakeFirstOrThrow();
    const toSeller = { to: seller.email, content: phoneBookedEmail(booked) };
    const toBuyer = { to: order.email, content: bookedEmail(booked) };
    const earlier = await findPostedMoments(tx, { to: order.email, kind: 'booked', since: now - DAY_MS });
    await postMails(tx, earlier.length < BOOKED_MAILS_A_DAY ? [toBuyer, toSeller] : [toSeller], now);
    return inserted.id;
  });

/** Keeps an intent that an order is not to be paid with any more, until the provider has said that nobody can. */
export const markIntentsPendingCancellation = async (tx: Db, orders: Pick<OrderRow, 'id' | 'intent_id'>[], now: number): Promise<void> => {
  for (const { id, intent_id } of orders) {
    if (intent_id === null) continue;
    await tx
      .insertInto('intents_pending_cancellation')
      .values({ intent_id, order_id: id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};

export type Ending = { reason: ClosedReason; by: Actor; now: number };

/** What the buyers of closed orders are told, where there is something to tell. */
const NOTIFIED: Partial<Record<ClosedReason, typeof soldToAnother>> = { sold_to_another: soldToAnother, listing_removed: listingRemoved };

const close = async (tx: Db, which: Which, { reason, by, now }: Ending): Promise<TransitionedOrder[]> => {
  const closed = await transitionOrders(tx, { transition: 'close', why: reason, by, now }, which, { closed_at: now, closed_reason: reason });
  await markIntentsPendingCancellation(tx, closed, now);
  const words = NOTIFIED[reason];
  if (words) {
    const notified = closed.map((order) => ({ recipient: buyerOf(order), words: words(order) }));
    await notify(tx, notified, now);
  }
  return closed;
};

/** Ends reservations and places in line: of a listing, of a buyer, or of one order. */
export const endReservations = async (
  tx: Db,
  { listingId, buyerId, orderId }: { listingId?: string; buyerId?: string; orderId?: string },
  { outcome, now }: { outcome: 'paid' | 'let_go' | 'lapsed' | 'ended'; now: number },
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('reservations')
    .set({ ended_at: now, outcome })
    .where('ended_at', 'is', null)
    .$if(listingId !== undefined, (query) => query.where('listing_id', '=', listingId ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Closes an order that its buyer no longer wants; whether it was open. Its phone was let go of before. */
export const cancelOrder = (db: Db, { id, listing_id, buyer_id }: Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id'>, now: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockListing(tx, listing_id);
    const closed = await close(tx, { id }, { reason: 'canceled', by: { role: 'buyer', id: buyer_id }, now });
    // Somebody may have reserved with another tab meanwhile.
    await tx.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('id', '=', listing_id).where('reserved_by', '=', id).execute();
    await endReservations(tx, { orderId: id }, { outcome: 'lapsed', now });
    return closed.length > 0;
  });

/** Closes a listing's unpaid orders, but for one that is just being paid; answers them. Call it after the listing's own row was changed, in the same transaction. */
export const endUnpaidOrders = async (tx: Db, listingId: string, ending: Ending, exceptId?: string): Promise<TransitionedOrder[]> => {
  const closed = await close(tx, { listingId, ...(exceptId !== undefined && { exceptId }) }, ending);
  await endReservations(tx, { listingId }, { outcome: 'ended', now: ending.now });
  return closed;
};

/** Closes the unpaid orders of a buyer who was removed, and lets go of what they held. */
export const endUnpaidOrdersOfBuyer = async (tx: Db, buyerId: string, ending: Ending): Promise<void> => {
  const theirs = tx.selectFrom('orders').select('id').where('buyer_id', '=', buyerId);
  await tx.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('reserved_by', 'in', theirs).where('sold_at', 'is', null).execute();
  // Listings, orders, queue: everywhere in this order, so that two never wait for each other crosswise.
  await close(tx, { buyerId }, ending);
  await endReservations(tx, { buyerId }, { outcome: 'ended', now: ending.now });
};

/** Marks an open order as paid with this intent, and retires another that it was being paid with; whether it changed. */
export const markOrderPaid = async (tx: Db, orderId: string, intentId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> => {
  const before = await tx.selectFrom('orders').select(['id', 'intent_id']).where('id', '=', orderId).executeTakeFirst();
  const transitioned = await transitionOrders(
    tx,
    { transition: 'pay', why: 'payment_arrived', by, now },
    { id: orderId },
    { paid_at: now, intent_id: intentId },
  );
  if (transitioned.length === 0) return false;
  if (before && before.intent_id !== intentId) await markIntentsPendingCancellation(tx, [before], now);
  return true;
};

/** Notes the intent that a booked order is being paid with from now on; false when the order has changed meanwhile. */
export const beginPaying = (
  db: Db,
  order: Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id' | 'intent_attempt'>,
  intentId: string,
  now: number,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ intent_id: intentId, intent_attempt: order.intent_attempt + 1 })
      .where('id', '=', order.id)
      .where('state', '=', 'booked')
      .where('intent_attempt', '=', order.intent_attempt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const by: Actor = { role: 'buyer', id: order.buyer_id };
    await transitionOrders(tx, { transition: 'begin', why: 'payment_begun', by, now }, { id: order.id });
    return true;
  });

/** Ends payments that were begun and not finished, and retires their intents: of one order, or of a listing's others. */
export const releaseOrders = async (
  tx: Db,
  which: { id?: string; listingId?: string; exceptId?: string },
  by: Actor,
  now: number,
  why: 'hold_over' | 'let_go' = 'hold_over',
): Promise<void> => {
  const released = await transitionOrders(tx, { transition: 'release', why, by, now }, which);
  await markIntentsPendingCancellation(tx, released, now);
  for (const { id } of released) await tx.updateTable('orders').set({ intent_id: null }).where('id', '=', id).execute();
};

/** Ends one order's attempt to pay with its present intent, unless it has another by now. */
export const endPaying = (db: Db, { id, listing_id, intent_id }: Pick<OrderRow, 'id' | 'listing_id' | 'intent_id'>, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockListing(tx, listing_id);
    const same = await tx
      .updateTable('orders')
      .set((eb) => ({ intent_id: eb.ref('intent_id') }))
      .where('id', '=', id)
      .where('intent_id', '=', intent_id)
      .executeTakeFirst();
    if (same.numUpdatedRows > 0n) await releaseOrders(tx, { id }, SHOP, now);
  });

/** Lets an order's next try to pay have another idempotency key. */
export const skipAttempt = async (db: Db, { id, intent_attempt }: Pick<OrderRow, 'id' | 'intent_attempt'>): Promise<void> => {
  await db
    .updateTable('orders')
    .set({ intent_attempt: intent_attempt + 1 })
    .where('id', '=', id)
    .where('state', '=', 'booked')
    .where('intent_attempt', '=', intent_attempt)
    .execute();
};

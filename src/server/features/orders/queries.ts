import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import { chargedCents, whyDiscountLost } from '../first-purchase/index.ts';
import { type FulfilledOrderRow, type FullOrderRow, isFulfilled } from './full-order.ts';
import { lostCents, partDueCents } from './left-queries.ts';
import { OPEN } from './lifecycle.ts';
import { writeHistory } from './lifecycle-queries.ts';
import { requireOrder } from './rules.ts';
import { agreedBy, confirmedAt, confirmedBy, countProblems, disputeState, proposedBy } from './side-queries.ts';

export type NewOrder = Pick<
  OrderRow,
  | 'listing_id'
  | 'seller_id'
  | 'buyer_id'
  | 'buyer_name'
  | 'email'
  | 'phone'
  | 'meeting_location'
  | 'product_name'
  | 'image'
  | 'price_cents'
  | 'discount_cents'
  | 'terms'
> & { agreed_until?: number };

export type InsertedOrder = { outcome: 'booked'; orderId: string } | { outcome: 'already_booked' };

/** Anybody's paid order. */
export async function findFulfilledOrder(db: Db, id: string): Promise<FulfilledOrderRow | undefined> {
  const row = await findOrder(db, id);
  return row && isFulfilled(row) ? row : undefined;
}

/** Anybody's paid orders, by their ids. */
export async function findFulfilledOrders(db: Db, ids: string[]): Promise<Map<string, FulfilledOrderRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectOrders(db).where('orders.id', 'in', ids).execute();
  return new Map(rows.filter(isFulfilled).map((row) => [row.id, row]));
}

/** A paid order of a buyer or a seller; undefined for another's. */
export async function findPaidOrderOf(db: Db, userId: string, id: string): Promise<FulfilledOrderRow | undefined> {
  const row = await findFulfilledOrder(db, id);
  return row && (row.buyer_id === userId || row.seller_id === userId) ? row : undefined;
}

/** The same; throws 404 for another's. */
export async function requirePaidOrderOf(db: Db, userId: string, id: string): Promise<FulfilledOrderRow> {
  const order = await findPaidOrderOf(db, userId, id);
  requireOrder(order);
  return order;
}

/** A buyer's own order; undefined for another's. */
export function findOrderOf(db: Db, buyerId: string, id: string): Promise<FullOrderRow | undefined> {
  return selectOrders(db).where('orders.id', '=', id).where('orders.buyer_id', '=', buyerId).executeTakeFirst();
}

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .innerJoin('users as buyers', 'buyers.id', 'orders.buyer_id')
    .leftJoin('reservations', (join) =>
      join.onRef('reservations.order_id', '=', 'orders.id').on('reservations.ended_at', 'is', null).on('reservations.until', 'is', null),
    )
    .leftJoin('reviews', (join) => join.onRef('reviews.order_id', '=', 'orders.id').on('reviews.side', '=', 'buyer'))
    .leftJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .leftJoin('payments', 'payments.intent_id', 'orders.intent_id')
    .selectAll('orders')
    .select((eb) => [
      'fulfillments.state as fulfillment_state',
      'fulfillments.due_at',
      'fulfillments.meet_at',
      'fulfillments.meet_place',
      proposedBy(eb).as('proposed_by'),
      agreedBy(eb).as('agreed_by'),
      'fulfillments.handed_over_at',
      confirmedAt(eb).as('confirmed_at'),
      confirmedBy(eb).as('confirmed_by'),
      countProblems(eb).as('problems'),
      'fulfillments.ended_at',
      'fulfillments.outcome',
      'reviews.id as review_id',
      'payments.amount_cents as charged_cents',
      'payments.refunded_cents',
      lostCents().as('lost_cents'),
      partDueCents().as('partial_due_cents'),
      'listings.price_cents as listing_price_cents',
      'listings.sold_at as listing_sold_at',
      'listings.removed_at as listing_removed_at',
      'listings.removed_reason as listing_removed_reason',
      'listings.location',
      'listings.reserved_by',
      'listings.reserved_until',
      'listings.storage',
      'listings.color',
      'listings.imei_last4',
      'listings.mobile_number as seller_phone',
      'sellers.name as seller_name',
      // The placeholder of a deleted account isn't an address.
      eb.case().when('sellers.erased_at', 'is', null).then(eb.ref('sellers.email')).else('').end().as('seller_email'),
      'sellers.removed_at as seller_removed_at',
      'buyers.removed_at as buyer_removed_at',
      'reservations.asked_at as waits_since',
      whyDiscountLost().as('discount_lost'),
      eb
        .selectFrom('reservations as ahead')
        .select((inner) => inner.fn.countAll<number>().as('places'))
        .whereRef('ahead.listing_id', '=', 'orders.listing_id')
        .where('ahead.ended_at', 'is', null)
        .where('ahead.until', 'is', null)
        .where((inner) => inner(inner.refTuple('ahead.asked_at', 'ahead.id'), '<=', inner.refTuple('reservations.asked_at', 'reservations.id')))
        .as('place'),
      disputeState(eb).as('dispute_state'),
    ]);
}

export const findOrder = (db: Db, id: string): Promise<FullOrderRow | undefined> => selectOrders(db).where('orders.id', '=', id).executeTakeFirst();

export async function findOrdersOf(db: Db, buyerId: string, { direction, ...page }: ListPage): Promise<PageOf<FullOrderRow>> {
  const query = selectOrders(db).where('orders.buyer_id', '=', buyerId);
  return searchPage(
    query,
    { key: 'orders.created_at', id: 'orders.id', direction },
    {
      ...page,
      columns: ['orders.product_name', 'orders.meeting_location', shownOf('sellers', 'sellers.name')],
      toItem: (row) => row,
    },
  );
}

/** What the other side sees of a person: null once they are removed. */
export function shownOf(who: 'buyers' | 'sellers', column: 'sellers.name' | 'orders.buyer_name' | 'orders.meeting_location'): RawBuilder<string | null> {
  return sql`case when ${sql.ref(`${who}.removed_at`)} is null then ${sql.ref(column)} end`;
}

/** A buyer's orders that cost them this price since that time, in any state; two at most. */
export function findOrdersAt(db: Db, buyerId: string, { priceCents, since }: { priceCents: number; since: number }): Promise<FullOrderRow[]> {
  return selectOrders(db)
    .where('orders.buyer_id', '=', buyerId)
    .where(chargedCents(), '=', priceCents)
    .where('orders.created_at', '>=', since)
    .limit(2)
    .execute();
}

/** How many unpaid orders a buyer has. */
export async function countOpenOrders(tx: Db, buyerId: string): Promise<number> {
  const { open } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', [...OPEN])
    .executeTakeFirstOrThrow();
  return open;
}

/** Whether an order is paid, and not refunded in full. */
export async function isOrderPaid(tx: Db, orderId: string): Promise<boolean> {
  return (await tx.selectFrom('orders').select('id').where('id', '=', orderId).where('state', '=', 'paid').executeTakeFirst()) !== undefined;
}

/** Whether an order can still be paid. */
export async function isOrderOpen(tx: Db, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('state', 'in', [...OPEN])
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a booked order and its first history entry. `already_booked`: this buyer has an open order for the listing. */
export async function insertOrder(tx: Db, order: NewOrder, now: number): Promise<InsertedOrder> {
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
  if (!inserted) return { outcome: 'already_booked' };
  await writeHistory(tx, [inserted.id], { from: null, to: 'booked', why: 'booked', by: { role: 'buyer', id: order.buyer_id }, now });
  return { outcome: 'booked', orderId: inserted.id };
}

/** The buyer's order of a listing that can still be paid. */
export function findOpenOrder(tx: Db, listingId: string, buyerId: string) {
  return tx
    .selectFrom('orders')
    .select(['id', 'state', 'price_cents', 'agreed_until'])
    .where('listing_id', '=', listingId)
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', [...OPEN])
    .executeTakeFirst();
}

/** What an accepted offer gives a booking. */
export type Agreed = Pick<OrderRow, 'price_cents' | 'discount_cents' | 'terms' | 'agreed_until' | 'phone' | 'meeting_location'>;

/** Gives an order what was agreed at a lower price, unless a payment of the former one may be under way; returns whether it changed. */
export async function reprice(tx: Db, orderId: string, agreed: Agreed): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set((eb) => ({ ...agreed, intent_attempt: eb('intent_attempt', '+', 1) }))
    .where('id', '=', orderId)
    .where('state', '=', 'booked')
    .where('price_cents', '>', agreed.price_cents)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('intents_pending_cancellation').select('intent_id').whereRef('intents_pending_cancellation.order_id', '=', 'orders.id'))),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records when the seller of an order was paid. */
export async function markPaidOut(tx: Db, orderId: string, now: number): Promise<void> {
  await tx.updateTable('orders').set({ paid_out_at: now }).where('id', '=', orderId).where('paid_out_at', 'is', null).execute();
}

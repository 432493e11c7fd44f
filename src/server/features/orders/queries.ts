import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ClosedReason } from '#contract/orders.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db, OrderRow } from '../../db/tables.ts';
import type { FullOrderRow } from './booking.ts';

const selectOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) =>
      eb
        .selectFrom('payments')
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('payments.state', '!=', 'kept')
        .select((inner) => inner.fn.countAll<number>().as('refunds'))
        .$asScalar()
        .$notNull()
        .as('refunds'),
    );

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

/** A buyer's orders of this price that can still be paid. */
export const findOpenOrdersAt = (db: Db, buyerId: string, priceCents: number): Promise<FullOrderRow[]> =>
  selectOrders(db)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.price_cents', '=', priceCents)
    .where('orders.paid_at', 'is', null)
    .where('orders.closed_at', 'is', null)
    .limit(2)
    .execute();

export type NewOrder = Pick<
  OrderRow,
  'listing_id' | 'buyer_id' | 'buyer_name' | 'email' | 'phone' | 'meeting_location' | 'product_name' | 'image' | 'price_cents'
>;

/** Books a listing; answers the order's id, `gone` when the listing was sold or taken off meanwhile, `booked` when this buyer has an order already. */
export const insertOrder = (db: Db, order: NewOrder, now: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    // Touching the row makes a sale of the same listing wait, or makes us see it.
    const { numUpdatedRows } = await tx
      .updateTable('listings')
      .set((eb) => ({ held_by: eb.ref('held_by') }))
      .where('id', '=', order.listing_id)
      .where('sold_at', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'gone';
    const inserted = await tx
      .insertInto('orders')
      .values({ ...order, id: uuid(), created_at: now, paid_at: null, closed_at: null, closed_reason: null, intent_id: null, intent_attempt: 0 })
      .onConflict((conflict) => conflict.columns(['listing_id', 'buyer_id']).where('closed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted?.id ?? 'booked';
  });

type Ending = { reason: ClosedReason; now: number };

/** Closes a listing's unpaid orders, but for one that is just being paid. Call it after the listing's own row was changed, in the same transaction. */
export const endUnpaidOrders = async (db: Db, listingId: string, { reason, now }: Ending, exceptOrderId?: string): Promise<void> => {
  await db
    .updateTable('orders')
    .set({ closed_at: now, closed_reason: reason })
    .where('listing_id', '=', listingId)
    .where('paid_at', 'is', null)
    .where('closed_at', 'is', null)
    .$if(exceptOrderId !== undefined, (query) => query.where('id', '!=', exceptOrderId ?? ''))
    .execute();
};

/** Closes the unpaid orders of a buyer who was removed, and lets go of what they held. */
export const endUnpaidOrdersOfBuyer = async (db: Db, buyerId: string, now: number): Promise<void> => {
  await db
    .updateTable('listings')
    .set({ held_by: null, held_until: null })
    .where('held_by', 'in', (eb) => eb.selectFrom('orders').select('id').where('buyer_id', '=', buyerId))
    .where('sold_at', 'is', null)
    .execute();
  await db
    .updateTable('orders')
    .set({ closed_at: now, closed_reason: 'buyer_removed' satisfies ClosedReason })
    .where('buyer_id', '=', buyerId)
    .where('paid_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute();
};

/** Marks an order as paid with this intent; how many changed. */
export const markOrderPaid = async (db: Db, orderId: string, intentId: string, now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ paid_at: now, intent_id: intentId })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Notes the intent that an order is being paid with, unless another try was faster. */
export const setIntent = async (db: Db, order: Pick<OrderRow, 'id' | 'intent_attempt'>, intentId: string): Promise<void> => {
  await db
    .updateTable('orders')
    .set({ intent_id: intentId, intent_attempt: order.intent_attempt + 1 })
    .where('id', '=', order.id)
    .where('paid_at', 'is', null)
    .where('intent_attempt', '=', order.intent_attempt)
    .execute();
};

/** Forgets an intent that can't be paid any more. */
export const dropIntent = async (db: Db, orderId: string, intentId: string): Promise<void> => {
  await db.updateTable('orders').set({ intent_id: null }).where('id', '=', orderId).where('intent_id', '=', intentId).where('paid_at', 'is', null).execute();
};

/** Other orders of a listing that have an intent which may still be paid. */
export const findRivalIntents = async (db: Db, listingId: string, orderId: string): Promise<{ orderId: string; intentId: string }[]> => {
  const rows = await db
    .selectFrom('orders')
    .select(['id', sql<string>`intent_id`.as('intent_id')])
    .where('listing_id', '=', listingId)
    .where('id', '!=', orderId)
    .where('intent_id', 'is not', null)
    .where('paid_at', 'is', null)
    .execute();
  return rows.map((row) => ({ orderId: row.id, intentId: row.intent_id }));
};

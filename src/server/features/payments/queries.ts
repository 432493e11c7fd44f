import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db, PaymentsTable } from '../../db/tables.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import { endUnpaidOrders, markOrderPaid } from '../orders/index.ts';

export type PaymentState = PaymentsTable['state'];

export type Hold = { listingId: string; orderId: string; now: number; until: number };

/** Holds a listing for an order; until when (epoch ms), or null when it is sold, gone or held for another. Holding again within the hold doesn't make it longer. */
export const holdListing = async (db: Db, { listingId, orderId, now, until }: Hold): Promise<number | null> => {
  const row = await db
    .updateTable('listings')
    .set({
      held_by: orderId,
      held_until: sql<number>`case when held_by = ${orderId} and held_until > cast(${now} as bigint) then held_until else cast(${until} as bigint) end`,
    })
    .where('id', '=', listingId)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('held_by', 'is', null), eb('held_by', '=', orderId), eb('held_until', '<=', now)]))
    .returning('held_until')
    .executeTakeFirst();
  return row?.held_until ?? null;
};

/** Gives up an order's hold of a listing; nothing happens when another holds it. */
export const releaseHold = async (db: Db, listingId: string, orderId: string): Promise<void> => {
  await db.updateTable('listings').set({ held_by: null, held_until: null }).where('id', '=', listingId).where('held_by', '=', orderId).execute();
};

/** Why a listing can't be held: its present state. */
export const findSaleState = (db: Db, listingId: string) =>
  db.selectFrom('listings').select(['sold_at', 'removed_at', 'held_by', 'held_until']).where('id', '=', listingId).executeTakeFirst();

export const findPayment = (db: Db, intentId: string) => db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();

export const findRefundsDue = (db: Db) =>
  db.selectFrom('payments').select('intent_id').where('state', '=', 'refund_due').orderBy('created_at').limit(100).execute();

export const markRefunded = async (db: Db, intentId: string, refundId: string, now: number): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ state: 'refunded', refund_id: refundId, refunded_at: now })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'refund_due')
    .execute();
};

export type Recorded = { paymentId: string; state: PaymentState; isNew: boolean };

type Order = { id: string; listing_id: string };

/** The listing's row comes first in every transaction, so that two of them never wait for each other crosswise. */
const isStillForSale = async (tx: Db, listingId: string): Promise<boolean> => {
  const listing = await tx
    .updateTable('listings')
    .set((eb) => ({ held_by: eb.ref('held_by') }))
    .where('id', '=', listingId)
    .returning(['sold_at', 'removed_at'])
    .executeTakeFirst();
  return listing !== undefined && listing.sold_at === null && listing.removed_at === null;
};

const sell = async (tx: Db, order: Order, intentId: string, now: number): Promise<boolean> => {
  if ((await markOrderPaid(tx, order.id, intentId, now)) === 0) return false;
  await tx.updateTable('listings').set({ sold_at: now, advertised_at: null, held_by: null, held_until: null }).where('id', '=', order.listing_id).execute();
  await endUnpaidOrders(tx, order.listing_id, { reason: 'sold_to_another', now }, order.id);
  return true;
};

/**
 * Writes down money that the provider says has arrived, once per intent. In one transaction: the order is paid, the listing
 * sold, the advertisement ended, the other orders closed, and the payment `kept`; or, when the phone can't be had any more
 * or the amount isn't the order's, it is `refund_due`.
 */
export const recordPayment = (db: Db, order: Order, intent: PaymentIntent, matches: boolean, now: number): Promise<Recorded> =>
  db.transaction().execute(async (tx) => {
    const forSale = await isStillForSale(tx, order.listing_id);
    const known = await findPayment(tx, intent.id);
    if (known) return { paymentId: known.id, state: known.state, isNew: false };
    const state = matches && forSale && (await sell(tx, order, intent.id, now)) ? 'kept' : 'refund_due';
    const paymentId = uuid();
    await tx
      .insertInto('payments')
      .values({
        id: paymentId,
        order_id: order.id,
        intent_id: intent.id,
        amount_cents: intent.amountCents,
        currency: intent.currency,
        state,
        refund_id: null,
        created_at: now,
        refunded_at: null,
      })
      .execute();
    return { paymentId, state, isNew: true };
  });

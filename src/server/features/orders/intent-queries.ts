import type { Db, OrderRow } from '../../db/tables.ts';
import type { Actor } from './lifecycle.ts';
import { transitionOrders } from './lifecycle-queries.ts';

/** Intents that orders are being paid with, and that may have succeeded. */
export async function findPayingIntents(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('orders').select('intent_id').where('state', '=', 'paying').execute();
  return rows.flatMap(({ intent_id }) => intent_id ?? []);
}

/** Records the intent that a locked, booked order is now being paid with; returns false when the order has changed in the meantime. */
export async function beginIntent(
  tx: Db,
  { id, buyer_id, intent_attempt }: Pick<OrderRow, 'id' | 'buyer_id' | 'intent_attempt'>,
  intentId: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ intent_id: intentId, intent_attempt: intent_attempt + 1 })
    .where('id', '=', id)
    .where('state', '=', 'booked')
    .where('intent_attempt', '=', intent_attempt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await transitionOrders(tx, { transition: 'begin', why: 'payment_begun', by: { role: 'buyer', id: buyer_id }, now }, { id });
  return true;
}

/** Locks an order that still has this intent; returns false when it has another by now. */
export async function lockOrderWithIntent(tx: Db, { id, intent_id }: Pick<OrderRow, 'id' | 'intent_id'>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set((eb) => ({ intent_id: eb.ref('intent_id') }))
    .where('id', '=', id)
    .where('intent_id', '=', intent_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an open order as paid with this intent, less this discount, and marks any other intent of it as pending cancellation; returns whether it changed. */
export async function markOrderPaid(
  tx: Db,
  orderId: string,
  { intentId, discountCents, feeCents }: { intentId: string; discountCents: number; feeCents: number },
  { by, now }: { by: Actor; now: number },
): Promise<boolean> {
  const before = await tx.selectFrom('orders').select(['id', 'intent_id']).where('id', '=', orderId).executeTakeFirst();
  const transitioned = await transitionOrders(
    tx,
    { transition: 'pay', why: 'payment_arrived', by, now },
    { id: orderId },
    { paid_at: now, intent_id: intentId, discount_cents: discountCents, fee_cents: feeCents },
  );
  if (transitioned.length === 0) return false;
  if (before && before.intent_id !== intentId) await markIntentsPendingCancellation(tx, [before], now);
  return true;
}

/** Records intents that must no longer be paid, until the provider has confirmed that they can't be. */
export async function markIntentsPendingCancellation(tx: Db, orders: Pick<OrderRow, 'id' | 'intent_id'>[], now: number): Promise<void> {
  for (const { id, intent_id } of orders) {
    if (intent_id === null) continue;
    await tx
      .insertInto('intents_pending_cancellation')
      .values({ intent_id, order_id: id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Ends started payments, and marks their intents as pending cancellation: of one order, or of a listing's others. */
export async function releaseOrders(
  tx: Db,
  which: { id?: string; listingId?: string; exceptId?: string },
  by: Actor,
  now: number,
  why: 'hold_over' | 'off_sale' | 'let_go' | 'repriced' = 'hold_over',
): Promise<void> {
  const released = await transitionOrders(tx, { transition: 'release', why, by, now }, which);
  await markIntentsPendingCancellation(tx, released, now);
  for (const { id } of released) await tx.updateTable('orders').set({ intent_id: null }).where('id', '=', id).execute();
}

/** Intents pending cancellation, oldest first; of one listing, or all. */
export async function findIntentsPendingCancellation(db: Db, listingId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('intents_pending_cancellation')
    .innerJoin('orders', 'orders.id', 'intents_pending_cancellation.order_id')
    .select('intents_pending_cancellation.intent_id')
    .$if(listingId !== undefined, (query) => query.where('orders.listing_id', '=', listingId ?? ''))
    .orderBy('intents_pending_cancellation.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
}

/** Deletes an intent pending cancellation, after the provider confirmed that it can't be paid. */
export async function forgetCanceledIntent(db: Db, intentId: string): Promise<void> {
  await db.deleteFrom('intents_pending_cancellation').where('intent_id', '=', intentId).execute();
}

/** Gives an order's next payment attempt another idempotency key. */
export async function skipAttempt(db: Db, { id, intent_attempt }: Pick<OrderRow, 'id' | 'intent_attempt'>): Promise<void> {
  await db
    .updateTable('orders')
    .set({ intent_attempt: intent_attempt + 1 })
    .where('id', '=', id)
    .where('state', '=', 'booked')
    .where('intent_attempt', '=', intent_attempt)
    .execute();
}

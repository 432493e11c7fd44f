import type { Db } from '../../db/tables.ts';

export type LapsedAgreement = { id: string; listing_id: string };

/**
 * Booked orders whose agreed price is over, unless the phone is still reserved for them, a payment may be under way, or it can't be paid for: paused or
 * under review.
 */
export function findLapsedAgreements(db: Db, { now, orderId }: { now: number; orderId?: string }): Promise<LapsedAgreement[]> {
  return db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .select(['orders.id', 'orders.listing_id'])
    .where('orders.state', '=', 'booked')
    .where('orders.agreed_until', '<=', now)
    .where('listings.removed_at', 'is', null)
    .$if(orderId !== undefined, (query) => query.where('orders.id', '=', orderId ?? ''))
    .where(({ eb, or, and, not }) =>
      or([eb('listings.reserved_by', 'is', null), not(and([eb('listings.reserved_by', '=', eb.ref('orders.id')), eb('listings.reserved_until', '>', now)]))]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('intents_pending_cancellation').select('intent_id').whereRef('intents_pending_cancellation.order_id', '=', 'orders.id'))),
    )
    .execute();
}

/** Booked orders whose agreed price ends before then (epoch ms), and whose phone can't be paid for now: paused or under review. */
export async function findBlockedAgreements(db: Db, endBefore: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .select('orders.id')
    .where('orders.state', '=', 'booked')
    .where('orders.agreed_until', '<', endBefore)
    .where('listings.removed_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

import type { Db } from '../../db/tables.ts';
import type { ReturnedPhone } from './rules.ts';

/** The phone of an order, as far as putting it back on sale goes. */
export async function findReturnedPhone(db: Db, orderId: string): Promise<ReturnedPhone> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .select((eb) => [
      'orders.state as order_state',
      'fulfillments.state as fulfillment_state',
      'fulfillments.handed_over_at',
      'listings.sold_at',
      'listings.removed_at',
      'listings.removed_reason',
      'sellers.suspended_at',
      eb
        .selectFrom('fulfillment_history')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('fulfillment_history.order_id', '=', 'orders.id')
        .where('to_state', '=', 'return_confirming')
        .as('returns'),
      eb
        .selectFrom('handover_proofs')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('handover_proofs.order_id', '=', 'orders.id')
        .where('direction', '=', 'handover')
        .as('proofs'),
      eb
        .selectFrom('orders as later')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('later.listing_id', '=', 'orders.listing_id')
        .whereRef('later.paid_at', '>', 'orders.paid_at')
        .as('later_sales'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { returns, proofs, handed_over_at, later_sales, ...phone } = row;
  return { ...phone, is_given: handed_over_at !== null || Number(proofs) > 0, is_returned: Number(returns) > 0, is_sold_again: Number(later_sales) > 0 };
}

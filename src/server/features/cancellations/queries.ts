import type { Db } from '../../db/tables.ts';
import { isWithSeller } from '../orders/index.ts';
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
      'listings.sold_at',
      'listings.removed_at',
      'listings.removed_reason',
      'sellers.suspended_at',
      eb
        .selectFrom('orders as later')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('later.listing_id', '=', 'orders.listing_id')
        .whereRef('later.paid_at', '>', 'orders.paid_at')
        .as('later_sales'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { later_sales, ...phone } = row;
  return { ...phone, is_with_seller: await isWithSeller(db, orderId), is_sold_again: Number(later_sales) > 0 };
}

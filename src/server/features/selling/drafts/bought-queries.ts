import type { Db } from '../../../db/tables.ts';

/** A phone that somebody bought here, as its listing described it. */
export type BoughtPhone = NonNullable<Awaited<ReturnType<typeof findBought>>>;

/** When an order has ended, nothing can take the phone from its buyer anymore. */
const ENDED = ['completed', 'decided'] as const;

/** The phone of a buyer's order that was handed over and not given back; undefined for any other. */
export function findBought(db: Db, orderId: string, buyerId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .innerJoin('categories', 'categories.id', 'listings.category_id')
    .leftJoin('phones', 'phones.imei_hash', 'listings.imei_hash')
    .leftJoin('passports', 'passports.imei_hash', 'listings.imei_hash')
    .select(['orders.id', 'orders.buyer_id', 'categories.name', 'listings.brand', 'listings.model_name', 'listings.color', 'listings.storage'])
    .select(['listings.purchase_year', 'listings.original_price_cents', 'listings.specification', 'listings.catalog_model'])
    .select(['listings.imei_hash', 'listings.imei_last4', 'phones.key_id', 'passports.id as passport_id'])
    .where('orders.id', '=', orderId)
    .where('orders.buyer_id', '=', buyerId)
    .where('orders.state', '=', 'paid')
    .where('fulfillments.state', 'in', ENDED)
    .executeTakeFirst();
}

import { prepare } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** More sales than that are too many to sort for one page; the latest count. */
const MOST_SALES = 5000;

/** A sale of a catalog model; times in epoch milliseconds. */
export type ModelSale = { price_cents: number; storage: string; condition: string; listed_at: number; sold_at: number };

const sold = prepare<{ model: string; since: number }, ModelSale>(['model', 'since'], (db, { model, since }) =>
  db
    .selectFrom('listings')
    .innerJoin('orders', (join) => join.onRef('orders.listing_id', '=', 'listings.id').on('orders.state', '=', 'paid'))
    .where('listings.catalog_model', '=', model)
    .where('listings.removed_at', 'is', null)
    .where('listings.sold_at', 'is not', null)
    .where('listings.sold_at', '>=', since)
    .select(['orders.price_cents', 'listings.storage', 'listings.condition', 'listings.created_at as listed_at'])
    .select((eb) => eb.ref('listings.sold_at').$notNull().as('sold_at'))
    .orderBy('listings.sold_at', 'desc')
    .limit(MOST_SALES),
);

const onSale = prepare<{ model: string }, { count: number; from: number | null }>(['model'], (db, { model }) =>
  db
    .selectFrom('listings')
    .where('catalog_model', '=', model)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('price_cents').as('from')]),
);

/** What a model sold for since a time, latest first. */
export const findSalesOfModel = (db: Db, model: string, since: number): Promise<ModelSale[]> => sold(db, { model, since });

/** How many of a model are on sale and from what price, in cents; null if none are. */
export async function findOnSaleOfModel(db: Db, model: string): Promise<{ count: number; from: number } | null> {
  const [found] = await onSale(db, { model });
  return !found || found.from === null ? null : { count: Number(found.count), from: found.from };
}

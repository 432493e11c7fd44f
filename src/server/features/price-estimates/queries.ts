import { toFacetKey } from '#contract/shared/facet-text.ts';
import { prepare } from '../../db/prepared.ts';
import { toModelKey } from '../../db/search-keys.ts';
import type { Db } from '../../db/tables.ts';
import { type Traits, traitsOf } from './factors.ts';
import type { Sale } from './price-range.ts';

/** The most recent ones are enough, and reading thousands would be slow. */
export const MOST_SALES = 200;
const MOST_OF_A_YEAR = 5000;

/** A model within its brand. Name and storage are compared as filters compare them. */
export type Model = { categoryId: string; modelName: string };

type SaleRow = { price_cents: number; original_price_cents: number; condition: string; answers: string; tested_at: number | null; sold_at: number };

const ofStorage = prepare<{ category: string; model: string; storage: string; since: number }, SaleRow>(
  ['category', 'model', 'storage', 'since'],
  (db, values) =>
    salesOf(db, values)
      .where('listings.storage_key', '=', values.storage)
      .select(['orders.price_cents', 'listings.original_price_cents', 'listings.condition', 'listings.answers', 'listings.tested_at'])
      .select((eb) => eb.ref('listings.sold_at').$notNull().as('sold_at'))
      .limit(MOST_SALES),
);

/** A sale with its ids. */
export type SaleOfListing = Sale & {
  traits: Traits;
  listingId: string;
  sellerId: string;
  categoryId: string;
  modelKey: string;
  storageKey: string;
  catalogModel: string | null;
};

export type PaidPrice = { price_cents: number; sold_at: number };

const ofModel = prepare<{ category: string; model: string; since: number }, PaidPrice>(['category', 'model', 'since'], (db, values) =>
  salesOf(db, values)
    .select('orders.price_cents')
    .select((eb) => eb.ref('listings.sold_at').$notNull().as('sold_at'))
    .limit(MOST_OF_A_YEAR),
);

const asked = prepare<{ category: string; model: string }, { count: number; low: number | null; high: number | null }>(['category', 'model'], (db, values) =>
  onSale(db, values).select((eb) => [
    eb.fn.countAll<number>().as('count'),
    eb.fn.min<number | null>('listings.price_cents').as('low'),
    eb.fn.max<number | null>('listings.price_cents').as('high'),
  ]),
);

const nthPrice = prepare<{ category: string; model: string; nth: number }, { price_cents: number }>(['category', 'model', 'nth'], (db, values) =>
  onSale(db, values).select('listings.price_cents').orderBy('listings.price_cents').orderBy('listings.id').limit(1).offset(values.nth),
);

export type AskedPrices = { count: number; low: number; median: number; high: number };

/** Sales of a model with this storage since a time, most recent first. */
export async function findSales(db: Db, { categoryId, modelName, storage }: Model & { storage: string }, since: number): Promise<Sale[]> {
  const rows = await ofStorage(db, { category: categoryId, model: toModelKey(modelName), storage: toFacetKey(storage), since });
  return rows.map((row) => ({
    priceCents: row.price_cents,
    newPriceCents: row.original_price_cents,
    condition: row.condition,
    soldAt: row.sold_at,
    traits: traitsOf(row.answers, row.tested_at !== null),
  }));
}

/** The next sales after this one, oldest first. */
export async function findAllSales(db: Db, { soldAt, listingId }: Pick<SaleOfListing, 'soldAt' | 'listingId'>, limit: number): Promise<SaleOfListing[]> {
  const rows = await selectSales(db)
    .where((eb) => eb(eb.refTuple('listings.sold_at', 'listings.id'), '>', eb.tuple(soldAt, listingId)))
    .orderBy('listings.sold_at')
    .orderBy('listings.id')
    .limit(limit)
    .execute();
  return rows.map(toSale);
}

function selectSales(db: Db) {
  return db
    .selectFrom('listings')
    .innerJoin('orders', (join) => join.onRef('orders.listing_id', '=', 'listings.id').on('orders.state', '=', 'paid'))
    .where('listings.removed_at', 'is', null)
    .where('listings.sold_at', 'is not', null)
    .select([
      'listings.id as listingId',
      'listings.seller_id as sellerId',
      'listings.category_id as categoryId',
      'listings.model_key as modelKey',
      'listings.storage_key as storageKey',
      'listings.catalog_model as catalogModel',
      'listings.condition',
      'listings.answers',
      'listings.tested_at',
      'listings.original_price_cents as newPriceCents',
      'orders.price_cents as priceCents',
    ])
    .select((eb) => eb.ref('listings.sold_at').$notNull().as('soldAt'));
}

const toSale = <Row extends { answers: string; tested_at: number | null }>({ answers, tested_at, ...sale }: Row) => ({
  ...sale,
  traits: traitsOf(answers, tested_at !== null),
});

export async function findSalesOfListings(db: Db, ids: string[], since: number): Promise<SaleOfListing[]> {
  return (await selectSales(db).where('listings.id', 'in', ids).where('listings.sold_at', '>=', since).execute()).map(toSale);
}

export async function findSalesOfSellers(db: Db, ids: string[], since: number): Promise<SaleOfListing[]> {
  return (await selectSales(db).where('listings.seller_id', 'in', ids).where('listings.sold_at', '>=', since).execute()).map(toSale);
}

/** Prices paid for a model since a time, whatever the storage. */
export function findPaidPrices(db: Db, { categoryId, modelName }: Model, since: number): Promise<PaidPrice[]> {
  return ofModel(db, { category: categoryId, model: toModelKey(modelName), since });
}

/** Asking prices of a model's listings on sale, in cents; null when there are none. */
export async function findAskedPrices(db: Db, { categoryId, modelName }: Model): Promise<AskedPrices | null> {
  const values = { category: categoryId, model: toModelKey(modelName) };
  const [found] = await asked(db, values);
  if (!found || found.low === null || found.high === null) return null;
  const count = Number(found.count);
  const [middle] = await nthPrice(db, { ...values, nth: Math.floor((count - 1) / 2) });
  return { count, low: found.low, median: middle?.price_cents ?? found.low, high: found.high };
}

/** Paid orders that stand: a refunded one isn't a sale. */
function salesOf(db: Db, { category, model, since }: { category: string; model: string; since: number }) {
  return db
    .selectFrom('listings')
    .innerJoin('orders', (join) => join.onRef('orders.listing_id', '=', 'listings.id').on('orders.state', '=', 'paid'))
    .where('listings.category_id', '=', category)
    .where('listings.model_key', '=', model)
    .where('listings.removed_at', 'is', null)
    .where('listings.sold_at', 'is not', null)
    .where('listings.sold_at', '>=', since)
    .orderBy('listings.sold_at', 'desc');
}

function onSale(db: Db, { category, model }: { category: string; model: string }) {
  return db
    .selectFrom('listings')
    .where('listings.category_id', '=', category)
    .where('listings.model_key', '=', model)
    .where('listings.sold_at', 'is', null)
    .where('listings.removed_at', 'is', null);
}

import type { SelectQueryBuilder } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';

const COLUMNS = [
  'id',
  'created_at',
  'category_id',
  'price_cents',
  'seller_id',
  'brand_key',
  'model_key',
  'number_key',
  'storage_key',
  'condition_key',
  'color_key',
  'ram_key',
  'place_key',
  'year',
  'updates_month',
  'city_lat',
  'city_lng',
] as const;
/** The columns of a listing that the search index stores. */
export type IndexRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

export type FactRow = { id: string; created_at: number; specification: string; answers: string };
export type StateRow = IndexRow & FactRow & { sold_at: number | null; removed_at: number | null };

/** Listings on sale in listing order, after the given one. Reads only an index, and no table row. */
export function findIndexRows(db: Db, after: Pick<IndexRow, 'created_at' | 'id'> | null, limit: number): Promise<IndexRow[]> {
  return onSale(selectRows(db), after, limit).execute();
}

/** What listings on sale say of the phone, in listing order, after the given one. Reads table rows, so it takes longer than `findIndexRows`. */
export function findFactRows(db: Db, after: Pick<FactRow, 'created_at' | 'id'> | null, limit: number): Promise<FactRow[]> {
  return onSale(db.selectFrom('listings').select(['id', 'created_at', 'specification', 'answers']), after, limit).execute();
}

type ListingsQuery<Row> = SelectQueryBuilder<Tables, 'listings', Row>;

function onSale<Row>(query: ListingsQuery<Row>, after: Pick<FactRow, 'created_at' | 'id'> | null, limit: number): ListingsQuery<Row> {
  return query
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .$if(after !== null, (rest) => rest.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after?.created_at ?? 0, after?.id ?? ''))))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
}

const STATE_COLUMNS = ['sold_at', 'removed_at', 'specification', 'answers'] as const;

const selectRows = (db: Db) => db.selectFrom('listings').select(COLUMNS);

/** How many listings are on sale, by brand id. */
export async function countByBrand(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('listings')
    .select(['category_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .groupBy('category_id')
    .execute();
  return new Map(rows.map(({ category_id, count }) => [category_id, Number(count)]));
}

/** Roughly how many listings are on sale. */
export async function countOnSale(db: Db): Promise<number> {
  const row = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Listings by id, on sale or not. */
export const findStates = (db: Db, ids: string[]): Promise<StateRow[]> => selectRows(db).select(STATE_COLUMNS).where('id', 'in', ids).execute();

/** A seller's listings that weren't removed, including sold ones, in listing order after the given one. */
export function findStatesOf(db: Db, sellerId: string, after: Pick<IndexRow, 'created_at' | 'id'> | null, limit: number): Promise<StateRow[]> {
  return selectRows(db)
    .select(STATE_COLUMNS)
    .where('seller_id', '=', sellerId)
    .where('removed_at', 'is', null)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after?.created_at ?? 0, after?.id ?? ''))))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findVerifiedSellers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('verified_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

export async function isVerified(db: Db, sellerId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('verified_at').where('id', '=', sellerId).executeTakeFirst();
  return row !== undefined && row.verified_at !== null;
}

export const findBrands = (db: Db): Promise<{ id: string; name: string }[]> => db.selectFrom('categories').select(['id', 'name']).orderBy('position').execute();

/** A model's name as one of its sellers writes it; null when there is none. */
export async function findModelName(db: Db, categoryId: string, modelKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('listings')
    .select('model_name')
    .where('category_id', '=', categoryId)
    .where('model_key', '=', modelKey)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.model_name ?? null;
}

import type { Db } from '../../db/tables.ts';

export type SitemapRow = { id: string; created_at: number };

/** Listings on sale by id, after `after` (null: from the first), at most `limit`. */
export function findListingsOnSale(db: Db, after: string | null, limit: number): Promise<SitemapRow[]> {
  return onSale(db)
    .select(['id', 'created_at'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

const onSale = (db: Db) => db.selectFrom('listings').where('sold_at', 'is', null).where('removed_at', 'is', null);

/** The id after which the next page begins; null when there is none. */
export async function findPageEnd(db: Db, after: string | null, size: number): Promise<string | null> {
  const rows = await onSale(db)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .offset(size - 1)
    .limit(2)
    .execute();
  // No page follows one that ends with the last listing.
  return rows.length === 2 ? (rows[0]?.id ?? null) : null;
}

export async function findBrandNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('categories').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

import type { Db } from '../../db/tables.ts';

export type SitemapRow = { id: string; created_at: number };

/** What has a page of its own. */
export type SitemapKind = 'listings' | 'sellers';

/** Listings on sale, or sellers with a phone on sale or sold, by id, after `after` (null: from the first), at most `limit`. */
export function findSitemapRows(db: Db, kind: SitemapKind, { after, limit }: { after: string | null; limit: number }): Promise<SitemapRow[]> {
  return rowsOf(db, kind)
    .select(['id', 'created_at'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

function rowsOf(db: Db, kind: SitemapKind) {
  const found =
    kind === 'listings'
      ? db.selectFrom('listings').where('sold_at', 'is', null).where('removed_at', 'is', null).select(['id', 'created_at'])
      : db
          .selectFrom('users')
          .where('users.role', '=', 'seller')
          .where('users.removed_at', 'is', null)
          .where((eb) =>
            eb.exists(eb.selectFrom('listings').whereRef('seller_id', '=', 'users.id').where('listings.removed_at', 'is', null).select('listings.id')),
          )
          .select(['users.id', 'users.created_at']);
  return db.selectFrom(found.as('found'));
}

/** The id after which the next page begins; null when there is none. */
export async function findPageEnd(db: Db, kind: SitemapKind, { after, size }: { after: string | null; size: number }): Promise<string | null> {
  const rows = await rowsOf(db, kind)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .offset(size - 1)
    .limit(2)
    .execute();
  // No page follows one that ends with the last row.
  return rows.length === 2 ? (rows[0]?.id ?? null) : null;
}

export async function findBrandNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('categories').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** The format allows 50,000 addresses in a file. */
const MOST_MODELS = 40_000;

/** The models of the catalog, each with a page of its prices. */
export async function findModelIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('phone_models').select('id').orderBy('id').limit(MOST_MODELS).execute();
  return rows.map(({ id }) => id);
}

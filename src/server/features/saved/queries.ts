import { type ExpressionBuilder, sql } from 'kysely';
import { type Cursor, readPage } from '../../db/paging.ts';
import type { Db, Tables } from '../../db/tables.ts';

export type SummaryRow = Awaited<ReturnType<typeof findSummaries>>[number];
export type SavedRow = Awaited<ReturnType<typeof findSaved>>['items'][number];

const SUMMARY = [
  'listings.id',
  'listings.model_name',
  'listings.image',
  'listings.storage',
  'listings.condition',
  'listings.color',
  'listings.price_cents',
  'listings.sold_at',
  'listings.removed_at',
  'listings.removed_reason',
] as const;

/** Those of these listings that weren't taken down; a paused one is there. */
export function findSummaries(db: Db, ids: string[]) {
  return db.selectFrom('listings').select(SUMMARY).where('id', 'in', ids).where(isThere).execute();
}

const isThere = (eb: ExpressionBuilder<Tables, 'listings'>) => eb.or([eb('removed_at', 'is', null), eb('removed_reason', '=', 'paused')]);

/** The phones that a person saved, most recent first. */
export async function findSaved(db: Db, userId: string, page: { limit: number; after: Cursor | null }) {
  const query = db
    .selectFrom('saved_phones')
    .innerJoin('listings', 'listings.id', 'saved_phones.listing_id')
    .select(SUMMARY)
    .select(['saved_phones.created_at as saved_at', 'saved_phones.price_cents as price_then_cents'])
    .where('saved_phones.user_id', '=', userId);
  return readPage(query, { key: 'saved_phones.created_at', id: 'saved_phones.listing_id' }, { ...page, toItem: (row) => row });
}

export async function findSavedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('saved_phones').select('listing_id').where('user_id', '=', userId).orderBy('listing_id').execute();
  return rows.map(({ listing_id }) => listing_id);
}

/** Saves those of these listings that exist; returns how many. */
export async function insertSaved(tx: Db, userId: string, ids: string[], now: number): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('saved_phones')
    .columns(['user_id', 'listing_id', 'created_at', 'price_cents', 'notified_cents', 'was_on_sale'])
    .expression((eb) =>
      eb
        .selectFrom('listings')
        .select([sql<string>`cast(${userId} as text)`.as('user_id'), 'id', sql<number>`cast(${now} as bigint)`.as('created_at'), 'price_cents'])
        .select(['price_cents as notified_cents', sql<number>`case when sold_at is null and removed_at is null then 1 else 0 end`.as('was_on_sale')])
        .where('id', 'in', ids)
        .where(isThere),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'listing_id']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** Returns how many there were: one or none. */
export async function deleteSaved(db: Db, userId: string, listingId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('saved_phones').where('user_id', '=', userId).where('listing_id', '=', listingId).executeTakeFirst();
  return Number(numDeletedRows);
}

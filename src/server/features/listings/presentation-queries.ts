import { MASKED_KEYS } from '#contract/listing-fields.ts';
import { prepareForEach } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { OwnColumns, SellerColumns } from './listing.ts';
import { SHOWN } from './listing.ts';

/** What a list needs of a listing: which it is, and its presentation. */
export const LISTED = ['id', 'seller_id', 'category_id', 'price_cents', 'created_at', ...MASKED_KEYS, 'shown', 'shown_turn'] as const;

export type UnshownRow = OwnColumns & { shown_turn: number };
export type Written = { id: string; shown: string; turn: number };

/** The columns of these listings, to write their presentations. */
export function findUnshownRows(db: Db, ids: string[]): Promise<UnshownRow[]> {
  return db
    .selectFrom('listings')
    .select([...SHOWN, 'shown_turn'])
    .where('id', 'in', ids)
    .execute();
}

/** Listings on sale without a presentation. */
export function findUnshown(db: Db, limit: number): Promise<UnshownRow[]> {
  return (
    db
      .selectFrom('listings')
      .select([...SHOWN, 'shown_turn'])
      .where('shown', 'is', null)
      .where('sold_at', 'is', null)
      .where('removed_at', 'is', null)
      // Without an order, SQLite may take the index of another column and read them all.
      .orderBy('id')
      .limit(limit)
      .execute()
  );
}

/** Stores the presentations of those listings that are on sale and haven’t changed since they were read. */
export function storePresentations(db: Db, written: Written[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // In the order of ids, so that two processes don't wait for each other.
    for (const { id, shown, turn } of written.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      await tx
        .updateTable('listings')
        .set({ shown })
        .where('id', '=', id)
        .where('shown_turn', '=', turn)
        .where('sold_at', 'is', null)
        .where('removed_at', 'is', null)
        .execute();
  });
}

export const findSellerColumns = prepareForEach<SellerColumns>((db, ids) =>
  db
    .selectFrom('users')
    .select(['id as seller_id', 'name as seller_name', 'email as seller_email', 'verified_at as seller_verified_at', 'removed_at as seller_removed_at'])
    .where('id', 'in', ids),
);

import { type RemovedSpan, readRows } from '../../db/paging.ts';
import { SUSPENDED } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';

/** Removed listings, most recent first; one row more than the page when there are more. */
export function findRemovedListings(db: Db, { since, ...page }: RemovedSpan): Promise<FullListingRow[]> {
  const query = selectListings(db)
    .where('listings.removed_at', '>=', since)
    .where('users.erased_at', 'is', null)
    .where('listings.removed_reason', 'not in', SUSPENDED);
  return readRows(query, { key: 'listings.removed_at', id: 'listings.id' }, page);
}

/** A listing that was removed after this time, with its seller's state. */
export function findRemovedListing(db: Db, id: string, since: number) {
  return selectListings(db)
    .select(['users.removed_at as seller_removed_at', 'users.suspended_at as seller_suspended_at'])
    .where('listings.id', '=', id)
    .where('listings.removed_at', '>=', since)
    .where('listings.removed_reason', 'not in', SUSPENDED)
    .executeTakeFirst();
}

export function findListingSeller(db: Db, listingId: string) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.seller_id', 'listings.model_name', 'listings.sold_at', 'users.email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();
}

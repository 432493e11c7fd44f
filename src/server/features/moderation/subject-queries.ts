import type { Db } from '../../db/tables.ts';

/** Whom a decision is about, and the listing, if it is about one; wherever that is. */
export type Subject = {
  sellerId: string;
  email: string;
  listing: {
    id: string;
    model_name: string;
    sold_at: number | null;
    removed_at: number | null;
    removed_reason: string | null;
    reported_at: number | null;
  } | null;
};

/** A listing with its seller; undefined when there is none. */
export const findSubjectListing = async (db: Db, listingId: string): Promise<Subject | undefined> => {
  const row = await db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.id', 'model_name', 'sold_at', 'listings.removed_at', 'removed_reason', 'reported_at', 'seller_id', 'email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { seller_id, email, ...listing } = row;
  return { sellerId: seller_id, email, listing };
};

/** A seller who is here; undefined when there is none. */
export const findSubjectSeller = async (db: Db, sellerId: string): Promise<Subject | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', sellerId)
    .where('role', '=', 'seller')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && { sellerId, email: row.email, listing: null };
};

/** A listing is not shown as reported any more. */
export const forgetReports = async (tx: Db, listingId: string): Promise<void> => {
  await tx.updateTable('listings').set({ reported_at: null }).where('id', '=', listingId).execute();
};

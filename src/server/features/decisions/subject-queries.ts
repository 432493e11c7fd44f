import { BEFORE_HANDOVER } from '#contract/shared/handover-states.ts';
import type { Db } from '../../db/tables.ts';

/** The seller that a decision is about, and the listing if it is about one, removed or not. */
export type Subject = {
  sellerId: string;
  email: string;
  listing: {
    id: string;
    model_name: string;
    sold_at: number | null;
    removed_at: number | null;
    removed_reason: string | null;
    paused_at: number | null;
    reported_at: number | null;
  } | null;
};

/** A listing with its seller. */
export async function findSubjectListing(db: Db, listingId: string): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.id', 'model_name', 'sold_at', 'listings.removed_at', 'removed_reason', 'paused_at', 'reported_at', 'seller_id', 'email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { seller_id, email, ...listing } = row;
  return { sellerId: seller_id, email, listing };
}

/** A seller who was not removed. */
export const findSubjectSeller = (db: Db, sellerId: string) => findSubjectPerson(db, sellerId, 'seller');

/** A person of this role, or of any, who was not removed. */
export async function findSubjectPerson(db: Db, sellerId: string, role?: 'seller'): Promise<Subject | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', sellerId)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'seller'))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && { sellerId, email: row.email, listing: null };
}

/** Which of a seller's listings are being paid for. */
export async function findBeingPaid(tx: Db, sellerId: string): Promise<string[]> {
  const rows = await tx.selectFrom('orders').select('listing_id').distinct().where('state', '=', 'paying').where('seller_id', '=', sellerId).execute();
  return rows.map(({ listing_id }) => listing_id);
}

/** A seller's paid orders whose phones weren't handed over, of buyers who are still here. */
export function findSalesBeforeHandover(tx: Db, sellerId: string) {
  return tx
    .selectFrom('orders')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .innerJoin('users as buyers', 'buyers.id', 'orders.buyer_id')
    .select(['orders.id', 'orders.product_name', 'orders.buyer_id', 'orders.email', 'fulfillments.state'])
    .where('orders.seller_id', '=', sellerId)
    .where('fulfillments.state', 'in', BEFORE_HANDOVER)
    .where('buyers.removed_at', 'is', null)
    .orderBy('orders.id')
    .execute();
}

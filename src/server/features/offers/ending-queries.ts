import type { Db } from '../../db/tables.ts';
import type { Recipient } from '../notifications/index.ts';
import type { EndedOffer } from './transition-queries.ts';

/** Open offers that nobody answered in time, the longest first. */
export async function findExpiredOffers(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('offers')
    .select('id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whom an offer concerns, and which phone. */
export async function findNames(
  tx: Db,
  { listing_id, buyer_id, seller_id }: EndedOffer,
): Promise<{ buyer: Recipient; seller: Recipient; productName: string }> {
  const row = await tx
    .selectFrom('listings')
    .innerJoin('users as sellers', 'sellers.id', 'listings.seller_id')
    .innerJoin('users as buyers', (join) => join.on('buyers.id', '=', buyer_id))
    .select(['listings.model_name', 'sellers.email as seller_email', 'buyers.email as buyer_email'])
    .where('listings.id', '=', listing_id)
    .executeTakeFirstOrThrow();
  const buyer = { userId: buyer_id, email: row.buyer_email };
  return { buyer, seller: { userId: seller_id, email: row.seller_email }, productName: row.model_name };
}

import type { Db } from '../../db/tables.ts';
import type { Recipient } from '../notifications/index.ts';
import type { EndedOffer } from './transition-queries.ts';

/** A statement can have only so many values. */
const BATCH = 500;

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

/** The buyers of these offers, and what each offered for which phone. */
export async function findBuyers(tx: Db, offers: Pick<EndedOffer, 'id'>[]) {
  const found = [];
  for (let at = 0; at < offers.length; at += BATCH) {
    const ids = offers.slice(at, at + BATCH).map(({ id }) => id);
    const query = tx
      .selectFrom('offers')
      .innerJoin('users', 'users.id', 'offers.buyer_id')
      .innerJoin('listings', 'listings.id', 'offers.listing_id')
      .select(['offers.buyer_id', 'offers.price_cents', 'users.email', 'listings.model_name'])
      .where('offers.id', 'in', ids);
    found.push(...(await query.execute()));
  }
  return found;
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

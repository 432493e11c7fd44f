import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { isWithinADay } from '../../db/within-a-day.ts';

export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOffer>>>;
export type OfferedListing = NonNullable<Awaited<ReturnType<typeof findOfferedListing>>>;

type Side = 'buyer' | 'seller';

/** Somebody's own offer, made or got; undefined for another's, and to the seller for one below what they want at least. */
export async function findOffer(db: Db, userId: string, id: string) {
  const row = await selectOffers(db).where('offers.id', '=', id).executeTakeFirst();
  return row && (row.buyer_id === userId || (row.seller_id === userId && row.below_lowest === 0)) ? row : undefined;
}

function selectOffers(db: Db) {
  return db
    .selectFrom('offers')
    .innerJoin('listings', 'listings.id', 'offers.listing_id')
    .innerJoin('users as buyers', 'buyers.id', 'offers.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'offers.seller_id')
    .leftJoin('orders', 'orders.id', 'offers.order_id')
    .leftJoin('conversations', (join) =>
      join.onRef('conversations.listing_id', '=', 'offers.listing_id').onRef('conversations.buyer_id', '=', 'offers.buyer_id'),
    )
    .selectAll('offers')
    .select(['listings.model_name', 'listings.image', 'listings.price_cents as asking_cents', 'listings.removed_at as listing_removed_at'])
    .select(['buyers.name as buyer_name', 'buyers.email as buyer_email', 'buyers.removed_at as buyer_removed_at'])
    .select(['sellers.name as seller_name', 'sellers.email as seller_email', 'sellers.removed_at as seller_removed_at'])
    .select(['orders.state as order_state', 'orders.agreed_until', 'conversations.id as conversation_id']);
}

/** The offers that somebody made and got on one side, newest first. */
export function findOffers(
  db: Db,
  userId: string,
  { side, productId, ...page }: { side: Side; productId?: string | undefined; limit: number; after: Cursor | null },
): Promise<PageOf<OfferRow>> {
  const query = selectOffers(db)
    .$if(side === 'buyer', (offers) => offers.where('offers.buyer_id', '=', userId))
    .$if(side === 'seller', (offers) => offers.where('offers.seller_id', '=', userId).where('below_lowest', '=', 0))
    .$if(productId !== undefined, (offers) => offers.where('offers.listing_id', '=', productId ?? ''));
  return readPage(query, { key: 'offers.created_at', id: 'offers.id' }, { ...page, toItem: (row) => row });
}

/** The latest offers of a listing and a buyer that both sides see, newest first. */
export function findOffersBetween(db: Db, { listingId, buyerId }: { listingId: string; buyerId: string }, limit: number): Promise<OfferRow[]> {
  return selectOffers(db)
    .where('offers.listing_id', '=', listingId)
    .where('offers.buyer_id', '=', buyerId)
    .where('below_lowest', '=', 0)
    .orderBy('offers.created_at', 'desc')
    .orderBy('offers.id', 'desc')
    .limit(limit)
    .execute();
}

/** How many offers wait for a seller's answer, by listing. */
export function countWaiting(db: Db, sellerId: string, now: number) {
  return db
    .selectFrom('offers')
    .select((eb) => ['listing_id', eb.fn.countAll<number>().as('offers')])
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'open')
    .where('by_side', '=', 'buyer')
    .where('expires_at', '>', now)
    .groupBy('listing_id')
    .orderBy('listing_id')
    .execute();
}

/** A listing in whatever state, as far as offers need it. */
export async function findOfferedListing(db: Db, id: string) {
  return db
    .selectFrom('listings')
    .innerJoin('users as sellers', 'sellers.id', 'listings.seller_id')
    .select(['listings.id', 'listings.seller_id', 'listings.price_cents', 'listings.model_name', 'listings.sold_at', 'listings.removed_at'])
    .select(['listings.removed_reason', 'sellers.email as seller_email', 'sellers.removed_at as seller_removed_at'])
    .where('listings.id', '=', id)
    .executeTakeFirst();
}

/** The offer of a listing and a buyer that waits for an answer. */
export function findOpenOffer(tx: Db, listingId: string, buyerId: string) {
  return tx.selectFrom('offers').selectAll().where('listing_id', '=', listingId).where('buyer_id', '=', buyerId).where('state', '=', 'open').executeTakeFirst();
}

/** The offers between two people, of either's phones, that wait for an answer. */
export function findOpenOffersBetween(tx: Db, people: [string, string], now: number): Promise<OfferRow[]> {
  return selectOffers(tx)
    .where('offers.buyer_id', 'in', people)
    .where('offers.seller_id', 'in', people)
    .where('offers.state', '=', 'open')
    .where('offers.expires_at', '>', now)
    .orderBy('offers.id')
    .execute();
}

/**
 * How many offers a buyer made within a day: for one listing, and for all; and how many of theirs wait for an answer on other listings.
 */
export async function countOffers(tx: Db, { buyerId, listingId }: { buyerId: string; listingId: string }, now: number) {
  const made = await tx
    .selectFrom('offers')
    .select(['listing_id', 'created_at'])
    .where('buyer_id', '=', buyerId)
    .where('by_side', '=', 'buyer')
    .where(isWithinADay(now))
    .orderBy('created_at')
    .execute();
  const { open } = await tx
    .selectFrom('offers')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('buyer_id', '=', buyerId)
    .where('by_side', '=', 'buyer')
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('listing_id', '!=', listingId)
    .executeTakeFirstOrThrow();
  const here = made.filter((offer) => offer.listing_id === listingId);
  return { perDay: toCount(made), perListing: toCount(here), open: Number(open) };
}

const toCount = (made: { created_at: number }[]) => ({ count: made.length, oldest: made[0]?.created_at ?? 0 });

/** Below which price offers for a listing are refused at once; null when all reach its seller, as they do once the phone costs no more than that. */
export async function findLowestOffer(db: Db, listingId: string): Promise<number | null> {
  const row = await db
    .selectFrom('lowest_offers')
    .innerJoin('listings', 'listings.id', 'lowest_offers.listing_id')
    .select('lowest_offers.price_cents')
    .where('lowest_offers.listing_id', '=', listingId)
    .whereRef('lowest_offers.price_cents', '<', 'listings.price_cents')
    .executeTakeFirst();
  return row?.price_cents ?? null;
}

export async function setLowestOffer(db: Db, listingId: string, priceCents: number | null): Promise<void> {
  if (priceCents === null) {
    await db.deleteFrom('lowest_offers').where('listing_id', '=', listingId).execute();
    return;
  }
  await db
    .insertInto('lowest_offers')
    .values({ listing_id: listingId, price_cents: priceCents })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ price_cents: priceCents }))
    .execute();
}

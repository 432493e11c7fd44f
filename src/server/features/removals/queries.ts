import { ENDED } from '#contract/shared/handover-states.ts';
import { type PageOf, type RemovedSpan, searchPage } from '../../db/paging.ts';
import { HIDDEN } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';
import { OPEN } from '../orders/index.ts';

/** One page of removed listings, by when they were removed. */
export function findRemovedListings(db: Db, { since, direction, ...page }: RemovedSpan): Promise<PageOf<FullListingRow>> {
  const query = selectListings(db)
    .where('listings.removed_at', '>=', since)
    .where('users.erased_at', 'is', null)
    .where('listings.removed_reason', 'not in', HIDDEN);
  return searchPage(
    query,
    { key: 'listings.removed_at', id: 'listings.id', direction },
    {
      ...page,
      columns: ['listings.model_name', 'users.name', 'users.email'],
      toItem: (row) => row,
    },
  );
}

/** A listing that was removed after this time. */
export function findRemovedListing(db: Db, id: string, since: number) {
  return selectListings(db)
    .where('listings.id', '=', id)
    .where('listings.removed_at', '>=', since)
    .where('listings.removed_reason', 'not in', HIDDEN)
    .executeTakeFirst();
}

export function findListingSeller(db: Db, listingId: string) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.seller_id', 'listings.model_name', 'listings.sold_at', 'listings.paused_at', 'listings.removed_reason', 'users.email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();
}

/** A seller's unsold listings with unpaid orders, reservations, open offers or reports: few, even of a seller who imported thousands. */
export async function findUnfinished(tx: Db, sellerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('listings')
    .select('listings.id')
    .where('listings.seller_id', '=', sellerId)
    .where('listings.sold_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.listing_id', '=', 'listings.id')
            .where('orders.state', 'in', [...OPEN]),
        ),
        exists(selectFrom('reservations').select('reservations.id').whereRef('reservations.listing_id', '=', 'listings.id').where('ended_at', 'is', null)),
        exists(selectFrom('offers').select('offers.id').whereRef('offers.listing_id', '=', 'listings.id').where('offers.state', '=', 'open')),
        exists(selectFrom('reports').select('reports.id').whereRef('reports.listing_id', '=', 'listings.id').where('closed_at', 'is', null)),
      ]),
    )
    .orderBy('listings.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Listings of others that a person has booked or made an offer for, while that is open: few. */
export async function findWanted(tx: Db, buyerId: string): Promise<string[]> {
  const booked = tx
    .selectFrom('orders')
    .select('listing_id')
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', [...OPEN]);
  const offered = tx.selectFrom('offers').select('listing_id').where('buyer_id', '=', buyerId).where('state', '=', 'open');
  return (await booked.union(offered).execute()).map(({ listing_id }) => listing_id);
}

/** The paid orders of a person that haven't ended, as buyer or seller. */
export function findRunningOrders(tx: Db, userId: string) {
  return tx
    .selectFrom('orders')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .select(['orders.id', 'orders.listing_id', 'orders.product_name', 'orders.buyer_id', 'orders.seller_id', 'orders.email'])
    .innerJoin('users as buyers', 'buyers.id', 'orders.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'orders.seller_id')
    .select(['fulfillments.state', 'fulfillments.due_at', 'buyers.removed_at as buyer_removed_at', 'sellers.removed_at as seller_removed_at'])
    .where((eb) => eb.or([eb('orders.buyer_id', '=', userId), eb('orders.seller_id', '=', userId)]))
    .where('fulfillments.state', 'not in', ENDED)
    .orderBy('orders.listing_id')
    .execute();
}

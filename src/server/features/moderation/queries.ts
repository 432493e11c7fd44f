import { v7 as uuid } from 'uuid';
import type { RemovalReason } from '#contract/moderation.ts';
import { noteListing, noteSeller } from '../../db/changes.ts';
import { type Cursor, type PageOf, type RemovedSpan, toPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';
import { ownListingRemoved, ownListingRestored, tell, type Words } from '../notices/index.ts';
import { type Actor, endUnpaidOrders } from '../orders/index.ts';

export type ReportedRow = FullListingRow & { reports: number };

/** Reports a listing; the report's id, or null when this person did already. */
export const insertReport = (db: Db, listingId: string, reporterId: string, now: number): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const report = await tx
      .insertInto('reports')
      .values({ id: uuid(), listing_id: listingId, reporter_id: reporterId, created_at: now, closed_at: null })
      .onConflict((conflict) => conflict.columns(['listing_id', 'reporter_id']).where('closed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!report) return null;
    await tx.updateTable('listings').set({ reported_at: now }).where('id', '=', listingId).execute();
    await noteListing(tx, listingId, now);
    return report.id;
  });

export const findReported = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<ReportedRow>> => {
  const rows = await selectListings(db)
    .select((eb) =>
      eb
        .selectFrom('reports')
        .whereRef('reports.listing_id', '=', 'listings.id')
        .where('reports.closed_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('reports'))
        .$asScalar()
        .$notNull()
        .as('reports'),
    )
    .where('listings.reported_at', 'is not', null)
    .where('listings.removed_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('listings.reported_at', 'listings.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))),
    )
    .orderBy('listings.reported_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.reported_at ?? 0, id: row.id }),
    (row) => row,
  );
};

type Removal = { reason: RemovalReason; by: Actor; now: number };

const afterRemoval = async (tx: Db, listingIds: string[], { by, now }: Pick<Removal, 'by' | 'now'>): Promise<void> => {
  for (const id of listingIds) {
    await endUnpaidOrders(tx, id, { reason: 'listing_removed', by, now });
    await tx.updateTable('reports').set({ closed_at: now }).where('listing_id', '=', id).where('closed_at', 'is', null).execute();
  }
};

/** Tells a listing's seller what became of it. */
const tellSeller = async (tx: Db, listingId: string, toWords: (listing: { model_name: string }) => Words, now: number): Promise<void> => {
  const { seller_id, email, model_name } = await tx
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.seller_id', 'listings.model_name', 'users.email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();
  await tell(tx, [{ reader: { userId: seller_id, email }, words: toWords({ model_name }) }], now);
};

const REMOVED_STATE = { advertised_at: null, reported_at: null, held_by: null, held_until: null };

/** Takes a listing off the shop: no advertisement, no open report, no unpaid order stays. How many changed. Sold ones only when `soldToo`. */
export const removeListing = (db: Db, id: string, { reason, by, now }: Removal, soldToo: boolean): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('listings')
      .set({ ...REMOVED_STATE, removed_at: now, removed_reason: reason })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .$if(!soldToo, (query) => query.where('sold_at', 'is', null))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await afterRemoval(tx, [id], { by, now });
      await noteListing(tx, id, now);
      // Who takes their own listing off needs no word of it.
      if (reason !== 'by_seller') await tellSeller(tx, id, ownListingRemoved, now);
    }
    return Number(numUpdatedRows);
  });

/** Takes what a removed seller has on sale off the shop; sold listings stay, for their buyers' sake. */
export const removeListingsOf = async (tx: Db, sellerId: string, { by, now }: Pick<Removal, 'by' | 'now'>): Promise<void> => {
  const removed = await tx
    .updateTable('listings')
    .set({ ...REMOVED_STATE, removed_at: now, removed_reason: 'seller_removed' satisfies RemovalReason })
    .where('seller_id', '=', sellerId)
    .where('removed_at', 'is', null)
    .where('sold_at', 'is', null)
    .returning('id')
    .execute();
  await afterRemoval(
    tx,
    removed.map((row) => row.id),
    { by, now },
  );
  await noteSeller(tx, sellerId, now);
};

/** One row more than the page, when there are more. */
export const findRemovedListings = (db: Db, { since, limit, after }: RemovedSpan): Promise<FullListingRow[]> =>
  selectListings(db)
    .where('listings.removed_at', '>=', since)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('listings.removed_at', 'listings.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('listings.removed_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findRemovedListing = (db: Db, id: string, since: number) =>
  selectListings(db).select('users.removed_at as seller_removed_at').where('listings.id', '=', id).where('listings.removed_at', '>=', since).executeTakeFirst();

export const restoreListing = (db: Db, id: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('listings')
      .set({ removed_at: null, removed_reason: null })
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await noteListing(tx, id, now);
      await tellSeller(tx, id, ownListingRestored, now);
    }
    return Number(numUpdatedRows);
  });

/** Brings back what left the shop with its seller. */
export const restoreListingsOf = async (tx: Db, sellerId: string, now: number): Promise<void> => {
  await tx
    .updateTable('listings')
    .set({ removed_at: null, removed_reason: null })
    .where('seller_id', '=', sellerId)
    .where('removed_reason', '=', 'seller_removed' satisfies RemovalReason)
    .execute();
  await noteSeller(tx, sellerId, now);
};

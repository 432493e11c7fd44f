import { v7 as uuid } from 'uuid';
import type { RemovalReason } from '#contract/moderation.ts';
import { noteListing, noteSeller } from '../../db/changes.ts';
import { type Cursor, type PageOf, type RemovedSpan, toPage } from '../../db/paging.ts';
import { lockKnownPhones } from '../../db/phones.ts';
import type { Db } from '../../db/tables.ts';
import { lockPhoneOf, requireFree } from '../imei/index.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';
import { ownListingHeld, ownListingOfAnothersPhotos, ownListingRemoved, ownListingRestored, tell, type Words } from '../notices/index.ts';
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

/** What a seller hears; by default that it was reported. */
const TOLD: Partial<Record<RemovalReason, typeof ownListingRemoved>> = { reported_lost: ownListingHeld, seen_photos: ownListingOfAnothersPhotos };

const REMOVED_STATE = { advertised_at: null, reported_at: null, held_by: null, held_until: null };

/** The same as `removeListing`, within a transaction that does more. */
export const takeOff = async (tx: Db, id: string, { reason, by, now }: Removal, soldToo: boolean): Promise<number> => {
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
    if (reason !== 'by_seller') await tellSeller(tx, id, TOLD[reason] ?? ownListingRemoved, now);
  }
  return Number(numUpdatedRows);
};

/** Takes a listing off the shop: no advertisement, no open report, no unpaid order stays. How many changed. Sold ones only when `soldToo`. */
export const removeListing = (db: Db, id: string, removal: Removal, soldToo: boolean): Promise<number> =>
  db.transaction().execute((tx) => takeOff(tx, id, removal, soldToo));

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
    .where('users.erased_at', 'is', null)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('listings.removed_at', 'listings.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('listings.removed_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findRemovedListing = (db: Db, id: string, since: number) =>
  selectListings(db).select('users.removed_at as seller_removed_at').where('listings.id', '=', id).where('listings.removed_at', '>=', since).executeTakeFirst();

/** Brings a listing back; how many changed. Throws 409 when its phone has another listing by now, or is reported lost. */
export const restoreListing = (db: Db, id: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const state = await lockPhoneOf(tx, id);
    const isSold = await tx.selectFrom('listings').select('id').where('id', '=', id).where('sold_at', 'is not', null).executeTakeFirst();
    if (!isSold) requireFree(state);
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

const WITH_SELLER = 'seller_removed' satisfies RemovalReason;

/** Brings back what left the shop with its seller, but for phones that have another listing by now or are reported lost: those stay removed. */
export const restoreListingsOf = async (tx: Db, sellerId: string, now: number): Promise<void> => {
  const left = await tx.selectFrom('listings').select('imei_hash').where('seller_id', '=', sellerId).where('removed_reason', '=', WITH_SELLER).execute();
  await lockKnownPhones(
    tx,
    left.flatMap(({ imei_hash }) => imei_hash ?? []),
  );
  await tx
    .updateTable('listings')
    .set({ removed_at: null, removed_reason: null })
    .where('seller_id', '=', sellerId)
    .where('removed_reason', '=', WITH_SELLER)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('listings as other')
            .select('other.id')
            .whereRef('other.imei_hash', '=', 'listings.imei_hash')
            .where('other.sold_at', 'is', null)
            .where((of) =>
              of.or([
                of('other.removed_at', 'is', null),
                // Of one phone that was listed twice only the later listing comes back.
                of.and([of('other.seller_id', '=', sellerId), of('other.removed_reason', '=', WITH_SELLER), of('other.id', '>', of.ref('listings.id'))]),
              ]),
            ),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lost_phones')
            .select('lost_phones.id')
            .whereRef('lost_phones.imei_hash', '=', 'listings.imei_hash')
            .where('lost_phones.state', '=', 'accepted'),
        ),
      ),
    )
    .execute();
  await noteSeller(tx, sellerId, now);
};

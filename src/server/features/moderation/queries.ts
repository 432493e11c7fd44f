import type { RemovalReason } from '#contract/moderation.ts';
import { noteListing, noteSeller } from '../../db/changes.ts';
import type { RemovedSpan } from '../../db/paging.ts';
import { lockKnownPhones } from '../../db/phones.ts';
import { SUSPENDED } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { type Deed, writeAudit } from '../audit/index.ts';
import { lockPhoneOf, requireFree } from '../imei/index.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';
import {
  notify,
  ownListingOfAnothersPhotos,
  ownListingRemoved,
  ownListingRemovedFor,
  ownListingRestored,
  ownListingReview,
  type Words,
} from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { endUnpaidOrders } from '../payments/index.ts';
import { endDecisions } from './decision-queries.ts';
import { closeReports } from './report-queries.ts';
import { bringBack } from './restore-queries.ts';
import { endOrdersOfSuspended } from './suspension-queries.ts';

const WITH_SELLER = 'seller_removed' satisfies RemovalReason;

/** `decisionId`: of the decision that says why, in words that its seller is told with it. */
type Removal = { reason: RemovalReason; by: Actor; now: number; decisionId?: string; input?: string };

/** `sold`: a sold listing, too. `aside`: one that is on hold or whose seller is suspended, too. */
type Reach = { sold?: boolean; aside?: boolean };

const afterRemoval = async (
  tx: Db,
  listingIds: string[],
  { by, now, decisionId = null }: Omit<Removal, 'reason' | 'decisionId'> & { decisionId?: string | null },
): Promise<void> => {
  for (const id of listingIds) {
    await endUnpaidOrders(tx, id, { reason: 'listing_removed', by, now });
    await closeReports(tx, id, { decisionId, now });
  }
};

/** Tells a listing's seller what became of it. */
const notifySeller = async (tx: Db, listingId: string, toWords: (listing: { model_name: string }) => Words, now: number): Promise<void> => {
  const { seller_id, email, model_name } = await tx
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.seller_id', 'listings.model_name', 'users.email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();
  await notify(tx, [{ recipient: { userId: seller_id, email }, words: toWords({ model_name }) }], now);
};

/** What a seller hears; by default that it was reported. */
const NOTIFIED: Partial<Record<RemovalReason, typeof ownListingRemoved>> = { reported_lost: ownListingReview, seen_photos: ownListingOfAnothersPhotos };

const removed = (id: string, { reason, by, now, input }: Removal): Deed => ({
  act: 'listing_removed',
  subject: { kind: 'listing', id },
  before: { removed: false },
  after: { removed: true, why: reason, ...(input !== undefined && { reason: input }) },
  by,
  now,
});

const restored = (id: string, now: number, reason?: string): Deed => ({
  act: 'listing_restored',
  subject: { kind: 'listing', id },
  before: { removed: true },
  after: { removed: false, ...(reason !== undefined && { reason }) },
  now,
});

const REMOVED_STATE = { advertised_at: null, reported_at: null, reserved_by: null, reserved_until: null };

const wordsOf = ({ reason, input }: Removal) => {
  if (input !== undefined) return (listing: { model_name: string }) => ownListingRemovedFor(listing, input);
  return NOTIFIED[reason] ?? ownListingRemoved;
};

/** Takes a listing off the shop: no advertisement, no open report, no unpaid order stays. How many changed. Call it inside a transaction. */
export const takeOff = async (tx: Db, id: string, removal: Removal, { sold = false, aside = false }: Reach = {}): Promise<number> => {
  const { reason, now } = removal;
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ ...REMOVED_STATE, removed_at: now, removed_reason: reason })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('removed_at', 'is', null), ...(aside ? [eb('removed_reason', 'in', SUSPENDED)] : [])]))
    .$if(!sold, (query) => query.where('sold_at', 'is', null))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await writeAudit(tx, removed(id, removal));
    await afterRemoval(tx, [id], removal);
    await noteListing(tx, id, now);
    // Who takes their own listing off needs no word of it.
    if (reason !== 'by_seller') await notifySeller(tx, id, wordsOf(removal), now);
  }
  return Number(numUpdatedRows);
};

/** The same in a transaction of its own. */
export const removeListing = (db: Db, id: string, removal: Removal, reach?: Reach): Promise<number> =>
  db.transaction().execute((tx) => takeOff(tx, id, removal, reach));

/** Takes what a removed seller has on sale off the shop; sold listings stay, for their buyers' sake. */
export const removeListingsOf = async (tx: Db, sellerId: string, { by, now }: Pick<Removal, 'by' | 'now'>): Promise<void> => {
  const gone = await tx
    .updateTable('listings')
    .set({ ...REMOVED_STATE, removed_at: now, removed_reason: WITH_SELLER })
    .where('seller_id', '=', sellerId)
    .where('removed_at', 'is', null)
    .where('sold_at', 'is', null)
    .returning('id')
    .execute();
  await writeAudit(
    tx,
    gone.map(({ id }) => removed(id, { reason: WITH_SELLER, by, now })),
  );
  await afterRemoval(
    tx,
    gone.map((row) => row.id),
    { by, now },
  );
  await endOrdersOfSuspended(tx, sellerId, { by, now });
  await noteSeller(tx, sellerId, now);
};

/** One row more than the page, when there are more. */
export const findRemovedListings = (db: Db, { since, limit, after }: RemovedSpan): Promise<FullListingRow[]> =>
  selectListings(db)
    .where('listings.removed_at', '>=', since)
    .where('users.erased_at', 'is', null)
    .where('listings.removed_reason', 'not in', SUSPENDED)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('listings.removed_at', 'listings.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('listings.removed_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findRemovedListing = (db: Db, id: string, since: number) =>
  selectListings(db)
    .select(['users.removed_at as seller_removed_at', 'users.suspended_at as seller_suspended_at'])
    .where('listings.id', '=', id)
    .where('listings.removed_at', '>=', since)
    .where('listings.removed_reason', 'not in', SUSPENDED)
    .executeTakeFirst();

/** Brings a listing back; how many changed. Throws 409 when its phone has another listing by now, or is reported lost. Call it inside a transaction. */
export const putBack = async (tx: Db, id: string, { reason, now }: { reason?: string; now: number }): Promise<number> => {
  const state = await lockPhoneOf(tx, id);
  const isSold = await tx.selectFrom('listings').select('id').where('id', '=', id).where('sold_at', 'is not', null).executeTakeFirst();
  if (!isSold) requireFree(state);
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ removed_at: null, removed_reason: null })
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .where('removed_reason', 'not in', SUSPENDED)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await noteListing(tx, id, now);
    await writeAudit(tx, restored(id, now, reason));
    await notifySeller(tx, id, ownListingRestored, now);
  }
  return Number(numUpdatedRows);
};

/** The same in a transaction of its own; the decision that had removed it is undone with it. */
export const restoreListing = (db: Db, id: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const back = await putBack(tx, id, { now });
    if (back > 0) await endDecisions(tx, id, 'removal', { reason: 'The listing was brought back.', now });
    return back;
  });

/** Brings back what left the shop with its seller, but for phones that have another listing by now or are reported lost: those stay removed. */
export const restoreListingsOf = async (tx: Db, sellerId: string, now: number): Promise<void> => {
  const left = await tx.selectFrom('listings').select('imei_hash').where('seller_id', '=', sellerId).where('removed_reason', '=', WITH_SELLER).execute();
  await lockKnownPhones(
    tx,
    left.flatMap(({ imei_hash }) => imei_hash ?? []),
  );
  const back = await bringBack(tx, sellerId, WITH_SELLER);
  await writeAudit(
    tx,
    back.map(({ id }) => restored(id, now)),
  );
  await noteSeller(tx, sellerId, now);
};

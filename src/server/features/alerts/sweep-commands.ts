import { deleteQueuedAlerts, findQueuedAlerts, queueAlerts } from '../../db/alert-queue.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { workThrough } from '../../work-through.ts';
import { notifyFollowers } from '../saved/index.ts';
import { findListingIdsOf } from './queries.ts';

/** How many changes a sweep handles. */
const BATCH = 50;

/**
 * Alerts people about listings that changed. A change leaves the queue once everybody was alerted; a sweep that is interrupted is repeated, and alerts
 * nobody twice. Returns how many listings it handled.
 */
export async function sweepAlerts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const queued = await findQueuedAlerts(db, BATCH);
  const sellers = queued.flatMap(({ id, seller_id }) => (seller_id === null ? [] : { id, sellerId: seller_id }));
  for (const { id, sellerId } of sellers) await db.transaction().execute((tx) => queueListings(tx, id, sellerId));
  const rows = Map.groupBy(
    queued.filter(({ listing_id }) => listing_id !== null),
    ({ listing_id }) => listing_id ?? '',
  );
  return workThrough(rows, async ([listingId, changes]) => {
    await notifyFollowers(db, listingId, clock.now());
    await deleteQueuedAlerts(
      db,
      changes.map(({ id }) => id),
    );
    return true;
  });
}

/** Puts each of a seller's listings in place of the seller. */
async function queueListings(tx: Db, id: string, sellerId: string): Promise<void> {
  const listings = await findListingIdsOf(tx, sellerId);
  for (let at = 0; at < listings.length; at += BATCH)
    await queueAlerts(
      tx,
      listings.slice(at, at + BATCH).map((listingId) => ({ listing_id: listingId, seller_id: null })),
    );
  await deleteQueuedAlerts(tx, [id]);
}

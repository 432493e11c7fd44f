import { monthAt } from '#contract/shared/updates.ts';
import { deleteQueuedAlerts, findQueuedAlerts, queueAlerts } from '../../db/alert-queue.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { workThrough } from '../../work-through.ts';
import { notify } from '../notifications/index.ts';
import { notifyFollowers } from '../saved/index.ts';
import { openListing } from '../search/index.ts';
import {
  type DueSearch,
  deleteMatchesOf,
  findDueSearches,
  findListedAt,
  findWaiting,
  insertMatches,
  markAlerted,
  scheduleAlerts,
  takeMatches,
  type WaitingSearch,
} from './match-queries.ts';
import { phonesFound } from './messages.ts';
import { findListingIdsOf } from './queries.ts';
import { dueAt } from './rules.ts';
import { createSavedSearches, type SavedSearches } from './searches.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'unsubscribeLinks'>;

/** How many changes, and alerts, a sweep handles. */
const BATCH = 50;
const SEARCHES_AT_ONCE = 500;

/**
 * Alerts people about listings that changed. A change leaves the queue once everybody was alerted; a sweep that is interrupted is repeated, and alerts
 * nobody twice. Its `run` returns how many listings it handled.
 */
export function createAlerting(services: Needs, searches: SavedSearches = createSavedSearches(services.db)) {
  return {
    async run(): Promise<number> {
      const handled = await sweepQueue(services, searches);
      await sweepDue(services);
      return handled;
    },
  };
}

async function sweepQueue(services: Needs, searches: SavedSearches): Promise<number> {
  const { db } = services;
  const queued = await findQueuedAlerts(db, BATCH);
  const sellers = queued.flatMap(({ id, seller_id }) => (seller_id === null ? [] : { id, sellerId: seller_id }));
  for (const { id, sellerId } of sellers) await db.transaction().execute((tx) => queueListings(tx, id, sellerId));
  const rows = Map.groupBy(
    queued.filter(({ listing_id }) => listing_id !== null),
    ({ listing_id }) => listing_id ?? '',
  );
  return workThrough(rows, async ([listingId, changes]) => {
    await notifyFollowers(services, listingId);
    await matchSearches(services, searches, listingId);
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

/** Schedules the alerts of the saved searches that a listing matches: of each search once. */
async function matchSearches({ db, clock }: Needs, searches: SavedSearches, listingId: string): Promise<void> {
  const listed = await findListedAt(db, listingId);
  if (!listed) return;
  if (listed.sold_at !== null) return deleteMatchesOf(db, listingId);
  const listing = await openListing(db, listingId);
  if (!listing) return;
  const now = clock.now();
  const ids = (await searches.open()).match(listing, monthAt(now));
  for (let at = 0; at < ids.length; at += SEARCHES_AT_ONCE) {
    const waiting = await findWaiting(db, ids.slice(at, at + SEARCHES_AT_ONCE), listed);
    if (waiting.length > 0) await db.transaction().execute((tx) => record(tx, waiting, { listingId, now }));
  }
}

async function record(tx: Db, waiting: WaitingSearch[], { listingId, now }: { listingId: string; now: number }): Promise<void> {
  const added = await insertMatches(tx, waiting, listingId, now);
  for (const [frequency, searches] of Map.groupBy(added, (search) => search.frequency)) {
    const due = dueAt(frequency, now);
    const ids = searches.map(({ id }) => id);
    if (due !== null) await scheduleAlerts(tx, ids, due);
  }
}

/** Alerts people of the phones that match their searches, as often as they want. */
async function sweepDue({ db, clock, unsubscribeLinks }: Needs): Promise<void> {
  const due = await findDueSearches(db, clock.now(), BATCH);
  await workThrough(due, (search) => db.transaction().execute((tx) => alert(tx, search, unsubscribeLinks, clock.now())));
}

async function alert(tx: Db, search: DueSearch, links: Needs['unsubscribeLinks'], now: number): Promise<boolean> {
  if (!(await markAlerted(tx, search))) return false;
  const [first, ...others] = await takeMatches(tx, search.id, now);
  if (!first) return false;
  const words = phonesFound(search, [first, ...others]);
  const recipient = { userId: search.user_id, email: search.email };
  await notify(tx, [{ recipient, words, unsubscribe: links.pathTo({ kind: 'search', id: search.id }) }], now);
  return true;
}

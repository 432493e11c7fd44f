import { monthAt } from '#contract/shared/updates.ts';
import { deleteQueuedAlerts, findQueuedAlerts, queueAlerts } from '../../db/alert-queue.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { inBatches, workThrough, workThroughParts } from '../../work-through.ts';
import { notify } from '../notifications/index.ts';
import { notifyFollowers } from '../saved/index.ts';
import { openListing } from '../search/index.ts';
import {
  type DueSearch,
  deleteMatches,
  deleteMatchesOf,
  deleteUnseen,
  findDueSearches,
  findFound,
  findListedAt,
  findUnseenOf,
  findWaiting,
  insertMatches,
  markAlerted,
  scheduleAlerts,
  type Taking,
  takeMatches,
  type WaitingSearch,
} from './match-queries.ts';
import { phonesFound } from './messages.ts';
import { findListingsOf } from './queries.ts';
import { dueAt } from './rules.ts';
import { createSavedSearches, type SavedSearches } from './searches.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'unsubscribeLinks'>;

/** How many changes, and alerts, are looked up at a time. */
const BATCH = 50;
const SEARCHES_AT_ONCE = 100;
const MATCHES_AT_ONCE = 200;

/**
 * Alerts people about listings that changed. A change leaves the queue once everybody was alerted; a sweep that is interrupted is repeated, and alerts
 * nobody twice. Its `run` returns how many changes it handled.
 */
export function createAlerting(services: Needs, searches: SavedSearches = createSavedSearches(services.db)) {
  let isStopped = false;
  return {
    async run(): Promise<number> {
      let handled = 0;
      const sweepChanges = async (limit: number): Promise<number> => {
        const found = isStopped ? 0 : await sweepQueue(services, searches, limit);
        handled += found;
        return found;
      };
      const sweepAlerts = async (limit: number): Promise<number> => (isStopped ? 0 : sweepDue(services, limit));
      await workThroughParts([sweepChanges, sweepAlerts].map((sweep) => () => inBatches(BATCH, sweep)));
      return handled;
    },
    /** Ends a run early. */
    stop(): void {
      isStopped = true;
    },
  };
}

/** Returns how many rows of the queue it handled. */
async function sweepQueue(services: Needs, searches: SavedSearches, limit: number): Promise<number> {
  const { db } = services;
  const queued = await findQueuedAlerts(db, limit);
  for (const { id, seller_id } of queued) if (seller_id !== null) await queueListings(db, id, seller_id);
  const rows = Map.groupBy(
    queued.filter(({ listing_id }) => listing_id !== null),
    ({ listing_id }) => listing_id ?? '',
  );
  await workThrough(rows, async ([listingId, changes]) => {
    await notifyFollowers(services, listingId);
    await matchSearches(services, searches, listingId);
    await deleteQueuedAlerts(
      db,
      changes.map(({ id }) => id),
    );
    return true;
  });
  return queued.length;
}

/** Puts each of a seller's listings in place of the seller. When interrupted it begins again: listings may be queued twice. */
async function queueListings(db: Db, id: string, sellerId: string): Promise<void> {
  let after = { created_at: 0, id: '' };
  await inBatches(BATCH, async (limit) => {
    const listings = await findListingsOf(db, sellerId, { after, limit });
    await queueAlerts(
      db,
      listings.map((listing) => ({ listing_id: listing.id, seller_id: null })),
    );
    after = listings.at(-1) ?? after;
    return listings.length;
  });
  await deleteQueuedAlerts(db, [id]);
}

/** Schedules the alerts of the saved searches that a listing matches: of each search once. */
async function matchSearches({ db, clock }: Needs, searches: SavedSearches, listingId: string): Promise<void> {
  const listed = await findListedAt(db, listingId);
  if (!listed) return;
  if (listed.sold_at !== null) return inBatches(MATCHES_AT_ONCE, (limit) => deleteMatchesOf(db, listingId, limit));
  const listing = await openListing(db, listingId);
  if (!listing) return;
  const now = clock.now();
  const ids = (await searches.open()).match(listing, monthAt(now));
  await forgetUnmatched(db, listingId, new Set(ids));
  for (let at = 0; at < ids.length; at += SEARCHES_AT_ONCE) {
    await nextTurn();
    const waiting = await findWaiting(db, ids.slice(at, at + SEARCHES_AT_ONCE), listed);
    if (waiting.length > 0) await db.transaction().execute((tx) => record(tx, waiting, { listingId, now }));
  }
}

/** A listing that changed may no longer match what it is to be named for. */
async function forgetUnmatched(db: Db, listingId: string, matched: ReadonlySet<string>): Promise<void> {
  let after = '';
  await inBatches(SEARCHES_AT_ONCE, async (limit) => {
    const unseen = await findUnseenOf(db, listingId, { after, limit });
    await deleteUnseen(
      db,
      listingId,
      unseen.filter((id) => !matched.has(id)),
    );
    after = unseen.at(-1) ?? after;
    return unseen.length;
  });
}

async function record(tx: Db, waiting: WaitingSearch[], { listingId, now }: { listingId: string; now: number }): Promise<void> {
  for (const [frequency, searches] of Map.groupBy(waiting, (search) => search.frequency)) {
    const due = dueAt(frequency, now);
    const ids = searches.map(({ id }) => id);
    if (due !== null) await insertMatches(tx, await scheduleAlerts(tx, ids, due), listingId, now);
  }
}

/** Alerts people of the phones that match their searches, as often as they want. Returns how many searches it looked at. */
async function sweepDue(services: Needs, limit: number): Promise<number> {
  const due = await findDueSearches(services.db, services.clock.now(), limit);
  await workThrough(due, (search) => alertOf(services, search));
  return due.length;
}

async function alertOf({ db, clock, unsubscribeLinks }: Needs, search: DueSearch): Promise<boolean> {
  const now = clock.now();
  const taken = await db.transaction().execute((tx) => alert(tx, search, unsubscribeLinks, now));
  // Nobody reads hundreds: the others count as seen, except those that the next alert is for.
  if (taken === MATCHES_AT_ONCE)
    await inBatches(MATCHES_AT_ONCE, async (limit) => (await db.transaction().execute((tx) => takeFound(tx, search.id, { now, until: now, limit }))).taken);
  return taken > 0;
}

/** Returns how many matches it took, none if another process was faster. */
async function alert(tx: Db, search: DueSearch, links: Needs['unsubscribeLinks'], now: number): Promise<number> {
  if (!(await markAlerted(tx, search))) return 0;
  const { taken, found } = await takeFound(tx, search.id, { now, until: null, limit: MATCHES_AT_ONCE });
  const [first, ...others] = found;
  if (!first) return taken;
  const words = phonesFound(search, [first, ...others]);
  const recipient = { userId: search.user_id, email: search.email };
  await notify(tx, [{ recipient, words, unsubscribe: links.pathTo({ kind: 'search', id: search.id }) }], now);
  return taken;
}

/** Takes some of a search's matches: how many, and those still on sale. Phones that are paused or hidden now are to match anew when they come back. */
async function takeFound(tx: Db, searchId: string, taking: Taking) {
  const taken = await takeMatches(tx, searchId, taking);
  const found = taken.length === 0 ? [] : await findFound(tx, taken);
  const onSale = new Set(found.map(({ id }) => id));
  await deleteMatches(
    tx,
    searchId,
    taken.filter((id) => !onSale.has(id)),
  );
  return { taken: taken.length, found };
}

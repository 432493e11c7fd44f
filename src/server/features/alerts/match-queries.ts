import type { AlertFrequency } from '#contract/shared/saved-searches.ts';
import type { Db } from '../../db/tables.ts';

export type MatchedListing = { id: string; seller_id: string; created_at: number };
export type WaitingSearch = { id: string; frequency: AlertFrequency };
/** `until`: only matches noted until then; null: all, whatever the clock of the process that noted them said. */
export type Taking = { now: number; until: number | null; limit: number };
export type DueSearch = Awaited<ReturnType<typeof findDueSearches>>[number];

export function findListedAt(db: Db, id: string): Promise<(MatchedListing & { sold_at: number | null }) | undefined> {
  return db.selectFrom('listings').select(['id', 'seller_id', 'created_at', 'sold_at']).where('id', '=', id).executeTakeFirst();
}

/** Those of these searches that are turned on, were saved before the phone was listed, aren't its seller's, and didn't match it before. */
export async function findWaiting(db: Db, ids: string[], { id, seller_id, created_at }: MatchedListing): Promise<WaitingSearch[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['id', 'frequency'])
    .where('id', 'in', ids)
    .where('frequency', '!=', 'off')
    .where('user_id', '!=', seller_id)
    .where('created_at', '<=', created_at)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('search_matches').select('search_id').whereRef('search_matches.search_id', '=', 'saved_searches.id').where('listing_id', '=', id))),
    )
    .execute();
  // Only ever written with the contract's values.
  return rows.map(({ id, frequency }) => ({ id, frequency: frequency as AlertFrequency }));
}

/** Records that a listing matches these searches. */
export async function insertMatches(tx: Db, searchIds: string[], listingId: string, now: number): Promise<void> {
  if (searchIds.length === 0) return;
  await tx
    .insertInto('search_matches')
    .values(searchIds.map((search_id) => ({ search_id, listing_id: listingId, created_at: now, notified_at: null })))
    .onConflict((conflict) => conflict.columns(['search_id', 'listing_id']).doNothing())
    .execute();
}

/**
 * Schedules the alerts of searches that have none scheduled and still want some; returns those that do, locked until the transaction ends: one that
 * somebody deletes at the same moment is gone by then.
 */
export async function scheduleAlerts(tx: Db, ids: string[], due: number): Promise<string[]> {
  const rows = await tx
    .updateTable('saved_searches')
    .set((eb) => ({ due_at: eb.fn.coalesce('due_at', eb.val(due)) }))
    .where('id', 'in', ids)
    .where('frequency', '!=', 'off')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Searches after an id, ordered by id, whose owners weren't alerted yet that a listing matches. */
export async function findUnseenOf(db: Db, listingId: string, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('search_matches')
    .select('search_id')
    .where('listing_id', '=', listingId)
    .where('notified_at', 'is', null)
    .where('search_id', '>', after)
    .orderBy('search_id')
    .limit(limit)
    .execute();
  return rows.map(({ search_id }) => search_id);
}

/** Forgets that a listing matched these searches, unless their owners were alerted. */
export async function deleteUnseen(db: Db, listingId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('search_matches').where('listing_id', '=', listingId).where('search_id', 'in', ids).where('notified_at', 'is', null).execute();
}

/** Forgets some of what a sold phone matched; returns how many. */
export async function deleteMatchesOf(db: Db, listingId: string, limit: number): Promise<number> {
  const some = db.selectFrom('search_matches').select('search_id').where('listing_id', '=', listingId).limit(limit);
  return Number((await db.deleteFrom('search_matches').where('listing_id', '=', listingId).where('search_id', 'in', some).executeTakeFirst()).numDeletedRows);
}

/** Searches whose alert is due, the longest first. */
export function findDueSearches(db: Db, now: number, limit: number) {
  return db
    .selectFrom('saved_searches')
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select(['saved_searches.id', 'saved_searches.user_id', 'saved_searches.title', 'saved_searches.path', 'saved_searches.due_at', 'users.email'])
    .where('saved_searches.due_at', '<=', now)
    .where('users.removed_at', 'is', null)
    .orderBy('saved_searches.due_at')
    .limit(limit)
    .execute();
}

/** Notes that an alert is sent, unless another process did. */
export async function markAlerted(tx: Db, { id, due_at }: Pick<DueSearch, 'id' | 'due_at'>): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('saved_searches').set({ due_at: null }).where('id', '=', id).where('due_at', '=', due_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks some of the phones that match a search and that its owner wasn't alerted of; returns their ids. */
export async function takeMatches(tx: Db, searchId: string, { now, until, limit }: Taking): Promise<string[]> {
  const unknown = tx
    .selectFrom('search_matches')
    .select('listing_id')
    .where('search_id', '=', searchId)
    .where('notified_at', 'is', null)
    .$if(until !== null, (query) => query.where('created_at', '<=', until ?? 0))
    .limit(limit);
  const taken = await tx
    .updateTable('search_matches')
    .set({ notified_at: now })
    .where('search_id', '=', searchId)
    .where('listing_id', 'in', unknown)
    .returning('listing_id')
    .execute();
  return taken.map(({ listing_id }) => listing_id);
}

/** Forgets that these phones match a search: each matches anew once it is on sale again. */
export async function deleteMatches(tx: Db, searchId: string, listingIds: string[]): Promise<void> {
  if (listingIds.length > 0) await tx.deleteFrom('search_matches').where('search_id', '=', searchId).where('listing_id', 'in', listingIds).execute();
}

/** Those of these phones that are still on sale, newest first. */
export function findFound(tx: Db, ids: string[]) {
  return tx
    .selectFrom('listings')
    .select(['id', 'model_name', 'price_cents'])
    .where('id', 'in', ids)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { AlertFrequency } from '#contract/shared/saved-searches.ts';
import type { SavedSearchesTable } from '../../db/tables/alerts.ts';
import type { Db } from '../../db/tables.ts';
import { toOwnWantedAd } from './wanted/view.ts';

type Listed = { created_at: number; id: string };

/** A seller's listings that aren't sold, oldest first, after the given one. */
export function findListingsOf(db: Db, sellerId: string, { after, limit }: { after: Listed; limit: number }): Promise<Listed[]> {
  return db
    .selectFrom('listings')
    .select(['created_at', 'id'])
    .where('seller_id', '=', sellerId)
    .where('sold_at', 'is', null)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.created_at, after.id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

type StoredSearch = Omit<SavedSearch, 'canBeAd'> & { criteria: string };

/** The searches that a person saved, most recent first. */
export async function findSavedSearches(db: Db, userId: string, now: number): Promise<StoredSearch[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['id', 'title', 'path', 'criteria', 'frequency', 'created_at', 'wanted_phone', 'wanted_cents', 'wanted_until', 'wanted_removed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, title, path, criteria, frequency, created_at, ...ad }) => ({
    ...{ _id: id, title, path, criteria, savedAt: toIso(created_at), wanted: toOwnWantedAd(ad, now) },
    // Only ever written with the contract's values.
    frequency: frequency as AlertFrequency,
  }));
}

export function findSavedSearch(db: Db, id: string) {
  return db.selectFrom('saved_searches').select(['id', 'user_id', 'frequency', 'title']).where('id', '=', id).executeTakeFirst();
}

export type NewSearch = Pick<SavedSearchesTable, 'user_id' | 'path' | 'title' | 'criteria' | 'frequency' | 'created_at'>;

/** Returns the new search's id; null when it is saved already. */
export async function insertSavedSearch(tx: Db, search: NewSearch): Promise<string | null> {
  const removed = tx.selectFrom('removed_wanted_ads').select('removed_at').where('user_id', '=', search.user_id).where('path', '=', search.path);
  const row = await tx
    .insertInto('saved_searches')
    .values({ id: uuid(), due_at: null, changed_at: momentOfChange(search.created_at), wanted_removed_at: removed, ...search })
    .onConflict((conflict) => conflict.columns(['user_id', 'path']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Never before the latest change: after the clock was set back, whoever follows the changes would miss it. */
export function momentOfChange(now: number) {
  const latest = sql`(select coalesce(max(changed_at), 0) from saved_searches)`;
  return sql<number>`case when cast(${now} as bigint) > ${latest} then cast(${now} as bigint) else ${latest} end`;
}

/** Sets how often a search alerts, and when next if phones match it already; returns whether that was a change. */
export async function setFrequency(tx: Db, id: string, { frequency, due }: { frequency: AlertFrequency; due: number | null }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_searches')
    .set((eb) => ({ frequency, due_at: due === null ? null : eb.case().when('due_at', 'is', null).then(null).else(due).end() }))
    .where('id', '=', id)
    .where('frequency', '!=', frequency)
    .executeTakeFirst();
  // After the search itself, like an alert of it, or the two could deadlock.
  if (due === null) await tx.deleteFrom('search_matches').where('search_id', '=', id).where('notified_at', 'is', null).execute();
  return numUpdatedRows > 0n;
}

/** Deletes a search. Its wanted ad isn't forgotten if an admin removed it: saved again, the search can't be posted. */
export async function deleteSavedSearch(tx: Db, id: string): Promise<number> {
  await tx
    .insertInto('removed_wanted_ads')
    .columns(['user_id', 'path', 'removed_at'])
    .expression((eb) =>
      eb
        .selectFrom('saved_searches')
        .select(['user_id', 'path'])
        .select((search) => search.ref('wanted_removed_at').$notNull().as('removed_at'))
        .where('id', '=', id)
        .where('wanted_removed_at', 'is not', null),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'path']).doNothing())
    .execute();
  return Number((await tx.deleteFrom('saved_searches').where('id', '=', id).executeTakeFirst()).numDeletedRows);
}

export type CriteriaRow = Pick<Selectable<SavedSearchesTable>, 'id' | 'criteria' | 'changed_at' | 'wanted_cents' | 'wanted_until'>;

/** What saved searches and their wanted ads demand, in the order in which they changed, after the given one. */
export function findCriteria(db: Db, after: Pick<CriteriaRow, 'changed_at' | 'id'>, limit: number): Promise<CriteriaRow[]> {
  return db
    .selectFrom('saved_searches')
    .select(['id', 'criteria', 'changed_at', 'wanted_cents', 'wanted_until'])
    .where((eb) => eb(eb.refTuple('changed_at', 'id'), '>', eb.tuple(after.changed_at, after.id)))
    .orderBy('changed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

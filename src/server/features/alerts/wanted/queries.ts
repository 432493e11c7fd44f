import { type ExpressionBuilder, sql } from 'kysely';
import type { WantedPhone } from '#contract/alerts/wanted.ts';
import { type Cursor, type PageOf, readPage } from '../../../db/paging.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { isWithinADay } from '../../../db/within-a-day.ts';
import { momentOfChange } from '../queries.ts';
import { RANK_MS } from './rules.ts';
import type { AdRow } from './view.ts';

/** The most ads that one question looks at. */
export const MOST_MET = 500;

const AD = ['saved_searches.id', 'wanted_phone', 'wanted_cents', 'wanted_until', 'wanted_at'] as const;

/** A search that somebody saved; undefined for another's. */
export function findOwnSearch(db: Db, id: string, userId: string) {
  return db
    .selectFrom('saved_searches')
    .select(['id', 'path', 'criteria', 'wanted_removed_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** How many wanted ads a person has open, besides this one. */
export async function countOpenAds(tx: Db, userId: string, { besides, now }: { besides: string; now: number }): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_searches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('id', '!=', besides)
    .where('wanted_until', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes a search a wanted ad, or changes it, unless it was removed; returns whether it did. */
export async function updateAd(
  tx: Db,
  id: string,
  { phone, cents, until, now }: { phone: WantedPhone; cents: number; until: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_searches')
    .set({
      wanted_phone: JSON.stringify(phone),
      wanted_cents: cents,
      wanted_until: until,
      wanted_at: sql<number>`case when wanted_until > ${now} or wanted_at > ${now - RANK_MS} then wanted_at else cast(${now} as bigint) end`,
      changed_at: momentOfChange(now),
    })
    .where('id', '=', id)
    .where('wanted_removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a wanted ad, which an admin may have `removed`; returns how many were open. */
export async function endAd(tx: Db, id: string, now: number, removed = false): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_searches')
    .set({ wanted_until: now, changed_at: momentOfChange(now), ...(removed && { wanted_removed_at: now }) })
    .where('id', '=', id)
    .where('wanted_until', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Locks a search until the transaction ends: whoever deletes it at the same moment has done so by then, or waits and deletes what belongs to it. */
export async function lockSearch(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('saved_searches')
    .set((eb) => ({ changed_at: eb.ref('changed_at') }))
    .where('id', '=', id)
    .execute();
}

/** A wanted ad with the person who posted it, unless it has ended. */
export function findOpenAd(db: Db, id: string, now: number) {
  return selectOpenAds(db, now).select('users.email').where('saved_searches.id', '=', id).executeTakeFirst();
}

/** Open ads, of people who are here and not suspended. */
function selectOpenAds(db: Db, now: number) {
  return db
    .selectFrom('saved_searches')
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select([...AD, 'saved_searches.user_id'])
    .where('wanted_until', '>', now)
    .where('users.removed_at', 'is', null)
    .where('users.suspended_at', 'is', null);
}

/** Open ads, newest first. */
export function findOpenAds(db: Db, now: number, page: { limit: number; after: Cursor | null }): Promise<PageOf<AdRow>> {
  return readPage(selectOpenAds(db, now), { key: 'wanted_at', id: 'saved_searches.id' }, { ...page, toItem: (row) => row });
}

/** Those of these ads that are open and that a seller can answer: not their own, nor of somebody who blocked them or whom they blocked. */
export function findAnswerable(db: Db, ids: string[], { sellerId, now }: { sellerId: string; now: number }) {
  return selectOpenAds(db, now)
    .where('saved_searches.id', 'in', ids.slice(0, MOST_MET))
    .where('saved_searches.user_id', '!=', sellerId)
    .where(isUnblocked(sellerId))
    .execute();
}

/** Those of these searches that weren't deleted. */
export async function findStored(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('saved_searches').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

const isUnblocked = (sellerId: string) => (eb: ExpressionBuilder<Tables, 'saved_searches'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('conversation_blocks')
        .select('blocker_id')
        .where((block) =>
          block.or([
            block.and([block('blocker_id', '=', sellerId), block('blocked_id', '=', block.ref('saved_searches.user_id'))]),
            block.and([block('blocked_id', '=', sellerId), block('blocker_id', '=', block.ref('saved_searches.user_id'))]),
          ]),
        ),
    ),
  );

export async function findAnswered(db: Db, listingId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('wanted_answers').select('search_id').where('listing_id', '=', listingId).execute();
  return new Set(rows.map(({ search_id }) => search_id));
}

/** How many answers a seller has given within a day, and when the first was. */
export async function countAnswers(db: Db, sellerId: string, now: number): Promise<{ count: number; oldest: number }> {
  const row = await db
    .selectFrom('wanted_answers')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('seller_id', '=', sellerId)
    .where(isWithinADay(now))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldest: Number(row.oldest ?? 0) };
}

/** Records an answer once, while the listing is on sale and costs no more than the ad's top price; returns whether it did. */
export async function insertAnswer(tx: Db, answer: { adId: string; listingId: string; sellerId: string; now: number }): Promise<boolean> {
  const { adId, listingId, sellerId, now } = answer;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('wanted_answers')
    .columns(['search_id', 'listing_id', 'seller_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('saved_searches')
        .innerJoin('listings', (join) => join.onTrue())
        .select(['saved_searches.id as search_id', 'listings.id as listing_id', 'listings.seller_id', sql<number>`cast(${now} as bigint)`.as('created_at')])
        .where('saved_searches.id', '=', adId)
        .where('wanted_until', '>', now)
        .where('listings.id', '=', listingId)
        .where('listings.seller_id', '=', sellerId)
        .where('listings.sold_at', 'is', null)
        .where('listings.removed_at', 'is', null)
        .whereRef('listings.price_cents', '<=', 'wanted_cents'),
    )
    .onConflict((conflict) => conflict.columns(['search_id', 'listing_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Notes that somebody knows of a phone, so that their saved search doesn't alert them of it. */
export async function markKnown(tx: Db, searchId: string, listingId: string, now: number): Promise<void> {
  await tx
    .insertInto('search_matches')
    .values({ search_id: searchId, listing_id: listingId, created_at: now, notified_at: now })
    .onConflict((conflict) => conflict.columns(['search_id', 'listing_id']).doUpdateSet({ notified_at: now }).where('search_matches.notified_at', 'is', null))
    .execute();
}

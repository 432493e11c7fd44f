import { MAX_DRAFTS } from '#contract/selling/drafts.ts';
import { days } from '#contract/shared/durations.ts';
import type { DraftsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';

export type DraftKey = { sellerId: string; id: string };
export type DraftRow = Pick<DraftsTable, 'id' | 'revision' | 'content' | 'saved_at'>;

/** How long a listing that is sent again is recognized. */
const REMEMBERED_MS = days(30);

/** A seller's unlisted drafts, last saved first. */
export function findDrafts(db: Db, sellerId: string): Promise<DraftRow[]> {
  return db
    .selectFrom('drafts')
    .select(['id', 'revision', 'content', 'saved_at'])
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is', null)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .limit(MAX_DRAFTS)
    .execute();
}

export function findDraft(db: Db, key: DraftKey): Promise<DraftRow | undefined> {
  return selectDraft(db, key).select(['id', 'revision', 'content', 'saved_at']).where('listing_id', 'is', null).executeTakeFirst();
}

function selectDraft(db: Db, { sellerId, id }: DraftKey) {
  return db.selectFrom('drafts').where('seller_id', '=', sellerId).where('id', '=', id);
}

/** A draft as stored, listed or not. */
export function findWrittenDraft(db: Db, key: DraftKey): Promise<Pick<DraftsTable, 'revision' | 'content' | 'saved_at' | 'listing_id'> | undefined> {
  return selectDraft(db, key).select(['revision', 'content', 'saved_at', 'listing_id']).executeTakeFirst();
}

/** The listing made from a draft; null if there is none. */
export async function findPublished(db: Db, key: DraftKey): Promise<string | null> {
  return (await selectDraft(db, key).select('listing_id').executeTakeFirst())?.listing_id ?? null;
}

/** How many unlisted drafts a seller has. */
export async function countDrafts(db: Db, sellerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertDraft(tx: Db, { sellerId, id, content, now }: DraftKey & { content: string; now: number }): Promise<void> {
  await tx.insertInto('drafts').values({ seller_id: sellerId, id, revision: 1, content, listing_id: null, created_at: now, saved_at: now }).execute();
}

/** Saves the next revision of a draft; returns false when it is at another revision by now, listed or gone. */
export async function updateDraft(
  tx: Db,
  { sellerId, id, revision, content, now }: DraftKey & { revision: number; content: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set({ content, revision: revision + 1, saved_at: now })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('listing_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an unlisted draft; returns what it contained. */
export function deleteDraft(tx: Db, { sellerId, id }: DraftKey): Promise<Pick<DraftsTable, 'content'> | undefined> {
  return tx.deleteFrom('drafts').where('seller_id', '=', sellerId).where('id', '=', id).where('listing_id', 'is', null).returning('content').executeTakeFirst();
}

/** Locks an unlisted draft for this transaction; returns what it contains. */
export function lockDraft(tx: Db, { sellerId, id }: DraftKey, now: number): Promise<Pick<DraftsTable, 'content'> | undefined> {
  return tx
    .updateTable('drafts')
    .set({ saved_at: now })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('listing_id', 'is', null)
    .returning('content')
    .executeTakeFirst();
}

/** Ends a draft, saved or not, within the transaction that lists its phone. Returns false when it was listed before: then nothing may be listed. */
export async function claimDraft(tx: Db, { sellerId, id }: DraftKey, listingId: string, now: number): Promise<boolean> {
  const claimed = await tx
    .insertInto('drafts')
    .values({ seller_id: sellerId, id, revision: 1, content: '{}', listing_id: listingId, created_at: now, saved_at: now })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'id']).doUpdateSet({ content: '{}', listing_id: listingId, saved_at: now }).where('drafts.listing_id', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Deletes a seller's drafts that were listed so long ago that their form won't be sent again. */
export async function forgetListedDrafts(tx: Db, sellerId: string, now: number): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is not', null)
    .where('saved_at', '<', now - REMEMBERED_MS)
    .execute();
}

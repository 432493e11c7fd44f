import { type DraftContent, MAX_DRAFTS } from '#contract/drafts.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import type { DraftsTable } from '../../db/tables/listings.ts';
import type { Db } from '../../db/tables.ts';
import { markImagesUsed } from '../images/index.ts';
import type { WhyNotSaved } from './rules.ts';

const DAY_MS = 86_400_000;
/** So long a listing that comes a second time is recognised. */
const REMEMBERED_MS = 30 * DAY_MS;

type Key = { sellerId: string; id: string };
export type DraftRow = Pick<DraftsTable, 'id' | 'revision' | 'content' | 'saved_at'>;

const ofSeller = (db: Db, { sellerId, id }: Key) => db.selectFrom('drafts').where('seller_id', '=', sellerId).where('id', '=', id);

export const findDrafts = (db: Db, sellerId: string): Promise<DraftRow[]> =>
  db
    .selectFrom('drafts')
    .select(['id', 'revision', 'content', 'saved_at'])
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is', null)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .limit(MAX_DRAFTS)
    .execute();

export const findDraft = (db: Db, key: Key): Promise<DraftRow | undefined> =>
  ofSeller(db, key).select(['id', 'revision', 'content', 'saved_at']).where('listing_id', 'is', null).executeTakeFirst();

export type Saving = Key & { revision: number; content: DraftContent; now: number };
export type Saved = { revision: number; savedAt: number } | WhyNotSaved;

/** What stands in the way of a draft that could not be written; the same content, sent a second time, is saved already. */
const reasonOf = async (tx: Db, key: Key, content: string): Promise<Saved> => {
  const there = await ofSeller(tx, key).select(['revision', 'content', 'saved_at', 'listing_id']).executeTakeFirst();
  if (!there) return 'missing';
  if (there.listing_id !== null) return 'listed';
  return there.content === content ? { revision: there.revision, savedAt: there.saved_at } : 'changed';
};

const insertDraft = async (tx: Db, { sellerId, id, now }: Saving, content: string): Promise<Saved> => {
  // A seller's drafts are counted one after the other.
  await tx
    .updateTable('users')
    .set((eb) => ({ removed_at: eb.ref('removed_at') }))
    .where('id', '=', sellerId)
    .execute();
  await tx
    .deleteFrom('drafts')
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is not', null)
    .where('saved_at', '<', now - REMEMBERED_MS)
    .execute();
  const there = await reasonOf(tx, { sellerId, id }, content);
  if (there !== 'missing') return there;
  const { count } = await tx
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_DRAFTS) return 'too_many';
  await tx.insertInto('drafts').values({ seller_id: sellerId, id, revision: 1, content, listing_id: null, created_at: now, saved_at: now }).execute();
  return { revision: 1, savedAt: now };
};

/** Saves a draft that is based on `revision` (0: a new one), and keeps its pictures from being swept. Answers its new revision, or what stands in the way. */
export const saveDraft = (db: Db, images: PicturePlace, saving: Saving): Promise<Saved> =>
  db.transaction().execute(async (tx) => {
    const { sellerId, id, revision, now } = saving;
    const content = JSON.stringify(saving.content);
    await markImagesUsed(tx, images, { addresses: saving.content.photos, now });
    if (revision === 0) return insertDraft(tx, saving, content);
    const written = await tx
      .updateTable('drafts')
      .set({ content, revision: revision + 1, saved_at: now })
      .where('seller_id', '=', sellerId)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('listing_id', 'is', null)
      .executeTakeFirst();
    return written.numUpdatedRows > 0n ? { revision: revision + 1, savedAt: now } : reasonOf(tx, { sellerId, id }, content);
  });

/** Answers how many were deleted: one, or none. */
export const deleteDraft = async (db: Db, { sellerId, id }: Key): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('drafts')
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('listing_id', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** The listing that was made of a draft, if one was. */
export const findPublished = async (db: Db, key: Key): Promise<string | null> =>
  (await ofSeller(db, key).select('listing_id').executeTakeFirst())?.listing_id ?? null;

/**
 * Ends a draft, saved or not, within the transaction that lists its phone. False when a listing was made of it before: then nothing may be listed.
 * `now`: epoch ms.
 */
export const claimDraft = async (tx: Db, { sellerId, id }: Key, listingId: string, now: number): Promise<boolean> => {
  const claimed = await tx
    .insertInto('drafts')
    .values({ seller_id: sellerId, id, revision: 1, content: '{}', listing_id: listingId, created_at: now, saved_at: now })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'id']).doUpdateSet({ content: '{}', listing_id: listingId, saved_at: now }).where('drafts.listing_id', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
};

import { type DraftContent, MAX_DRAFTS } from '#contract/selling/drafts.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../../db/tables.ts';
import { lockCaller } from '../../accounts/index.ts';
import { giveUpImagesLater, markImagesUsed } from '../../images/index.ts';
import { claimDraft, countDrafts, type DraftKey, deleteDraft, findWrittenDraft, forgetListedDrafts, insertDraft, lockDraft, updateDraft } from './queries.ts';
import { contentOf, type WhyNotSaved } from './rules.ts';

export type Saving = DraftKey & { revision: number; content: DraftContent; now: number };
export type Saved = { outcome: 'saved'; revision: number; savedAt: number } | { outcome: WhyNotSaved };

/** Saves a draft that is based on `revision` (0 for a new one), marks its photos as used, and gives up those that it no longer has. */
export function saveDraft(db: Db, images: PicturePlace, saving: Saving): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const content = JSON.stringify(saving.content);
    const before = saving.revision === 0 ? undefined : await findWrittenDraft(tx, saving);
    const saved = saving.revision === 0 ? await saveNewDraft(tx, saving, content) : await saveNextRevision(tx, saving, content);
    if (saved.outcome !== 'saved') return saved;
    const { sellerId, now } = saving;
    const { photos } = saving.content;
    await markImagesUsed(tx, images, { addresses: photos, now });
    const gone = before ? contentOf(before).photos.filter((address) => !photos.includes(address)) : [];
    await giveUpImagesLater(tx, images, { addresses: gone, by: sellerId, now });
    return saved;
  });
}

async function saveNextRevision(tx: Db, saving: Saving, content: string): Promise<Saved> {
  if (await updateDraft(tx, { ...saving, content })) return { outcome: 'saved', revision: saving.revision + 1, savedAt: saving.now };
  return whyNotSaved(tx, saving, content);
}

/** Deletes an unlisted draft, and gives up its photos; returns how many there were. */
export function discardDraft(db: Db, images: PicturePlace, { now, ...key }: DraftKey & { now: number }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const draft = await deleteDraft(tx, key);
    if (!draft) return 0;
    await giveUpImagesLater(tx, images, { addresses: contentOf(draft).photos, by: key.sellerId, now });
    return 1;
  });
}

/** Ends a draft within the transaction that lists its phone; returns its photos. `listed`: it was listed before, and nothing may be listed now. */
export async function takeDraft(
  tx: Db,
  key: DraftKey,
  { listingId, now }: { listingId: string; now: number },
): Promise<{ outcome: 'taken'; photos: string[] } | { outcome: 'listed' }> {
  const draft = await lockDraft(tx, key, now);
  if (!(await claimDraft(tx, key, listingId, now))) return { outcome: 'listed' };
  return { outcome: 'taken', photos: draft ? contentOf(draft).photos : [] };
}

async function saveNewDraft(tx: Db, { sellerId, id, now }: Saving, content: string): Promise<Saved> {
  // One seller's concurrent saves are counted one after the other.
  await lockCaller(tx, sellerId);
  await forgetListedDrafts(tx, sellerId, now);
  const there = await whyNotSaved(tx, { sellerId, id }, content);
  if (there.outcome !== 'missing') return there;
  if ((await countDrafts(tx, sellerId)) >= MAX_DRAFTS) return { outcome: 'too_many' };
  await insertDraft(tx, { sellerId, id, content, now });
  return { outcome: 'saved', revision: 1, savedAt: now };
}

/** Why a draft could not be saved. The same content sent again was saved the first time. */
async function whyNotSaved(tx: Db, key: DraftKey, content: string): Promise<Saved> {
  const there = await findWrittenDraft(tx, key);
  if (!there) return { outcome: 'missing' };
  if (there.listing_id !== null) return { outcome: 'listed' };
  return there.content === content ? { outcome: 'saved', revision: there.revision, savedAt: there.saved_at } : { outcome: 'changed' };
}

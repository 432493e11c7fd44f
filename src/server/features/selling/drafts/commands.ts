import { type DraftContent, MAX_DRAFTS } from '#contract/selling/drafts.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../../db/tables.ts';
import { lockCaller } from '../../accounts/index.ts';
import { markImagesUsed } from '../../images/index.ts';
import { countDrafts, type DraftKey, findWrittenDraft, forgetListedDrafts, insertDraft, updateDraft } from './queries.ts';
import type { WhyNotSaved } from './rules.ts';

export type Saving = DraftKey & { revision: number; content: DraftContent; now: number };
export type Saved = { outcome: 'saved'; revision: number; savedAt: number } | { outcome: WhyNotSaved };

/** Saves a draft that is based on `revision` (0 for a new one), and marks its photos as used. */
export function saveDraft(db: Db, images: PicturePlace, saving: Saving): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const content = JSON.stringify(saving.content);
    await markImagesUsed(tx, images, { addresses: saving.content.photos, now: saving.now });
    if (saving.revision === 0) return saveNewDraft(tx, saving, content);
    if (await updateDraft(tx, { ...saving, content })) return { outcome: 'saved', revision: saving.revision + 1, savedAt: saving.now };
    return whyNotSaved(tx, saving, content);
  });
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

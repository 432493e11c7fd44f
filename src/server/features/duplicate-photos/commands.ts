import { insertHashes } from '../../db/photo-hashes.ts';
import { assessLater } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import type { PerceptualHash } from '../../ports/image-store.ts';
import { writeSmallImage } from '../images/index.ts';
import { type Found, findShownSince, insertMatch, markCompared, type Pair, type WaitingPhoto, wasDismissed } from './queries.ts';

/** Stores a picture's perceptual hashes; null when it can't be read anymore. */
export function writeHashes(db: Db, id: string, perceptualHash: PerceptualHash | null, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await writeSmallImage(tx, id, perceptualHash?.small ?? null, now);
    if (perceptualHash) await insertHashes(tx, id, perceptualHash.hashes);
  });
}

/** Records a photo's matches, and that it was compared. Skips pairs of pictures that an admin dismissed. */
export function noteFound(db: Db, photo: WaitingPhoto, found: Found[], now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await markCompared(tx, photo, now);
    if (found.length === 0) return;
    const created_at = await findShownSince(tx, photo);
    const later = new Set<string>();
    for (const one of found) {
      const pair = inOrder({ ...photo, created_at }, one);
      if (await wasDismissed(tx, pair)) continue;
      await insertMatch(tx, pair, one, now);
      later.add(pair.listing_id);
    }
    // After all matches, like a decision about one, or the two could deadlock.
    for (const id of later) await assessLater(tx, id, now);
  });
}

function inOrder(photo: WaitingPhoto & { created_at: number }, found: Found): Pair {
  const isLater = photo.created_at > found.created_at || (photo.created_at === found.created_at && photo.listing_id > found.listing_id);
  const [later, earlier] = isLater ? [photo, found] : [found, photo];
  return { listing_id: later.listing_id, image_id: later.image_id, other_listing_id: earlier.listing_id, other_image_id: earlier.image_id };
}

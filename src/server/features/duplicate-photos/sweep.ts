import { readSetting, writeSetting } from '../../db/settings.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { workThrough, workThroughParts, workThroughService } from '../../work-through.ts';
import { noteFound, writeHashes } from './commands.ts';
import { findAlike } from './find-alike.ts';
import { findListingsAfter, notePhotos } from './listing-photo-queries.ts';
import { findUnhashed, findWaiting, type UnhashedImage } from './queries.ts';

/** The most that one run does; the next run, in any process, continues. */
const LISTINGS_AT_ONCE = 20;
const MOST_LISTINGS = 2000;
const PICTURES_AT_ONCE = 50;
const PHOTOS_AT_ONCE = 50;

/** The setting that stores the last listing whose photos were noted. */
const WALKED = 'photo_listings_walked';

type Needs = Pick<Services, 'db' | 'clock' | 'images'> & Partial<Pick<Services, 'localImages'>>;

/**
 * Runs the search for duplicate photos once: hashes older pictures and compares the photos of new listings with other sellers'. It can stop anywhere
 * and continue from there.
 */
export async function recognizePhotos(needs: Needs, onTrouble: (error: unknown) => void): Promise<void> {
  await workThroughParts([() => walkListings(needs), () => hashOld(needs, onTrouble), () => compareNew(needs)]);
}

/** Records the photos of listings created before photos were recorded. */
async function walkListings({ db, images }: Needs): Promise<void> {
  let after = (await readSetting(db, WALKED)) ?? '';
  for (let walked = 0; walked < MOST_LISTINGS; walked += LISTINGS_AT_ONCE) {
    const listings = await findListingsAfter(db, after, LISTINGS_AT_ONCE);
    const last = listings.at(-1);
    if (!last) return;
    after = last.id;
    await db.transaction().execute(async (tx) => {
      for (const { id, image, photos } of listings) await notePhotos(tx, id, images, { addresses: [image, ...(JSON.parse(photos) as string[])] });
      await writeSetting(tx, WALKED, last.id);
    });
    if (listings.length < LISTINGS_AT_ONCE) return;
    await nextTurn();
  }
}

/** Hashes older pictures. Unreadable ones are not tried again; what a store doesn't return is, by the next run. */
async function hashOld(needs: Needs, onTrouble: (error: unknown) => void): Promise<void> {
  const hash = async (picture: UnhashedImage): Promise<void> => {
    const perceptualHash = (await storeOf(needs, picture)?.hashPicture(picture)) ?? null;
    await writeHashes(needs.db, picture.id, perceptualHash, needs.clock.now());
  };
  await workThroughService(await findUnhashed(needs.db, PICTURES_AT_ONCE), hash, onTrouble);
}

/** The store of a picture; null if it is no longer configured. */
const storeOf = ({ images, localImages = images }: Needs, { store }: UnhashedImage) => [images, localImages].find(({ kind }) => kind === store) ?? null;

/** Compares the photos of new listings with other sellers'. */
async function compareNew({ db, clock }: Needs): Promise<void> {
  await workThrough(await findWaiting(db, PHOTOS_AT_ONCE), async (photo) => {
    const now = clock.now();
    // Paused and suspended listings too: they return without being compared again.
    const found = photo.isGone ? [] : await findAlike(db, { imageId: photo.image_id, sellerId: photo.seller_id, now });
    await noteFound(db, photo, found, now);
    return true;
  });
}

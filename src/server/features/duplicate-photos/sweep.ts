import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { findAlike } from './find-alike.ts';
import { findListingsAfter, findUnhashed, findWaiting, noteFound, notePhotos, readWalked, type Unprinted, writeHashes, writeWalked } from './queries.ts';

/** How much is done in one round: what is left over is done in the next, in whichever process that is. */
const LISTINGS_AT_ONCE = 200;
const MOST_LISTINGS = 2000;
const PICTURES_AT_ONCE = 50;
const PHOTOS_AT_ONCE = 50;

type Needs = Pick<Services, 'db' | 'clock' | 'images'> & Partial<Pick<Services, 'localImages'>>;

/** Notes the photos of listings that were written without a word about them, such as those of before. */
const walkListings = async ({ db, images }: Needs): Promise<void> => {
  let after = await readWalked(db);
  for (let walked = 0; walked < MOST_LISTINGS; walked += LISTINGS_AT_ONCE) {
    const listings = await findListingsAfter(db, after, LISTINGS_AT_ONCE);
    for (const { id, image, photos } of listings) {
      await notePhotos(db, id, images, [image, ...(JSON.parse(photos) as string[])]);
      await letOthersGo();
    }
    const last = listings.at(-1);
    if (last) {
      after = last.id;
      await writeWalked(db, after);
    }
    if (listings.length < LISTINGS_AT_ONCE) return;
  }
};

/** The store that has a picture; null for one of before, which has no keys here any more. */
const storeOf = ({ images, localImages = images }: Needs, { store }: Unprinted) => [images, localImages].find(({ kind }) => kind === store) ?? null;

/** Looks at pictures of before. One that can't be read is not tried again; a store that is away is asked next time. */
const hashOld = async (needs: Needs, onTrouble: (error: unknown) => void): Promise<void> => {
  for (const picture of await findUnhashed(needs.db, PICTURES_AT_ONCE)) {
    try {
      const perceptualHash = (await storeOf(needs, picture)?.hashPicture(picture)) ?? null;
      await writeHashes(needs.db, picture.id, perceptualHash, needs.clock.now());
    } catch (error) {
      return onTrouble(error);
    }
  }
};

/** Looks for the photos of new listings among those of other sellers. */
const compareNew = async ({ db, clock }: Needs): Promise<void> => {
  for (const photo of await findWaiting(db, PHOTOS_AT_ONCE)) {
    const now = clock.now();
    const found = photo.on_sale ? await findAlike(db, { imageId: photo.image_id, sellerId: photo.seller_id, now }) : [];
    await noteFound(db, photo, found, now);
    await letOthersGo();
  }
};

/**
 * One round of recognising photos: pictures of before get what they are recognised by, and photos of new listings are looked for among other sellers'.
 * It can end anywhere, and goes on from there.
 */
export const recognisePhotos = async (needs: Needs, onTrouble: (error: unknown) => void): Promise<void> => {
  await walkListings(needs);
  await hashOld(needs, onTrouble);
  await compareNew(needs);
};

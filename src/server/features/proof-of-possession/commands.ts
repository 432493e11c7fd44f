import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import type { PossessionPhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import { InvalidError } from '../../errors.ts';
import { lockCaller } from '../accounts/index.ts';
import { notePhotos } from '../duplicate-photos/index.ts';
import { markImagesUsed } from '../images/index.ts';
import { findRecentCodes, insertCode, isSentForAnother, markAttached, markSent } from './queries.ts';

type CodeRequest = { sellerId: string; listingId: string | null; now: number; most: number };

/** `oldest`: when the first of the codes of the last 24 hours was given (epoch ms). */
export type CodeOutcome = { outcome: 'given'; code: PossessionPhotosTable } | { outcome: 'too_many'; oldest: number };

type SentPhoto = { image: string; imageId: string; shown: boolean; seenListingId: string | null; now: number };

const SENT_BEFORE = 'You’ve already sent this picture for another code. Take a new one that shows this code.';

const NOT_THERE = 'The photo with the code is no longer available. Get a new code, or list the phone without it.';

/** Gives a seller a code: their unused one if it is still valid, or a new one. `too_many`: they were given `most` codes in a day. */
export function giveCode(db: Db, request: CodeRequest): Promise<CodeOutcome> {
  return db.transaction().execute(async (tx) => {
    const { sellerId, listingId, now, most } = request;
    await lockCaller(tx, sellerId);
    const recent = await findRecentCodes(tx, sellerId, { now, limit: most });
    const valid = recent.find(({ listing_id, sent_at, expires_at }) => listing_id === listingId && sent_at === null && expires_at > now);
    if (valid) return { outcome: 'given', code: valid };
    const oldest = recent[most - 1];
    if (oldest) return { outcome: 'too_many', oldest: oldest.created_at };
    return { outcome: 'given', code: await insertCode(tx, request) };
  });
}

/**
 * Sends the photo for a code; returns the updated code, or undefined when it was used or has expired. Throws `InvalidError` when the picture was sent for
 * another code.
 */
export function sendPhoto(db: Db, code: PossessionPhotosTable, photo: SentPhoto, place: PicturePlace): Promise<PossessionPhotosTable | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, code.seller_id);
    if (await isSentForAnother(tx, code.id, photo.imageId)) throw new InvalidError(SENT_BEFORE, { image: SENT_BEFORE });
    const row = await markSent(tx, code.id, photo);
    if (row?.listing_id) await attach(tx, row.listing_id, photo.image, { place, now: photo.now });
    return row;
  });
}

/** Stores a photo as used and compares it with other sellers'. Throws `InvalidError` when the picture was deleted in the meantime. */
async function attach(tx: Db, listingId: string, image: string, { place, now }: { place: PicturePlace; now: number }): Promise<void> {
  await markImagesUsed(tx, place, { addresses: [image], now });
  await notePhotos(tx, listingId, place, { addresses: [image] });
}

/** Attaches a sent photo to a listing, within the transaction that creates the listing. Throws `InvalidError` when there is no such photo. */
export async function attachPossessionPhoto(
  tx: Db,
  { id, sellerId, listingId }: { id: string; sellerId: string; listingId: string },
  { place, now }: { place: PicturePlace; now: number },
): Promise<void> {
  const image = await markAttached(tx, { id, sellerId, listingId }, now);
  if (image === null) throw new InvalidError(NOT_THERE, { inHand: NOT_THERE });
  await attach(tx, listingId, image, { place, now });
}

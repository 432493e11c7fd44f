import { imageIdOf, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import { InvalidError } from '../../errors.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { markUnused, markUsed, noteUploader } from './queries.ts';

const NOT_STORED = 'This photo is no longer available. Choose it again.';

const GIVEN_UP = 'This photo was uploaded more than a day ago and has been removed. Choose it again.';

const NOT_YOURS = 'Someone else uploaded this photo. Upload one of your own.';

const ELSEWHERE = 'This address isn’t a photo uploaded to this shop. Upload the photo first.';

/** Throws `InvalidError` at its field for each address that isn't of a picture uploaded to this shop and still stored: listings show no others. */
export async function requireStored(images: Pick<ImageStore, 'kind' | 'base' | 'has'>, addresses: [field: string, address: string][]): Promise<void> {
  const stored = await Promise.all(addresses.map(([, address]) => images.has(address)));
  const faults = addresses.flatMap(([field, address], at) => (stored[at] ? [] : [[field, isOwnImage(address, images) ? NOT_STORED : ELSEWHERE] as const]));
  const [first] = faults;
  if (first) throw new InvalidError(first[1], Object.fromEntries(faults));
}

/** The relative address of the shop's own picture if it was given with the shop's origin (`origin`, without a trailing slash). */
export function toOwnAddress(address: string, origin: string | null): string {
  return origin !== null && address.startsWith(`${origin}/images/`) ? address.slice(origin.length) : address;
}

/**
 * Marks pictures as used, in the transaction that writes what shows them, so that they are never swept. Ignores pictures hosted elsewhere. `by`: who
 * shows them, or null for the shop. `now`: epoch ms. Throws `InvalidError` when one was discarded already, or somebody else uploaded it.
 */
export async function markImagesUsed(
  tx: Db,
  place: PicturePlace,
  { addresses, by, now }: { addresses: string[]; by: string | null; now: number },
): Promise<void> {
  for (const { removed_at, uploaded_by } of await markUsed(tx, namesOf(addresses, place), now)) {
    if (removed_at !== null) throw new InvalidError(GIVEN_UP, { image: GIVEN_UP });
    if (by !== null && uploaded_by !== null && uploaded_by !== by) throw new InvalidError(NOT_YOURS, { image: NOT_YOURS });
  }
}

/** Records who uploaded a picture, before anybody learns its address. */
export function noteUpload(db: Db, place: PicturePlace, { address, by }: { address: string; by: string }): Promise<void> {
  return noteUploader(db, namesOf([address], place), by);
}

/** How the records of pictures may name these, without those hosted elsewhere. */
function namesOf(addresses: string[], place: PicturePlace) {
  const own = addresses.filter((address) => isOwnImage(address, place));
  return { ids: own.flatMap((address) => imageIdOf(address, place) ?? []), addresses: own };
}

/**
 * Discards a person's pictures, in the transaction that deletes what showed them: the next sweep deletes them unless a listing (in `listing_photos`)
 * still shows them. `by`: the person. `now`: epoch ms.
 */
export function giveUpImages(tx: Db, place: PicturePlace, { addresses, by, now }: { addresses: string[]; by: string; now: number }): Promise<void> {
  return markUnused(tx, namesOf(addresses, place), { by, now });
}

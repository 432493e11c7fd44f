import { days } from '#contract/shared/durations.ts';
import { imageIdOf, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import { InvalidError } from '../../errors.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { findWritten, markUnused, markUsed, noteUploader } from './queries.ts';

type GivenUp = { addresses: string[]; by: string; now: number };

const UNDO_MS = days(1);
/** A statement can have only so many values. */
const BATCH = 500;

const NOT_STORED = 'This photo is no longer available. Choose it again.';

const GIVEN_UP = 'This photo was uploaded more than a day ago and has been removed. Choose it again.';

const ELSEWHERE = 'This address isn’t a photo uploaded to this shop. Upload the photo first.';

/** Throws `InvalidError` at its field for each address that isn't of a picture uploaded to this shop and still stored: listings show no others. */
export async function requireStored(images: Pick<ImageStore, 'kind' | 'base' | 'has'>, addresses: [field: string, address: string][]): Promise<void> {
  const stored = await Promise.all(addresses.map(([, address]) => images.has(address)));
  const faults = addresses.flatMap(([field, address], at) => (stored[at] ? [] : [[field, isOwnImage(address, images) ? NOT_STORED : ELSEWHERE] as const]));
  const [first] = faults;
  if (first) throw new InvalidError(first[1], Object.fromEntries(faults));
}

/**
 * Marks pictures as used, in the transaction that writes what shows them, so that they are never swept. Ignores pictures hosted elsewhere. `now`:
 * epoch ms. Throws `InvalidError` when one was discarded already.
 */
export async function markImagesUsed(tx: Db, place: PicturePlace, { addresses, now }: { addresses: string[]; now: number }): Promise<void> {
  const removed = await markUsed(tx, namesOf(addresses, place), now);
  if (removed.some((at) => at !== null)) throw new InvalidError(GIVEN_UP, { image: GIVEN_UP });
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
 * Discards a person's pictures, in the transaction that deletes what showed them: the next sweep deletes them unless a listing (in `listing_photos`),
 * or a draft, message, statement or report of theirs, still shows them. `by`: the person. `now`: epoch ms.
 */
export const giveUpImages = (tx: Db, place: PicturePlace, { now, ...given }: GivenUp): Promise<void> => giveUp(tx, place, { ...given, at: now });

/** The same a day later, unless they are used again until then: what showed them can be brought back. */
export const giveUpImagesLater = (tx: Db, place: PicturePlace, { now, ...given }: GivenUp): Promise<void> => giveUp(tx, place, { ...given, at: now + UNDO_MS });

async function giveUp(tx: Db, place: PicturePlace, { addresses, by, at }: { addresses: string[]; by: string; at: number }): Promise<void> {
  if (addresses.length === 0) return;
  const nameOf = (address: string): string => imageIdOf(address, place) ?? address;
  // Others rely on it: nobody makes it go by deleting a draft with the same picture.
  const written = new Set((await findWritten(tx, by)).map(nameOf));
  const given = addresses.filter((address) => !written.has(nameOf(address)));
  for (let from = 0; from < given.length; from += BATCH) await markUnused(tx, namesOf(given.slice(from, from + BATCH), place), { by, at });
}

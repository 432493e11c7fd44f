import { imageIdOf, isOwnImage, type PicturePlace } from '#contract/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import { Invalid } from '../../errors.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { markUnused, markUsed } from './queries.ts';

const NOT_KEPT = 'The shop does not keep this picture, or not any more. Choose it again.';

const GIVEN_UP = 'This picture was uploaded more than a day ago and is not kept any more. Choose it again.';

/**
 * Throws `Invalid` at its field for each address that is where this shop keeps pictures while it keeps none there. Addresses of pictures elsewhere are
 * nothing to it.
 */
export const requireKept = async (images: Pick<ImageStore, 'kind' | 'base' | 'holds'>, addresses: [field: string, address: string][]): Promise<void> => {
  const own = addresses.filter(([, address]) => isOwnImage(address, images));
  const kept = await Promise.all(own.map(([, address]) => images.holds(address)));
  const missing = own.filter((_, at) => !kept[at]);
  if (missing.length > 0) throw new Invalid(NOT_KEPT, Object.fromEntries(missing.map(([field]) => [field, NOT_KEPT])));
};

/**
 * Says, within the transaction that writes what shows them, that pictures are used from now on, so that they are never swept. Addresses of pictures
 * elsewhere are nothing to it. `now`: epoch ms. Throws `Invalid` when one was given up already.
 */
export const markImagesUsed = async (tx: Db, place: PicturePlace, { addresses, now }: { addresses: string[]; now: number }): Promise<void> => {
  const own = addresses.filter((address) => isOwnImage(address, place));
  const lost = await markUsed(tx, { ids: own.flatMap((address) => imageIdOf(address, place) ?? []), addresses: own }, now);
  if (lost > 0) throw new Invalid(GIVEN_UP, { image: GIVEN_UP });
};

/** Says, within the transaction that takes away what showed them, that pictures are used no more: they are removed at the next sweep, unless a listing (in `listing_photos`) shows them still. `now`: epoch ms. */
export const giveUpImages = (tx: Db, place: PicturePlace, { addresses, now }: { addresses: string[]; now: number }): Promise<void> => {
  const own = addresses.filter((address) => isOwnImage(address, place));
  return markUnused(tx, { ids: own.flatMap((address) => imageIdOf(address, place) ?? []), addresses: own }, now);
};

import { imageIdOf, imageStem, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Records which of the shop's pictures a listing shows, so that they are compared with others. Pictures hosted elsewhere are ignored. `addedAt` (epoch ms):
 * when they were added to a listing that existed before.
 */
export async function notePhotos(
  tx: Db,
  listingId: string,
  place: PicturePlace,
  { addresses, addedAt = null }: { addresses: string[]; addedAt?: number | null },
): Promise<void> {
  const own = addresses.filter((address) => isOwnImage(address, place));
  if (own.length === 0) return;
  const ids = own.flatMap((address) => imageIdOf(address, place) ?? []);
  const images = tx.selectFrom('images').select(['id', 'address']);
  const byAddress = await images.where('address', 'in', own).execute();
  const there = ids.length === 0 ? byAddress : [...byAddress, ...(await images.where('id', 'in', ids).execute())];
  const addressOf = new Map(own.map((address) => [imageIdOf(address, place) ?? address, address]));
  const rows = there.flatMap(({ id, address }) => {
    const shown = addressOf.get(id) ?? addressOf.get(address ?? '');
    return shown === undefined ? [] : [{ listing_id: listingId, image_id: id, address: shown, compared_at: null, added_at: addedAt }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('listing_photos')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['listing_id', 'image_id']).doNothing())
    .execute();
}

/**
 * Forgets pictures that a listing no longer shows, except those that an order, a match or a proof of possession refers to. `shown`: the addresses that it
 * still shows. Returns the addresses of those forgotten.
 */
export async function forgetPhotos(tx: Db, listingId: string, shown: string[]): Promise<string[]> {
  const stems = new Set(shown.map(imageStem));
  const rows = await tx.selectFrom('listing_photos').select(['image_id', 'address']).where('listing_id', '=', listingId).execute();
  const gone = rows.filter(({ address }) => !stems.has(imageStem(address))).map(({ image_id }) => image_id);
  if (gone.length === 0) return [];
  const forgotten = await tx
    .deleteFrom('listing_photos')
    .where('listing_id', '=', listingId)
    .where('image_id', 'in', gone)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('orders').select('orders.id').where('orders.listing_id', '=', listingId)),
          eb.exists(
            eb
              .selectFrom('duplicate_photos')
              .select('duplicate_photos.id')
              .where('duplicate_photos.listing_id', '=', listingId)
              .whereRef('duplicate_photos.image_id', '=', 'listing_photos.image_id'),
          ),
          eb.exists(
            eb
              .selectFrom('duplicate_photos')
              .select('duplicate_photos.id')
              .where('other_listing_id', '=', listingId)
              .whereRef('other_image_id', '=', 'listing_photos.image_id'),
          ),
          eb.exists(eb.selectFrom('possession_photos').select('possession_photos.id').whereRef('possession_photos.image_id', '=', 'listing_photos.image_id')),
        ]),
      ),
    )
    .returning('address')
    .execute();
  return forgotten.map(({ address }) => address);
}

/** Listings after an id, ordered by id, with their pictures. */
export function findListingsAfter(db: Db, after: string, limit: number) {
  return db.selectFrom('listings').select(['id', 'image', 'photos']).where('id', '>', after).orderBy('id').limit(limit).execute();
}

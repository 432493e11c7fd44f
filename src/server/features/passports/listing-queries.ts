import type { Db } from '../../db/tables.ts';

/** What a passport takes from a listing. */
export type ListedPhone = NonNullable<Awaited<ReturnType<typeof findListedPhone>>>;

export function findListedPhone(tx: Db, listingId: string) {
  return tx
    .selectFrom('listings')
    .leftJoin('phone_models', 'phone_models.id', 'listings.catalog_model')
    .select(['listings.id', 'listings.seller_id', 'listings.imei_hash', 'listings.price_cents', 'listings.answers', 'listings.sold_at'])
    .select(['listings.brand', 'listings.model_name', 'listings.storage', 'listings.color'])
    .select(['phone_models.brand as known_brand', 'phone_models.name as known_name'])
    .where('listings.id', '=', listingId)
    .executeTakeFirst();
}

/** The perceptual hashes of a listing's photos, sorted. Pictures that the shop doesn't store have none. */
export async function findPhotoHashes(tx: Db, listingId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('listing_photos')
    .innerJoin('photo_hashes', 'photo_hashes.image_id', 'listing_photos.image_id')
    .select('photo_hashes.hash')
    .where('listing_photos.listing_id', '=', listingId)
    .where('photo_hashes.part', '=', 0)
    .orderBy('photo_hashes.hash')
    .execute();
  return [...new Set(rows.map(({ hash }) => hash))];
}

/** Listings on sale by their phones, after a phone (its hash), and whether it has a passport. */
export async function findPhonesAfter(tx: Db, after: string, limit: number): Promise<{ id: string; hash: string; hasPassport: boolean }[]> {
  const rows = await tx
    .selectFrom('listings')
    .leftJoin('passports', 'passports.imei_hash', 'listings.imei_hash')
    .select((eb) => ['listings.id', eb.ref('listings.imei_hash').$notNull().as('hash'), 'passports.id as passport_id'])
    .where('listings.imei_hash', 'is not', null)
    .where('listings.sold_at', 'is', null)
    .where('listings.removed_at', 'is', null)
    .where('listings.imei_hash', '>', after)
    .orderBy('listings.imei_hash')
    .limit(limit)
    .execute();
  return rows.map(({ id, hash, passport_id }) => ({ id, hash, hasPassport: passport_id !== null }));
}

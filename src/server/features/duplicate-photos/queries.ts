import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { imageIdOf, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import { insertHashes } from '../../db/photo-hashes.ts';
import { assessLater } from '../../db/risks.ts';
import type { DuplicatePhotosTable, ImagesTable, ListingPhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import type { PerceptualHash } from '../../ports/image-store.ts';

/** Says which of the shop's own pictures a listing shows, so that they are looked for among the others. Pictures elsewhere are nothing to it. */
export const notePhotos = async (tx: Db, listingId: string, place: PicturePlace, addresses: string[]): Promise<void> => {
  const own = addresses.filter((address) => isOwnImage(address, place));
  if (own.length === 0) return;
  const ids = own.flatMap((address) => imageIdOf(address, place) ?? []);
  const images = tx.selectFrom('images').select(['id', 'address']);
  const byAddress = await images.where('address', 'in', own).execute();
  const there = ids.length === 0 ? byAddress : [...byAddress, ...(await images.where('id', 'in', ids).execute())];
  const addressOf = new Map(own.map((address) => [imageIdOf(address, place) ?? address, address]));
  const rows = there.flatMap(({ id, address }) => {
    const shown = addressOf.get(id) ?? addressOf.get(address ?? '');
    return shown === undefined ? [] : [{ listing_id: listingId, image_id: id, address: shown, compared_at: null }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('listing_photos')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['listing_id', 'image_id']).doNothing())
    .execute();
};

const WALKED = 'photo_listings_walked';

export const readWalked = async (db: Db): Promise<string> =>
  (await db.selectFrom('settings').select('value').where('key', '=', WALKED).executeTakeFirst())?.value ?? '';

export const writeWalked = async (db: Db, id: string): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key: WALKED, value: id })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: id }))
    .execute();
};

/** Listings after one id, in the order of their ids, with what they show. */
export const findListingsAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom('listings').select(['id', 'image', 'photos']).where('id', '>', after).orderBy('id').limit(limit).execute();

export type Unprinted = Pick<ImagesTable, 'id' | 'address' | 'store'>;

/** Pictures that were kept before anybody looked at what they are recognised by. */
export const findUnhashed = (db: Db, limit: number): Promise<Unprinted[]> =>
  db
    .selectFrom('images')
    .select(['id', 'address', 'store'])
    .where('hashed_at', 'is', null)
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Writes down what a picture is recognised by; null when nobody can tell any more. */
export const writeHashes = (db: Db, id: string, perceptualHash: PerceptualHash | null, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('images')
      .set({ small: perceptualHash?.small ?? null, hashed_at: now })
      .where('id', '=', id)
      .execute();
    if (perceptualHash) await insertHashes(tx, id, perceptualHash.hashes);
  });

export type WaitingPhoto = Pick<ListingPhotosTable, 'listing_id' | 'image_id'> & { seller_id: string; on_sale: boolean };

/** Photos of listings that were not looked for among the others yet. Those that have no print yet wait for it. */
export const findWaiting = async (db: Db, limit: number): Promise<WaitingPhoto[]> => {
  const rows = await db
    .selectFrom('listing_photos')
    .innerJoin('listings', 'listings.id', 'listing_photos.listing_id')
    .innerJoin('images', 'images.id', 'listing_photos.image_id')
    .select(['listing_photos.listing_id', 'listing_photos.image_id', 'listings.seller_id', 'listings.sold_at', 'listings.removed_at'])
    .where('listing_photos.compared_at', 'is', null)
    .where('images.hashed_at', 'is not', null)
    .orderBy('listing_photos.listing_id')
    .orderBy('listing_photos.image_id')
    .limit(limit)
    .execute();
  return rows.map(({ sold_at, removed_at, ...row }) => ({ ...row, on_sale: sold_at === null && removed_at === null }));
};

/** Another seller's listing that shows a picture which may be the same. */
export type Candidate = { image_id: string; listing_id: string; created_at: number; hash: string | null };

export type Among = { imageId: string; sellerId: string; goneSince: number };

const othersListings = (db: Db, { sellerId, goneSince }: Among) =>
  db
    .selectFrom('listing_photos')
    .innerJoin('listings', 'listings.id', 'listing_photos.listing_id')
    .where('listings.seller_id', '!=', sellerId)
    .where((eb) => eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_at', '>=', goneSince)]))
    .where((eb) => eb.or([eb('listings.sold_at', 'is', null), eb('listings.sold_at', '>=', goneSince)]));

/** Other sellers' listings, on sale or lately gone, that show this very picture. */
export const findShowingSame = (db: Db, among: Among): Promise<Candidate[]> =>
  othersListings(db, among)
    .select(['listing_photos.image_id', 'listing_photos.listing_id', 'listings.created_at', sql<null>`null`.as('hash')])
    .where('listing_photos.image_id', '=', among.imageId)
    .limit(50)
    .execute();

export const BANDS = ['band0', 'band1', 'band2', 'band3'] as const;

/** Those whose hash has one of these numbers as this quarter. */
export const findByBand = (db: Db, band: (typeof BANDS)[number], values: number[], among: Among, limit: number): Promise<Candidate[]> =>
  othersListings(db, among)
    .innerJoin('photo_hashes', 'photo_hashes.image_id', 'listing_photos.image_id')
    .select(['listing_photos.image_id', 'listing_photos.listing_id', 'listings.created_at', 'photo_hashes.hash'])
    .where(`photo_hashes.${band}`, 'in', values)
    .where('photo_hashes.image_id', '!=', among.imageId)
    .limit(limit)
    .execute();

export const findHashes = async (db: Db, imageId: string): Promise<string[]> =>
  (await db.selectFrom('photo_hashes').select('hash').where('image_id', '=', imageId).orderBy('part').execute()).map(({ hash }) => hash);

/** The small pictures of these, by their ids. */
export const findSmalls = async (db: Db, ids: string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('images').select(['id', 'small']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, small }) => (small === null ? [] : [[id, small]])));
};

export type Found = { image_id: string; listing_id: string; created_at: number; likeness: 'same' | 'alike'; mirrored: boolean };

type Pair = Pick<DuplicatePhotosTable, 'listing_id' | 'other_listing_id' | 'image_id' | 'other_image_id'>;

/** The later listing first, whichever of the two was looked at. */
const inOrder = (photo: WaitingPhoto & { created_at: number }, found: Found): Pair => {
  const isLater = photo.created_at > found.created_at || (photo.created_at === found.created_at && photo.listing_id > found.listing_id);
  const [later, earlier] = isLater ? [photo, found] : [found, photo];
  return { listing_id: later.listing_id, image_id: later.image_id, other_listing_id: earlier.listing_id, other_image_id: earlier.image_id };
};

const wasDismissed = async (tx: Db, { image_id, other_image_id }: Pair): Promise<boolean> => {
  const row = await tx
    .selectFrom('duplicate_photos')
    .select('id')
    .where('decision', '=', 'dismissed')
    .where((eb) =>
      eb.or([
        eb.and([eb('image_id', '=', image_id), eb('other_image_id', '=', other_image_id)]),
        eb.and([eb('image_id', '=', other_image_id), eb('other_image_id', '=', image_id)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
};

/** Notes what was found for a photo, and that it was looked for. Two listings are noted once; a pair of pictures that was dismissed stays so. */
export const noteFound = (db: Db, photo: WaitingPhoto, found: Found[], now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { listing_id, image_id } = photo;
    await tx.updateTable('listing_photos').set({ compared_at: now }).where('listing_id', '=', listing_id).where('image_id', '=', image_id).execute();
    if (found.length === 0) return;
    const { created_at } = await tx.selectFrom('listings').select('created_at').where('id', '=', listing_id).executeTakeFirstOrThrow();
    for (const one of found) {
      const pair = inOrder({ ...photo, created_at }, one);
      if (await wasDismissed(tx, pair)) continue;
      await assessLater(tx, pair.listing_id, now);
      await tx
        .insertInto('duplicate_photos')
        .values({
          id: uuid(),
          ...pair,
          likeness: one.likeness,
          mirrored: one.mirrored ? 1 : 0,
          created_at: now,
          closed_at: null,
          decision: null,
          decided_by: null,
        })
        .onConflict((conflict) => conflict.columns(['listing_id', 'other_listing_id']).doNothing())
        .execute();
    }
  });

/** What nobody has decided about, the latest first, as long as one of both listings is on sale. */
const selectOpen = (db: Db) =>
  db
    .selectFrom('duplicate_photos')
    .innerJoin('listings', 'listings.id', 'duplicate_photos.listing_id')
    .innerJoin('listings as others', 'others.id', 'duplicate_photos.other_listing_id')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .innerJoin('users as other_users', 'other_users.id', 'others.seller_id')
    .innerJoin('listing_photos as photo', (join) =>
      join.onRef('photo.listing_id', '=', 'listings.id').onRef('photo.image_id', '=', 'duplicate_photos.image_id'),
    )
    .innerJoin('listing_photos as other_photo', (join) =>
      join.onRef('other_photo.listing_id', '=', 'others.id').onRef('other_photo.image_id', '=', 'duplicate_photos.other_image_id'),
    )
    .innerJoin('images', 'images.id', 'duplicate_photos.image_id')
    .innerJoin('images as other_images', 'other_images.id', 'duplicate_photos.other_image_id')
    .select(['duplicate_photos.id as match_id', 'duplicate_photos.likeness', 'duplicate_photos.mirrored', 'duplicate_photos.created_at as found_at'])
    .select(['listings.id', 'listings.model_name', 'listings.created_at', 'listings.sold_at', 'listings.removed_at'])
    .select(['others.id as other_id', 'others.model_name as other_model_name', 'others.created_at as other_created_at'])
    .select(['others.sold_at as other_sold_at', 'others.removed_at as other_removed_at'])
    .select(['users.email', 'other_users.email as other_email', 'photo.address', 'other_photo.address as other_address'])
    .select(['images.created_at as photo_at', 'other_images.created_at as other_photo_at'])
    .where('duplicate_photos.closed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('listings.sold_at', 'is', null), eb('listings.removed_at', 'is', null)]),
        eb.and([eb('others.sold_at', 'is', null), eb('others.removed_at', 'is', null)]),
      ]),
    );

export type DuplicatePhotoRow = Awaited<ReturnType<ReturnType<typeof selectOpen>['executeTakeFirstOrThrow']>>;

export const findDuplicatePhotos = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<DuplicatePhotoRow>> => {
  const rows = await selectOpen(db)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('duplicate_photos.created_at', 'duplicate_photos.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))),
    )
    .orderBy('duplicate_photos.created_at', 'desc')
    .orderBy('duplicate_photos.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.found_at, id: row.match_id }),
    (row) => row,
  );
};

export const findMatch = (db: Db, id: string): Promise<DuplicatePhotosTable | undefined> =>
  db.selectFrom('duplicate_photos').selectAll().where('id', '=', id).executeTakeFirst();

/** Ends a match with what an admin decided; how many were open. */
export const closeMatch = async (
  db: Db,
  id: string,
  { decision, by, now }: { decision: 'dismissed' | 'removed'; by: string; now: number },
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('duplicate_photos')
    .set({ closed_at: now, decision, decided_by: by })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** How many other sellers' earlier listings show a photo of this one, as far as an admin has not settled it. */
export const countDuplicatePhotos = async (db: Db, listingId: string): Promise<number> => {
  const row = await db
    .selectFrom('duplicate_photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
};

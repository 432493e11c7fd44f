import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import { HIDDEN } from '../../db/risks.ts';
import type { DuplicatePhotosTable, ImagesTable, ListingPhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';

export type UnhashedImage = Pick<ImagesTable, 'id' | 'address' | 'store'>;

/** A photo to compare. `isGone`: its listing was sold, or removed for good. */
export type WaitingPhoto = Pick<ListingPhotosTable, 'listing_id' | 'image_id'> & { seller_id: string; isGone: boolean };

/** Another seller's listing with a picture that may be the same. */
export type Candidate = { image_id: string; listing_id: string; created_at: number; hash: string | null };

export type Among = { imageId: string; sellerId: string; goneSince: number };

export const BANDS = ['band0', 'band1', 'band2', 'band3'] as const;

export type Found = { image_id: string; listing_id: string; created_at: number; likeness: 'same' | 'alike'; mirrored: boolean };

/** Two listings that show the same photo, the later one first. */
export type Pair = Pick<DuplicatePhotosTable, 'listing_id' | 'other_listing_id' | 'image_id' | 'other_image_id'>;

export type DuplicatePhotoRow = Awaited<ReturnType<ReturnType<typeof selectOpen>['executeTakeFirstOrThrow']>>;

/** Stored pictures without perceptual hashes. */
export function findUnhashed(db: Db, limit: number): Promise<UnhashedImage[]> {
  return db
    .selectFrom('images')
    .select(['id', 'address', 'store'])
    .where('hashed_at', 'is', null)
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Listings' photos that were hashed but not compared yet. */
export async function findWaiting(db: Db, limit: number): Promise<WaitingPhoto[]> {
  const rows = await db
    .selectFrom('listing_photos')
    .innerJoin('listings', 'listings.id', 'listing_photos.listing_id')
    .innerJoin('images', 'images.id', 'listing_photos.image_id')
    .select([
      'listing_photos.listing_id',
      'listing_photos.image_id',
      'listings.seller_id',
      'listings.sold_at',
      'listings.removed_at',
      'listings.removed_reason',
    ])
    .where('listing_photos.compared_at', 'is', null)
    .where('images.hashed_at', 'is not', null)
    .orderBy('listing_photos.listing_id')
    .orderBy('listing_photos.image_id')
    .limit(limit)
    .execute();
  return rows.map(({ sold_at, removed_at, removed_reason, ...row }) => {
    const isHidden = HIDDEN.some((reason) => reason === removed_reason);
    return { ...row, isGone: sold_at !== null || (removed_at !== null && !isHidden) };
  });
}

/** A seller may show one picture in thousands of listings: among so many of the first to show it, others are found. */
const SHOWING_AT_MOST = 500;

/** Other sellers' current or recent listings that show the same picture file. */
export function findShowingSame(db: Db, among: Among): Promise<Candidate[]> {
  const first = db
    .selectFrom('listing_photos')
    .select('listing_id')
    .where('image_id', '=', among.imageId)
    .orderBy('image_id')
    .orderBy('listing_id')
    .limit(SHOWING_AT_MOST);
  return othersListings(db, among)
    .select(['listing_photos.image_id', 'listing_photos.listing_id', shownSince.as('created_at'), sql<null>`null`.as('hash')])
    .where('listing_photos.image_id', '=', among.imageId)
    .where('listing_photos.listing_id', 'in', first)
    .limit(50)
    .execute();
}

/** Since when a listing shows a photo. */
const shownSince = sql<number>`coalesce(listing_photos.added_at, listings.created_at)`;

function othersListings(db: Db, { sellerId, goneSince }: Among) {
  return db
    .selectFrom('listing_photos')
    .innerJoin('listings', 'listings.id', 'listing_photos.listing_id')
    .where('listings.seller_id', '!=', sellerId)
    .where((eb) => eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_at', '>=', goneSince)]))
    .where((eb) => eb.or([eb('listings.sold_at', 'is', null), eb('listings.sold_at', '>=', goneSince)]));
}

/** Pictures whose hash has one of these values in this quarter. */
export function findByBand(db: Db, band: (typeof BANDS)[number], values: number[], among: Among, limit: number): Promise<Candidate[]> {
  return othersListings(db, among)
    .innerJoin('photo_hashes', 'photo_hashes.image_id', 'listing_photos.image_id')
    .select(['listing_photos.image_id', 'listing_photos.listing_id', shownSince.as('created_at'), 'photo_hashes.hash'])
    .where(`photo_hashes.${band}`, 'in', values)
    .where('photo_hashes.image_id', '!=', among.imageId)
    .limit(limit)
    .execute();
}

export async function findHashes(db: Db, imageId: string): Promise<string[]> {
  return (await db.selectFrom('photo_hashes').select('hash').where('image_id', '=', imageId).orderBy('part').execute()).map(({ hash }) => hash);
}

/** Small copies of these pictures, by id. */
export async function findSmalls(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('images').select(['id', 'small']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, small }) => (small === null ? [] : [[id, small]])));
}

/** Whether an admin dismissed a match of these two pictures. */
export async function wasDismissed(tx: Db, { image_id, other_image_id }: Pair): Promise<boolean> {
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
}

/** Records that a listing's photo was compared with the others. */
export async function markCompared(tx: Db, { listing_id, image_id }: WaitingPhoto, now: number): Promise<void> {
  await tx.updateTable('listing_photos').set({ compared_at: now }).where('listing_id', '=', listing_id).where('image_id', '=', image_id).execute();
}

/** Since when a listing shows a photo (epoch ms). */
export async function findShownSince(db: Db, { listing_id, image_id }: Pick<WaitingPhoto, 'listing_id' | 'image_id'>): Promise<number> {
  const row = await db
    .selectFrom('listing_photos')
    .innerJoin('listings', 'listings.id', 'listing_photos.listing_id')
    .select(shownSince.as('created_at'))
    .where('listing_photos.listing_id', '=', listing_id)
    .where('listing_photos.image_id', '=', image_id)
    .executeTakeFirstOrThrow();
  return Number(row.created_at);
}

/** Adds a match. Two listings match once; a dismissed match reopens with another photo. */
export async function insertMatch(tx: Db, pair: Pair, { likeness, mirrored }: Pick<Found, 'likeness' | 'mirrored'>, now: number): Promise<void> {
  await tx
    .insertInto('duplicate_photos')
    .values({ id: uuid(), ...pair, likeness, mirrored: mirrored ? 1 : 0, created_at: now, closed_at: null, decision: null, decided_by: null })
    .onConflict((conflict) =>
      conflict
        .columns(['listing_id', 'other_listing_id'])
        .doUpdateSet({
          image_id: pair.image_id,
          other_image_id: pair.other_image_id,
          likeness,
          mirrored: mirrored ? 1 : 0,
          created_at: now,
          closed_at: null,
          decision: null,
          decided_by: null,
        })
        .where('duplicate_photos.decision', '=', 'dismissed'),
    )
    .execute();
}

export async function findDuplicatePhotos(db: Db, limit: number, after: Cursor | null): Promise<PageOf<DuplicatePhotoRow>> {
  const query = selectOpen(db);
  return readPage(query, { key: 'duplicate_photos.created_at', id: 'duplicate_photos.id' }, { limit, after, toItem: (row) => row });
}

/** Undecided matches with at least one of the two listings on sale. */
function selectOpen(db: Db) {
  return db
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
}

export function findMatch(db: Db, id: string): Promise<DuplicatePhotosTable | undefined> {
  return db.selectFrom('duplicate_photos').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Closes a match with an admin's decision; returns whether it was open. */
export async function closeMatch(
  tx: Db,
  id: string,
  { decision, by, now }: { decision: 'dismissed' | 'removed'; by: string | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('duplicate_photos')
    .set({ closed_at: now, decision, decided_by: by })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many undecided matches a listing has with other sellers' earlier listings. */
export async function countDuplicatePhotos(db: Db, listingId: string): Promise<number> {
  const row = await db
    .selectFrom('duplicate_photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

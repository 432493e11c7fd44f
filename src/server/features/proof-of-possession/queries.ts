import { v7 as uuid } from 'uuid';
import { POSSESSION_CODE_MINUTES } from '#contract/proof-of-possession.ts';
import { imageIdOf, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import { HIDDEN } from '../../db/risks.ts';
import type { ImagesTable, PossessionPhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import { isWithinADay } from '../../db/within-a-day.ts';
import { makeCode } from './code.ts';

/** The sweep may have deleted the photo of an unlisted phone after this time. */
const UNLISTED_MS = 20 * 3_600_000;
const TRIES = 5;

type Sent = { image: string; imageId: string; shown: boolean; seenListingId: string | null; now: number };

export type QueuedPhoto = Awaited<ReturnType<ReturnType<typeof selectQueue>['executeTakeFirstOrThrow']>>;

type Decided = { decision: 'confirmed' | 'refused'; reason: string | null; by: string; now: number };

/** A seller's own listing on sale. */
export function findOwnListing(db: Db, id: string, sellerId: string) {
  return db
    .selectFrom('listings')
    .select(['id', 'possession_proven_at'])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** The photo of a listing that an admin has yet to review. */
export function findUnderReview(db: Db, listingId: string): Promise<PossessionPhotosTable | undefined> {
  return db
    .selectFrom('possession_photos')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('sent_at', 'is not', null)
    .where('decision', 'is', null)
    .where('released_at', 'is', null)
    .executeTakeFirst();
}

/** Adds a code that no other photo has. */
export async function insertCode(
  tx: Db,
  { sellerId, listingId, now }: { sellerId: string; listingId: string | null; now: number },
): Promise<PossessionPhotosTable> {
  const undecided = { decision: null, reason: null, decided_by: null, decided_at: null, released_at: null } as const;
  const unsent = { image: null, image_id: null, shown: 0, duplicate_listing_id: null, sent_at: null } as const;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const row = await tx
      .insertInto('possession_photos')
      .values({
        id: uuid(),
        code: makeCode(),
        seller_id: sellerId,
        listing_id: listingId,
        created_at: now,
        expires_at: now + POSSESSION_CODE_MINUTES * 60_000,
        ...unsent,
        ...undecided,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row) return row;
  }
  throw new Error('no free code was found');
}

/** A seller's codes of the last day, most recent first. */
export function findRecentCodes(tx: Db, sellerId: string, { now, limit }: { now: number; limit: number }): Promise<PossessionPhotosTable[]> {
  return tx
    .selectFrom('possession_photos')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where(isWithinADay(now))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** A seller's own code. */
export function findCode(db: Db, id: string, sellerId: string): Promise<PossessionPhotosTable | undefined> {
  return db.selectFrom('possession_photos').selectAll().where('id', '=', id).where('seller_id', '=', sellerId).executeTakeFirst();
}

export function findPicture(db: Db, address: string, place: PicturePlace): Promise<Pick<ImagesTable, 'id' | 'created_at' | 'used_at'> | undefined> {
  const id = imageIdOf(address, place);
  return db
    .selectFrom('images')
    .select(['id', 'created_at', 'used_at'])
    .where((eb) => (id === null ? eb('address', '=', address) : eb('id', '=', id)))
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Whether a picture was sent for another code. */
export async function isSentForAnother(tx: Db, id: string, imageId: string): Promise<boolean> {
  return (await tx.selectFrom('possession_photos').select('id').where('image_id', '=', imageId).where('id', '!=', id).executeTakeFirst()) !== undefined;
}

/** Records the photo that was sent for a code; returns the updated code, or undefined when it was used or has expired. */
export function markSent(tx: Db, id: string, { image, imageId, shown, seenListingId, now }: Sent): Promise<PossessionPhotosTable | undefined> {
  return tx
    .updateTable('possession_photos')
    .set({ image, image_id: imageId, shown: shown ? 1 : 0, duplicate_listing_id: seenListingId, sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Attaches a sent photo to its seller's new listing; returns the picture's address, or null when there is no such photo. */
export async function markAttached(
  tx: Db,
  { id, sellerId, listingId }: { id: string; sellerId: string; listingId: string },
  now: number,
): Promise<string | null> {
  const row = await tx
    .updateTable('possession_photos')
    .set({ listing_id: listingId })
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('listing_id', 'is', null)
    .where('decision', 'is', null)
    .where('sent_at', '>', now - UNLISTED_MS)
    .returning('image')
    .executeTakeFirst();
  return row?.image ?? null;
}

/** The photo behind a listing's badge, if its seller shows it to everyone. */
export async function findShownPhoto(db: Db, listingId: string): Promise<string | null> {
  const row = await db
    .selectFrom('possession_photos')
    .select('image')
    .where('listing_id', '=', listingId)
    .where('decision', '=', 'confirmed')
    .where('shown', '=', 1)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return row?.image ?? null;
}

/** Undecided photos of phones on sale that weren't released, oldest first. */
export async function findQueue(db: Db, limit: number, after: Cursor | null): Promise<PageOf<QueuedPhoto>> {
  const query = selectQueue(db);
  return readPage(query, { key: 'possession_photos.sent_at', id: 'possession_photos.id', direction: 'asc' }, { limit, after, toItem: (row) => row });
}

function selectQueue(db: Db) {
  return db
    .selectFrom('possession_photos')
    .innerJoin('listings', 'listings.id', 'possession_photos.listing_id')
    .innerJoin('users', 'users.id', 'possession_photos.seller_id')
    .leftJoin('listings as seen', 'seen.id', 'possession_photos.duplicate_listing_id')
    .select(['possession_photos.id', 'possession_photos.code', 'possession_photos.image', 'possession_photos.shown', 'possession_photos.sent_at'])
    .select(['listings.id as listing_id', 'listings.model_name', 'listings.color', 'listings.image as listing_image', 'users.email'])
    .select(['seen.id as seen_id', 'seen.model_name as seen_model_name'])
    .select(['seen.sold_at as seen_sold_at', 'seen.removed_at as seen_removed_at', 'seen.removed_reason as seen_removed_reason'])
    .where('possession_photos.sent_at', 'is not', null)
    .where('possession_photos.decision', 'is', null)
    .where('possession_photos.released_at', 'is', null)
    .where('listings.sold_at', 'is', null)
    .where('listings.removed_at', 'is', null);
}

/** Records a decision about a listing's photo; returns the updated row, or undefined when none is undecided and unreleased. */
export function markDecided(tx: Db, id: string, { decision, reason, by, now }: Decided): Promise<PossessionPhotosTable | undefined> {
  return tx
    .updateTable('possession_photos')
    .set({ decision, reason, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .where('released_at', 'is', null)
    .where('sent_at', 'is not', null)
    .where('listing_id', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/** Whether this is a sent photo of a listing. */
export async function hasSentPhoto(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('possession_photos').select('id').where('id', '=', id).where('listing_id', 'is not', null).executeTakeFirst()) !== undefined;
}

export function findListingWithSeller(db: Db, listingId: string) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.id', 'listings.model_name', 'users.email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();
}

/** Unreleased photos whose listing was removed before this time. One that is only hidden comes back, with its photo. */
export function findUnreleased(db: Db, before: number, limit: number): Promise<Pick<PossessionPhotosTable, 'id' | 'image_id'>[]> {
  return db
    .selectFrom('possession_photos')
    .innerJoin('listings', 'listings.id', 'possession_photos.listing_id')
    .select(['possession_photos.id', 'possession_photos.image_id'])
    .where('listings.removed_at', '<', before)
    .where('listings.removed_reason', 'not in', HIDDEN)
    .where('possession_photos.sent_at', 'is not', null)
    .where('possession_photos.released_at', 'is', null)
    .limit(limit)
    .execute();
}

export async function markReleased(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('possession_photos').set({ released_at: now }).where('id', '=', id).execute();
}

import { v7 as uuid } from 'uuid';
import { POSSESSION_CODE_MINUTES } from '#contract/proof-of-possession.ts';
import { imageIdOf, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { noteListing } from '../../db/changes.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { ImagesTable, PossessionPhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import { InvalidError } from '../../errors.ts';
import { notePhotos } from '../duplicate-photos/index.ts';
import { markImagesUsed } from '../images/index.ts';
import { notify, possessionConfirmed, possessionRefused } from '../notifications/index.ts';
import { makeCode } from './code.ts';

const DAY_MS = 86_400_000;
/** A photo whose phone is not listed by then is gone with the other unused pictures. */
const UNLISTED_MS = 20 * 3_600_000;
const TRIES = 5;

/** One's own listing on sale. */
export const findOwnListing = (db: Db, id: string, sellerId: string) =>
  db
    .selectFrom('listings')
    .select(['id', 'possession_proven_at'])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const isWaiting = async (db: Db, listingId: string): Promise<boolean> =>
  (await db
    .selectFrom('possession_photos')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('sent_at', 'is not', null)
    .where('decision', 'is', null)
    .executeTakeFirst()) !== undefined;

type Asking = { sellerId: string; listingId: string | null; now: number; most: number };

const insertCode = async (tx: Db, { sellerId, listingId, now }: Asking): Promise<PossessionPhotosTable> => {
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
};

/** What one person does with codes happens one after the other. */
const inTurnOf = async (tx: Db, sellerId: string): Promise<void> => {
  await tx
    .updateTable('users')
    .set((eb) => ({ removed_at: eb.ref('removed_at') }))
    .where('id', '=', sellerId)
    .execute();
};

/** A code for a seller: the one that is still good, or a new one; null when they had `most` in a day. */
export const giveCode = (db: Db, asking: Asking): Promise<PossessionPhotosTable | null> =>
  db.transaction().execute(async (tx) => {
    const { sellerId, listingId, now, most } = asking;
    await inTurnOf(tx, sellerId);
    const recent = await tx
      .selectFrom('possession_photos')
      .selectAll()
      .where('seller_id', '=', sellerId)
      .where('created_at', '>', now - DAY_MS)
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    const good = recent.find(({ listing_id, sent_at, expires_at }) => listing_id === listingId && sent_at === null && expires_at > now);
    if (good) return good;
    return recent.length === most ? null : insertCode(tx, asking);
  });

/** A seller's own code. */
export const findCode = (db: Db, id: string, sellerId: string): Promise<PossessionPhotosTable | undefined> =>
  db.selectFrom('possession_photos').selectAll().where('id', '=', id).where('seller_id', '=', sellerId).executeTakeFirst();

/** A picture by its address, as long as it is kept. */
export const findPicture = (db: Db, address: string, place: PicturePlace): Promise<Pick<ImagesTable, 'id' | 'created_at' | 'used_at'> | undefined> => {
  const id = imageIdOf(address, place);
  return db
    .selectFrom('images')
    .select(['id', 'created_at', 'used_at'])
    .where((eb) => (id === null ? eb('address', '=', address) : eb('id', '=', id)))
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
};

type Sent = { image: string; imageId: string; shown: boolean; seenListingId: string | null; now: number };

/** Takes a listing's photo into what the shop shows and compares. Throws `Invalid` when the picture was given up meanwhile. */
const attach = async (tx: Db, listingId: string, image: string, { place, now }: { place: PicturePlace; now: number }): Promise<void> => {
  await markImagesUsed(tx, place, { addresses: [image], now });
  await notePhotos(tx, listingId, place, [image]);
};

const ONCE = 'This picture was sent for another code. Take a new one with this code in it.';

/** Uses a code up; the row as it is then, or undefined when it was used or ran out meanwhile. Throws `Invalid` when another code has this picture. */
export const sendPhoto = (db: Db, code: PossessionPhotosTable, { image, imageId, shown, seenListingId, now }: Sent, place: PicturePlace) =>
  db.transaction().execute(async (tx) => {
    await inTurnOf(tx, code.seller_id);
    const used = await tx.selectFrom('possession_photos').select('id').where('image_id', '=', imageId).where('id', '!=', code.id).executeTakeFirst();
    if (used) throw new InvalidError(ONCE, { image: ONCE });
    const row = await tx
      .updateTable('possession_photos')
      .set({ image, image_id: imageId, shown: shown ? 1 : 0, duplicate_listing_id: seenListingId, sent_at: now })
      .where('id', '=', code.id)
      .where('sent_at', 'is', null)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
    if (row?.listing_id) await attach(tx, row.listing_id, image, { place, now });
    return row;
  });

const NOT_THERE = 'The photo with the code is not there any more. Ask for a new code, or list the phone without it.';

/** Says, within the transaction that writes a listing, which photo shows it in its seller's hand. Throws `Invalid` when there is no such photo. */
export const attachPossessionPhoto = async (
  tx: Db,
  { id, sellerId, listingId }: { id: string; sellerId: string; listingId: string },
  { place, now }: { place: PicturePlace; now: number },
): Promise<void> => {
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
  if (!row?.image) throw new InvalidError(NOT_THERE, { inHand: NOT_THERE });
  await attach(tx, listingId, row.image, { place, now });
};

/** The photo of a listing's badge, where its seller lets everybody see it. */
export const findShownPhoto = async (db: Db, listingId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('possession_photos')
    .select('image')
    .where('listing_id', '=', listingId)
    .where('decision', '=', 'confirmed')
    .where('shown', '=', 1)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return row?.image ?? null;
};

const selectQueue = (db: Db) =>
  db
    .selectFrom('possession_photos')
    .innerJoin('listings', 'listings.id', 'possession_photos.listing_id')
    .innerJoin('users', 'users.id', 'possession_photos.seller_id')
    .leftJoin('listings as seen', 'seen.id', 'possession_photos.duplicate_listing_id')
    .select(['possession_photos.id', 'possession_photos.code', 'possession_photos.image', 'possession_photos.shown', 'possession_photos.sent_at'])
    .select(['listings.id as listing_id', 'listings.model_name', 'listings.color', 'listings.image as listing_image', 'users.email'])
    .select(['seen.id as seen_id', 'seen.model_name as seen_model_name'])
    .where('possession_photos.sent_at', 'is not', null)
    .where('possession_photos.decision', 'is', null)
    .where('listings.sold_at', 'is', null)
    .where('listings.removed_at', 'is', null);

export type QueuedPhoto = Awaited<ReturnType<ReturnType<typeof selectQueue>['executeTakeFirstOrThrow']>>;

/** Photos of phones on sale that nobody has decided about, the earliest first. */
export const findQueue = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<QueuedPhoto>> => {
  const rows = await selectQueue(db)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('possession_photos.sent_at', 'possession_photos.id'), '>', eb.tuple(after?.key ?? 0, after?.id ?? ''))),
    )
    .orderBy('possession_photos.sent_at')
    .orderBy('possession_photos.id')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.sent_at ?? 0, id: row.id }),
    (row) => row,
  );
};

/** Lets go of a picture, which the sweep then removes unless a listing shows it. */
const letGo = async (tx: Db, { id, image_id }: Pick<PossessionPhotosTable, 'id' | 'image_id'>, now: number): Promise<void> => {
  await tx.updateTable('possession_photos').set({ released_at: now }).where('id', '=', id).execute();
  if (image_id !== null) await tx.updateTable('images').set({ used_at: null }).where('id', '=', image_id).execute();
};

type Deciding = { decision: 'confirmed' | 'refused'; reason: string | null; by: string; now: number };

/** Decides about a photo and tells its seller, in one transaction: a confirmed one earns its listing the badge. How many were undecided; null: there is none. */
export const decidePhoto = (db: Db, id: string, { decision, reason, by, now }: Deciding): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('possession_photos')
      .set({ decision, reason, decided_by: by, decided_at: now })
      .where('id', '=', id)
      .where('decision', 'is', null)
      .where('sent_at', 'is not', null)
      .where('listing_id', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!row)
      return (await tx.selectFrom('possession_photos').select('id').where('id', '=', id).where('listing_id', 'is not', null).executeTakeFirst()) ? 0 : null;
    const listing = await tx
      .selectFrom('listings')
      .innerJoin('users', 'users.id', 'listings.seller_id')
      .select(['listings.id', 'listings.model_name', 'users.email'])
      .where('listings.id', '=', row.listing_id)
      .executeTakeFirstOrThrow();
    if (decision === 'confirmed') await tx.updateTable('listings').set({ possession_proven_at: now }).where('id', '=', listing.id).execute();
    else await letGo(tx, row, now);
    await noteListing(tx, listing.id, now);
    const words = decision === 'confirmed' ? possessionConfirmed(listing) : possessionRefused(listing, reason ?? '');
    await notify(tx, [{ recipient: { userId: row.seller_id, email: listing.email }, words }], now);
    return 1;
  });

/** Photos whose listing was removed before then; they are let go of. How many there were. */
export const letGoOfRemoved = (db: Db, before: number, { now, limit }: { now: number; limit: number }): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('possession_photos')
      .innerJoin('listings', 'listings.id', 'possession_photos.listing_id')
      .select(['possession_photos.id', 'possession_photos.image_id'])
      .where('listings.removed_at', '<', before)
      .where('possession_photos.sent_at', 'is not', null)
      .where('possession_photos.released_at', 'is', null)
      .limit(limit)
      .execute();
    for (const row of rows) await letGo(tx, row, now);
    return rows.length;
  });

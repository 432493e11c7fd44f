import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { prepareForEach } from '../../db/prepared.ts';
import type { ImagesTable } from '../../db/tables/pictures.ts';
import type { Db, Tables } from '../../db/tables.ts';

/** What can identify a picture: the id from an address of the shop, or the whole address elsewhere. */
type Named = { ids: string[]; addresses: string[] };

type Kind = ImagesTable['store'];
export type UnusedImage = Pick<ImagesTable, 'id' | 'address' | 'created_at'>;

/** Records who uploaded a picture. */
export async function noteUploader(db: Db, pictures: Named, userId: string): Promise<void> {
  await db.updateTable('images').set({ uploaded_by: userId }).where(named(pictures)).execute();
}

/** Discards a person's pictures that were in use until now, as of `at`, except those that a listing or one of their drafts still shows. */
export async function markUnused(tx: Db, pictures: Named, { by, at }: { by: string; at: number }): Promise<void> {
  if (pictures.ids.length + pictures.addresses.length === 0) return;
  await tx
    .updateTable('images')
    .set({ used_at: null, removed_at: at })
    .where(named(pictures))
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', at)]))
    .where((eb) => eb.or([eb('uploaded_by', '=', by), eb('uploaded_by', 'is', null)]))
    .where((eb) => eb.not(eb.exists(draftsShowing(eb, by))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('listing_photos').select('listing_photos.listing_id').whereRef('listing_photos.image_id', '=', 'images.id'))))
    .execute();
}

/** A draft's addresses are among its other texts. */
function draftsShowing(eb: ExpressionBuilder<Tables, 'images'>, sellerId: string) {
  return eb
    .selectFrom('drafts')
    .select('drafts.id')
    .where('drafts.seller_id', '=', sellerId)
    .where(sql<boolean>`(drafts.content like '%' || images.id || '%' or drafts.content like '%' || images.address || '%')`);
}

/** Whether a message has photos; a literal, as in the index of these. */
export const hasPhotos = sql<SqlBool>`photos <> '[]'`;

/** The addresses of pictures in what a person wrote to others: messages, statements about problems, and reports of lost phones. */
export async function findWritten(db: Db, by: string): Promise<string[]> {
  const messages = await db.selectFrom('conversation_messages').select('photos').where('author_id', '=', by).where(hasPhotos).execute();
  const statements = await db.selectFrom('problem_statements').select('photos').where('author_id', '=', by).execute();
  const reports = await db.selectFrom('lost_phones').select('picture').where('reporter_id', '=', by).execute();
  // Only ever written as JSON of parsed addresses.
  const photos = [...messages, ...statements].flatMap((row) => JSON.parse(row.photos) as string[]);
  return [...photos, ...reports.flatMap(({ picture }) => picture ?? [])];
}

function named({ ids, addresses }: Named) {
  return (eb: ExpressionBuilder<Tables, 'images'>) =>
    eb.or([...(ids.length > 0 ? [eb('id', 'in', ids)] : []), ...(addresses.length > 0 ? [eb('address', 'in', addresses)] : [])]);
}

/** Marks pictures as used, also those that would be discarded only later; returns when each of them was discarded, or null. */
export async function markUsed(tx: Db, pictures: Named, now: number): Promise<(number | null)[]> {
  if (pictures.ids.length + pictures.addresses.length === 0) return [];
  const rows = await tx
    .updateTable('images')
    .set((eb) => ({
      used_at: eb.fn.coalesce('used_at', eb.val(now)),
      removed_at: eb.case().when('removed_at', '>', now).then(null).else(eb.ref('removed_at')).end(),
    }))
    .where(named(pictures))
    .returning('removed_at')
    .execute();
  return rows.map(({ removed_at }) => removed_at);
}

export type OriginRow = Pick<Selectable<ImagesTable>, 'id' | 'address' | 'origin' | 'taken_on' | 'camera'>;

/** Those of these pictures, named by id or address, whose data says where they come from. */
export const findOrigins = prepareForEach<OriginRow>((db, names) => {
  const stated = () => db.selectFrom('images').select(['id', 'address', 'origin', 'taken_on', 'camera']).where('origin', 'is not', null);
  // Two parts, each of which has an index.
  return stated()
    .where('id', 'in', names)
    .unionAll(stated().where('address', 'in', names));
});

/** How many of the pictures that a listing shows say themselves that a program generated them. */
export async function countGenerated(db: Db, listingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('listing_photos')
    .innerJoin('images', 'images.id', 'listing_photos.image_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('listing_photos.listing_id', '=', listingId)
    .where('images.origin', '=', 'generated')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A store's pictures that were never used and aren't discarded yet, oldest first. */
export function findUnused(db: Db, store: Kind, { before, limit }: { before: number; limit: number }): Promise<UnusedImage[]> {
  return db
    .selectFrom('images')
    .select(['id', 'address', 'created_at'])
    .where('used_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('store', '=', store)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Listings after an id, ordered by id, with every address they show. */
export async function findShownAddresses(db: Db, after: string, limit: number): Promise<{ last: string | null; addresses: string[] }> {
  const rows = await db.selectFrom('listings').select(['id', 'image', 'photos']).where('id', '>', after).orderBy('id').limit(limit).execute();
  return { last: rows.length === limit ? (rows.at(-1)?.id ?? null) : null, addresses: rows.flatMap(addressesOf) };
}

/** Every address shown by listings that have one of these pictures on record, where a proof of possession is, too. */
export async function findAddressesBeside(db: Db, imageIds: string[]): Promise<string[]> {
  const listings = db.selectFrom('listing_photos').select('listing_id').where('image_id', 'in', imageIds);
  return (await db.selectFrom('listings').select(['image', 'photos']).where('id', 'in', listings).execute()).flatMap(addressesOf);
}

const addressesOf = ({ image, photos }: { image: string; photos: string }): string[] => [image, ...(JSON.parse(photos) as string[])];

/** Discards pictures, unless they were used in the meantime. */
export async function giveUp(db: Db, ids: string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('images').set({ removed_at: now }).where('id', 'in', ids).where('used_at', 'is', null).where('removed_at', 'is', null).execute();
}

/** A store's discarded pictures whose files may still exist. */
export async function findGivenUp(db: Db, store: Kind, { now, limit }: { now: number; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('used_at', 'is', null)
    .where('removed_at', '<=', now)
    .where('gone_at', 'is', null)
    .where('store', '=', store)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Records that a picture's files are deleted, or left to people to delete. */
export async function markDeleted(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('images').set({ gone_at: now }).where('id', '=', id).execute();
}

/** Deletes some records of pictures whose files have been gone since `before`, except those that people must delete at their host; returns how many. */
export async function forgetGone(db: Db, before: number, limit: number): Promise<number> {
  const gone = db.selectFrom('images').select('id').where('used_at', 'is', null).where('gone_at', '<', before).where('delete_url', 'is', null).limit(limit);
  return Number((await db.deleteFrom('images').where('id', 'in', gone).executeTakeFirst()).numDeletedRows);
}

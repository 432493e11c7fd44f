import { v7 as uuid } from 'uuid';
import type { ImageUploadPartsTable, ImageUploadsTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';

type Part = Pick<ImageUploadPartsTable, 'position' | 'size' | 'content'>;
type Owned = { id: string; userId: string };

export type NewUpload = { userId: string; size: number; now: number };

/** How many incomplete uploads a person has. */
export async function countUnfinished(tx: Db, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('image_uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds the upload of a file of this size in bytes; returns its id. */
export async function insertUpload(tx: Db, { userId, size, now }: NewUpload): Promise<string> {
  const id = uuid({ msecs: now });
  await tx.insertInto('image_uploads').values({ id, user_id: userId, size, received: 0, outcome: null, created_at: now }).execute();
  return id;
}

export async function findUpload(db: Db, { id, userId }: Owned): Promise<ImageUploadsTable | null> {
  const row = await db.selectFrom('image_uploads').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return row ?? null;
}

/** Adds the next part; returns false, and changes nothing, when it isn't the next. */
export function addPart(db: Db, { id, userId }: Owned, part: Part): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const end = part.position + part.size;
    const moved = await tx
      .updateTable('image_uploads')
      .set({ received: end })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('received', '=', part.position)
      .where('size', '>=', end)
      .where('outcome', 'is', null)
      .returning('id')
      .execute();
    if (moved.length === 0) return false;
    await tx
      .insertInto('image_upload_parts')
      .values({ upload_id: id, ...part })
      .execute();
    return true;
  });
}

export async function findPart(db: Db, uploadId: string, position: number): Promise<Part | null> {
  const row = await db
    .selectFrom('image_upload_parts')
    .select(['position', 'size', 'content'])
    .where('upload_id', '=', uploadId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row ?? null;
}

/** All bytes of a file received so far. */
export async function readParts(db: Db, uploadId: string): Promise<Buffer> {
  const rows = await db.selectFrom('image_upload_parts').select('content').where('upload_id', '=', uploadId).orderBy('position').execute();
  return Buffer.concat(rows.map(({ content }) => Buffer.from(content, 'base64')));
}

/** Stores an upload's result and deletes its parts. Returns the stored result: another request's if that came first. */
export function settleUpload(db: Db, id: string, outcome: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await tx.updateTable('image_uploads').set({ outcome }).where('id', '=', id).where('outcome', 'is', null).execute();
    await tx.deleteFrom('image_upload_parts').where('upload_id', '=', id).execute();
    const row = await tx.selectFrom('image_uploads').select('outcome').where('id', '=', id).executeTakeFirst();
    return row?.outcome ?? outcome;
  });
}

/** Deletes an upload; returns how many there were. */
export async function deleteUpload(db: Db, id: string): Promise<number> {
  return Number((await db.deleteFrom('image_uploads').where('id', '=', id).executeTakeFirst()).numDeletedRows);
}

/** Deletes some parts of uploads begun before `before`, complete or not; returns how many. A part has up to a megabyte. */
export async function forgetParts(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('image_upload_parts')
    .where((eb) =>
      eb(
        eb.refTuple('upload_id', 'position'),
        'in',
        eb
          .selectFrom('image_upload_parts')
          .innerJoin('image_uploads', 'image_uploads.id', 'image_upload_parts.upload_id')
          .select(['image_upload_parts.upload_id', 'image_upload_parts.position'])
          .where('image_uploads.created_at', '<', before)
          .limit(limit)
          .$asTuple('upload_id', 'position'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes some uploads begun before `before`, without parts; returns how many. */
export async function forgetUploads(db: Db, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('image_uploads').select('id').where('created_at', '<', before).limit(limit);
  return Number((await db.deleteFrom('image_uploads').where('id', 'in', old).executeTakeFirst()).numDeletedRows);
}

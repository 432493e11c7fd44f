import { insertHashes } from '../../db/photo-hashes.ts';
import type { ImagesTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import type { PerceptualHash, PictureOrigin } from '../../ports/image-store.ts';

type NewImage = Pick<ImagesTable, 'id' | 'width' | 'height' | 'store' | 'created_at'>;

type Found = { perceptualHash: PerceptualHash; origin: PictureOrigin | null };

/** Records a picture and what was found out about it before it is stored. */
export function beginImage(db: Db, image: NewImage, { perceptualHash, origin }: Found): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const nothingYet = { address: null, delete_url: null, stored_at: null, used_at: null, removed_at: null, gone_at: null };
    await tx
      .insertInto('images')
      .values({
        ...image,
        ...nothingYet,
        small: perceptualHash.small,
        hashed_at: image.created_at,
        origin: origin?.kind ?? null,
        taken_on: origin?.takenOn ?? null,
        camera: origin?.camera ?? null,
      })
      .execute();
    await insertHashes(tx, image.id, perceptualHash.hashes);
  });
}

/** Records that all files of a picture are stored. */
export async function finishImage(db: Db, id: string, stored: Pick<ImagesTable, 'address' | 'delete_url' | 'stored_at'>): Promise<void> {
  await db.updateTable('images').set(stored).where('id', '=', id).execute();
}

/** Whether a picture with this address or id is stored and hasn't been removed by now (epoch ms). */
export async function hasImage(db: Db, { address, id, now }: { address: string; id: string | null; now: number }): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where((eb) => (id === null ? eb('address', '=', address) : eb('id', '=', id)))
    .where('stored_at', 'is not', null)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', now)]))
    .executeTakeFirst();
  return row !== undefined;
}

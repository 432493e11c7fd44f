import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { openDatabase } from '#server/db/database.ts';
import type { Db } from '#server/db/tables.ts';
import { FRONT_ID, pictureAddress } from './values.ts';

/** The same for a running shop, with its SQLite file in this directory or on PostgreSQL. */
export async function insertFrontPictureIn(directory: string, url?: string): Promise<void> {
  const db = openDatabase(
    url === undefined ? { kind: 'sqlite', file: join(directory, 'redial.db') } : { kind: 'postgres', url, pool: 1, replicaUrl: null, isPrepared: false },
  );
  await insertFrontPicture(db).finally(() => db.destroy());
}

/** Adds the picture that `listingInput` names to a shop, without its files; `createTestApp` does this. */
export async function insertFrontPicture(db: Db): Promise<void> {
  await db
    .insertInto('images')
    .values(pictureRow(FRONT_ID))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function pictureRow(id: string) {
  const now = Date.now();
  return {
    id,
    width: 1280,
    height: 960,
    store: 'disk' as const,
    address: pictureAddress(id),
    delete_url: null,
    created_at: now,
    stored_at: now,
    used_at: now,
    removed_at: null,
    gone_at: null,
    hashed_at: now,
  };
}

/** Adds another stored picture, without its files. Returns its address. */
export async function createPicture(db: Db): Promise<string> {
  const id = uuid();
  await db.insertInto('images').values(pictureRow(id)).execute();
  return pictureAddress(id);
}

import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { openDatabase } from '#server/db/database.ts';
import type { Db } from '#server/db/tables.ts';

const pictureRow = (id: string) => ({
  id,
  width: 1280,
  height: 960,
  store: 'disk' as const,
  address: addressOf(id),
  delete_url: null,
  created_at: Date.now(),
  stored_at: Date.now(),
  used_at: Date.now(),
  removed_at: null,
  gone_at: null,
  hashed_at: Date.now(),
});

const addressOf = (id: string): string => `/images/${id}/1280.webp`;
const FRONT_ID = '01990000-0000-7000-8000-000000000001';
/** The picture that listings of tests show: a row without files, which `keepFront` writes. */
export const FRONT = addressOf(FRONT_ID);

/** Has a shop know the picture that `listingInput` names; `createTestApp` does it. */
export const cacheNothing = async (db: Db): Promise<void> => {
  await db
    .insertInto('images')
    .values(pictureRow(FRONT_ID))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Another picture that a shop keeps, without its files; answers its address. */
export const createPicture = async (db: Db): Promise<string> => {
  const id = uuid();
  await db.insertInto('images').values(pictureRow(id)).execute();
  return addressOf(id);
};

/** The same beside a shop that runs on the SQLite file in this directory, or on PostgreSQL. */
export const keepFrontIn = async (directory: string, url?: string): Promise<void> => {
  const db = openDatabase(
    url === undefined ? { kind: 'sqlite', file: join(directory, 'redial.db') } : { kind: 'postgres', url, pool: 1, replicaUrl: null, isPrepared: false },
  );
  await cacheNothing(db).finally(() => db.destroy());
};

import { deleteSetting, readSetting, writeSetting } from '../db/settings.ts';
import type { Db } from '../db/tables.ts';

const AT_ONCE = 1000;

export type StoredPicture = { id: string; isUsed: boolean };

const LAST = 'last_backup';
const FAILURE = 'last_backup_failure';

/** Pictures whose files are on this machine's disk, in batches. */
export async function* storedPictures(db: Db): AsyncGenerator<StoredPicture[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'used_at'])
      .where('id', '>', after)
      .where('store', '=', 'disk')
      .where('stored_at', 'is not', null)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map(({ id, used_at }) => ({ id, isUsed: used_at !== null }));
    after = rows.at(-1)?.id ?? '';
    if (rows.length < AT_ONCE) return;
  }
}

/** When the last backup was made, and when one failed since, in epoch ms; null: never. */
export type LastTries = { madeAt: number | null; failedAt: number | null };

export async function readLastTries(db: Db): Promise<LastTries> {
  return { madeAt: await readMoment(db, LAST), failedAt: await readMoment(db, FAILURE) };
}

async function readMoment(db: Db, key: string): Promise<number | null> {
  const written = await readSetting(db, key);
  return written === undefined ? null : Number((JSON.parse(written) as { at: number }).at);
}

/** Records a successful backup and clears the last failure. */
export async function noteBackup(db: Db, made: { at: number; bytes: number; file: string }): Promise<void> {
  await write(db, LAST, made);
  await deleteSetting(db, FAILURE);
}

const write = (db: Db, key: string, value: object): Promise<void> => writeSetting(db, key, JSON.stringify(value));

export const noteFailure = (db: Db, failure: { at: number; message: string }): Promise<void> => write(db, FAILURE, failure);

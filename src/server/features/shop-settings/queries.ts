import { sql } from 'kysely';
import { type SettingName, STORED_VERSIONS } from '#contract/shop-settings.ts';
import type { Db } from '../../db/tables.ts';
import { readStored, type StoredSettings } from './stored.ts';

export type Version = { revision: number; settings: StoredSettings };

type ListedVersion = { revision: number; created_at: number; by: string | null; changed: SettingName[] };

type NewVersion = { after: number; settings: StoredSettings; changed: SettingName[]; userId: string; now: number };

/** The current version: revision 0 with nothing set before the first. */
export async function findLatest(db: Db): Promise<Version> {
  const row = await db.selectFrom('shop_settings').select(['revision', 'settings']).orderBy('revision', 'desc').limit(1).executeTakeFirst();
  return row ? { revision: row.revision, settings: readStored(row.settings) } : { revision: 0, settings: {} };
}

/** A version that is still stored. */
export async function findVersion(db: Db, revision: number): Promise<Version | undefined> {
  const row = await db.selectFrom('shop_settings').select(['revision', 'settings']).where('revision', '=', revision).executeTakeFirst();
  return row && { revision: row.revision, settings: readStored(row.settings) };
}

/** All stored versions, most recent first. */
export async function findVersions(db: Db): Promise<ListedVersion[]> {
  const rows = await db
    .selectFrom('shop_settings')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'shop_settings.user_id').on('users.erased_at', 'is', null))
    .select(['shop_settings.revision', 'shop_settings.created_at', 'shop_settings.changed', 'users.name as by'])
    .orderBy('shop_settings.revision', 'desc')
    .execute();
  // Only ever written by the shop itself.
  return rows.map(({ changed, ...row }) => ({ ...row, changed: JSON.parse(changed) as SettingName[] }));
}

/** Writes the version after `after` and deletes the oldest; returns false when somebody else wrote it first. */
export async function insertVersion(tx: Db, { after, settings, changed, userId, now }: NewVersion): Promise<boolean> {
  const written = await sql<{ revision: number }>`insert into shop_settings (revision, settings, changed, user_id, created_at)
    select cast(${after + 1} as integer), ${JSON.stringify(settings)}, ${JSON.stringify(changed)}, ${userId}, cast(${now} as bigint)
    where (select coalesce(max(revision), 0) from shop_settings) = ${after}
    on conflict (revision) do nothing returning revision`.execute(tx);
  if (written.rows.length === 0) return false;
  await tx
    .deleteFrom('shop_settings')
    .where('revision', '<=', after + 1 - STORED_VERSIONS)
    .execute();
  return true;
}

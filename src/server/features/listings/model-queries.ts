import { noteListing } from '../../db/changes.ts';
import { readSetting, writeSetting } from '../../db/settings.ts';
import type { Db } from '../../db/tables.ts';
import type { ModelOfListing } from '../phone-models/index.ts';

/** How far listings have been matched with the catalog: with which version of it, and up to which listing. */
export type Progress = { version: string; after: string };

const KEY = 'listings_models';
export type NamedListing = Awaited<ReturnType<ReturnType<typeof selectNamed>['execute']>>[number];

export async function findProgress(db: Db): Promise<Progress | null> {
  const value = await readSetting(db, KEY);
  // Only ever written by `saveProgress`.
  return value === undefined ? null : (JSON.parse(value) as Progress);
}

/** Listings after this id, ordered by id, including sold and removed ones. */
export function findNamedListings(db: Db, after: string, limit: number): Promise<NamedListing[]> {
  return selectNamed(db).where('listings.id', '>', after).orderBy('listings.id').limit(limit).execute();
}

function selectNamed(db: Db) {
  return db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'listings.category_id')
    .select(['listings.id', 'listings.model_name', 'listings.catalog_model', 'listings.updates_month', 'categories.name as category_name']);
}

/** Writes listings' models and the progress together. */
export function writeModels(db: Db, changed: (ModelOfListing & { id: string })[], progress: Progress, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const { id, ...model } of changed) {
      await tx.updateTable('listings').set(model).where('id', '=', id).execute();
      await noteListing(tx, id, now);
    }
    await saveProgress(tx, progress);
  });
}

export const saveProgress = (db: Db, progress: Progress): Promise<void> => writeSetting(db, KEY, JSON.stringify(progress));

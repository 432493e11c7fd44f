import type { Db } from '../../../db/tables.ts';
import { discardImports } from './queries.ts';

/** Discards imports that nobody confirmed or continued since then. */
export async function endIdleImports(db: Db, since: number): Promise<void> {
  await discardImports(db).where('state', 'in', ['reading', 'review']).where('touched_at', '<', since).execute();
}

/** Imports that ended before then. */
export async function findEndedImports(db: Db, before: number): Promise<string[]> {
  return (await db.selectFrom('listing_imports').select('id').where('ended_at', '<', before).execute()).map(({ id }) => id);
}

/** Deletes some of an import's rows; returns how many. */
export async function deleteSomeRows(db: Db, importId: string, limit: number): Promise<number> {
  const some = db.selectFrom('listing_import_rows').select('position').where('import_id', '=', importId).limit(limit);
  return Number((await db.deleteFrom('listing_import_rows').where('import_id', '=', importId).where('position', 'in', some).executeTakeFirst()).numDeletedRows);
}

export async function deleteEndedImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('listing_imports').where('id', '=', id).where('ended_at', 'is not', null).execute();
}

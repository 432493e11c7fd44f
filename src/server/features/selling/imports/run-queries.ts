import { sql } from 'kysely';
import type { ListingImportRowsTable, ListingImportsTable } from '../../../db/tables/listings.ts';
import type { Db } from '../../../db/tables.ts';

/** Imports whose rows are being listed, oldest first. */
export function findRunning(db: Db): Promise<ListingImportsTable[]> {
  return db.selectFrom('listing_imports').selectAll().where('state', '=', 'running').orderBy('created_at').orderBy('id').execute();
}

/** Locks an import for this transaction; false when its file is no longer being read, or its rows are no longer being listed. */
export async function lockImport(tx: Db, { id, now }: { id: string; now: number }, state: 'reading' | 'running'): Promise<boolean> {
  const row = await tx
    .updateTable('listing_imports')
    .set({ touched_at: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The next rows to be listed. */
export function findReady(tx: Db, id: string, limit: number): Promise<ListingImportRowsTable[]> {
  return tx.selectFrom('listing_import_rows').selectAll().where('import_id', '=', id).where('state', '=', 'ready').orderBy('position').limit(limit).execute();
}

/**
 * Records a row's result: within the transaction that read it as ready while the import is locked, or (`isLocked` false) only if it is still ready.
 * The locked case omits the state from the condition, because an engine might then scan all rows in that state.
 */
export async function settleRow(
  db: Db,
  { import_id, position }: Pick<ListingImportRowsTable, 'import_id' | 'position'>,
  outcome: Partial<Pick<ListingImportRowsTable, 'state' | 'cells' | 'fields' | 'sentence' | 'question' | 'listing_id'>>,
  isLocked: boolean,
): Promise<void> {
  await db
    .updateTable('listing_import_rows')
    .set(outcome)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .$if(!isLocked, (query) => query.where('state', '=', 'ready'))
    .execute();
}

/** Records, in one statement, which listings were made of rows that this transaction read as ready while the import is locked. */
export async function settleListed(tx: Db, importId: string, listed: { position: number; listingId: string }[]): Promise<void> {
  if (listed.length === 0) return;
  const cases = listed.map(({ position, listingId }) => sql`when cast(${position} as bigint) then cast(${listingId} as text)`);
  await tx
    .updateTable('listing_import_rows')
    .set({ state: 'listed', cells: '[]', listing_id: sql<string>`case position ${sql.join(cases, sql` `)} end` })
    .where('import_id', '=', importId)
    .where(
      'position',
      'in',
      listed.map(({ position }) => position),
    )
    .execute();
}

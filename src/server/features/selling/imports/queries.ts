import type { ExpressionBuilder } from 'kysely';
import { v7 as uuid } from 'uuid';
import { minutes } from '#contract/shared/durations.ts';
import { type Cursor, type PageOf, toPage } from '../../../db/paging.ts';
import { HIDDEN } from '../../../db/risks.ts';
import type { ListingImportRowsTable, ListingImportsTable } from '../../../db/tables/listings.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import { lockImport } from './run-queries.ts';

/** A file without progress for this long counts as abandoned. */
const SILENT_MS = minutes(2);
/** When discarded imports ended: long ago, so that they are deleted next. */
const DISCARDED = 0;

export type NewImport = { sellerId: string; fileName: string; origin: string; now: number };
type Begun = { id: string; now: number };

/** `busy`: the seller's last file is still being read, or its rows are being listed. */
export type BegunImport = { outcome: 'begun'; importId: string } | { outcome: 'busy' };

/** Rows by state; `updates` are those ready or listed that change a listing, `unchanged` those skipped because they wouldn't. */
export type Counts = Record<ListingImportRowsTable['state'] | 'updates' | 'unchanged', number>;

export type Narrowed = { states: ListingImportRowsTable['state'][] | null; asked: boolean };
export type OwnListing = Awaited<ReturnType<typeof findOwnListings>>[number];

/** Adds an import, unless one of the seller's is in progress. One that is waiting for confirmation stays until this file is read. */
export async function insertImport(tx: Db, { sellerId, fileName, origin, now }: NewImport): Promise<BegunImport> {
  await discardImports(tx)
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'reading')
    .where('touched_at', '<', now - SILENT_MS)
    .execute();
  if (await hasRunning(tx, sellerId)) return { outcome: 'busy' };
  const row = await tx
    .insertInto('listing_imports')
    .values({
      id: uuid({ msecs: now }),
      seller_id: sellerId,
      file_name: fileName,
      state: 'reading',
      encoding: 'utf-8',
      separator: 'comma',
      columns: '[]',
      origin,
      reason: null,
      created_at: now,
      touched_at: now,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? { outcome: 'begun', importId: row.id } : { outcome: 'busy' };
}

/** Ends imports so that nobody sees them anymore, and `forgetImports` deletes them: thousands of rows in one statement would take too long. */
export function discardImports(db: Db) {
  return db.updateTable('listing_imports').set({ state: 'cancelled', ended_at: DISCARDED });
}

async function hasRunning(tx: Db, sellerId: string): Promise<boolean> {
  const row = await tx.selectFrom('listing_imports').select('id').where('seller_id', '=', sellerId).where('state', '=', 'running').executeTakeFirst();
  return row !== undefined;
}

/** Stores rows that were read; returns false when another file was begun since. */
export function addRows(db: Db, reading: Begun, rows: ListingImportRowsTable[]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockImport(tx, reading, 'reading'))) return false;
    if (rows.length > 0) await tx.insertInto('listing_import_rows').values(rows).execute();
    return true;
  });
}

/**
 * Marks a file as read, in place of an import that was waiting for confirmation. `replaced`: another file was begun since; `busy`: the one that was
 * waiting was confirmed in the meantime.
 */
export function endReading(
  db: Db,
  { sellerId, ...reading }: Begun & { sellerId: string },
  found: Pick<ListingImportsTable, 'encoding' | 'separator' | 'columns'>,
): Promise<'read' | 'replaced' | 'busy'> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockImport(tx, reading, 'reading'))) return 'replaced';
    await discardImports(tx).where('seller_id', '=', sellerId).where('state', '=', 'review').execute();
    if (await hasRunning(tx, sellerId)) return 'busy';
    await tx
      .updateTable('listing_imports')
      .set({ ...found, state: 'review' })
      .where('id', '=', reading.id)
      .execute();
    return 'read';
  });
}

/** Discards an import whose file could not be read; returns whether it was still being read. */
export async function dropImport(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await discardImports(db).where('id', '=', id).where('state', '=', 'reading').executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findImports(db: Db, sellerId: string, limit: number): Promise<ListingImportsTable[]> {
  return db
    .selectFrom('listing_imports')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where(isShown)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findImport(db: Db, { id, sellerId }: { id: string; sellerId: string }): Promise<ListingImportsTable | undefined> {
  return db.selectFrom('listing_imports').selectAll().where('id', '=', id).where('seller_id', '=', sellerId).where(isShown).executeTakeFirst();
}

/** Whether a file was read and not discarded. */
const isShown = (eb: ExpressionBuilder<Tables, 'listing_imports'>) =>
  eb.and([eb('state', '!=', 'reading'), eb.or([eb('ended_at', 'is', null), eb('ended_at', '!=', DISCARDED)])]);

/** How many rows of an import are in each state. */
export async function countRows(db: Db, id: string): Promise<Counts> {
  const rows = await db
    .selectFrom('listing_import_rows')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.count<number>('known_listing').as('known')])
    .where('import_id', '=', id)
    .groupBy('state')
    .execute();
  const counts: Counts = { ready: 0, refused: 0, skipped: 0, listed: 0, failed: 0, updates: 0, unchanged: 0 };
  for (const { state, count, known } of rows) {
    counts[state] = Number(count);
    if (state === 'ready' || state === 'listed') counts.updates += Number(known);
    if (state === 'skipped') counts.unchanged = Number(known);
  }
  return counts;
}

/** One page of an import's rows, in file order, without their cells. */
export async function findRows(
  db: Db,
  id: string,
  { states, asked, limit, after }: Narrowed & { limit: number; after: Cursor | null },
): Promise<PageOf<Omit<ListingImportRowsTable, 'cells'>>> {
  const rows = await db
    .selectFrom('listing_import_rows')
    .select(['import_id', 'position', 'state', 'title', 'price', 'fields', 'sentence', 'question'])
    .select(['imei_hash', 'imei_last4', 'imei_key_id', 'known_as', 'listing_id', 'known_listing'])
    .where('import_id', '=', id)
    .where('position', '>', after?.key ?? 0)
    .$if(states !== null, (query) => query.where('state', 'in', states ?? []))
    .$if(asked, (query) => query.where('question', 'is not', null))
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.position, id }),
    (row) => row,
  );
}

/** Rows with errors after a position, with their cells. */
export function findProblems(db: Db, id: string, after: number, limit: number) {
  return db
    .selectFrom('listing_import_rows')
    .select(['position', 'fields', 'sentence', 'cells'])
    .where('import_id', '=', id)
    .where('position', '>', after)
    .where('state', 'in', ['refused', 'skipped', 'failed'])
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Changes an import's state from one of these to another; returns how many there were. */
export async function moveImport(
  db: Db,
  id: string,
  { from, to, now, reason = null }: { from: ListingImportsTable['state'][]; to: ListingImportsTable['state']; now: number; reason?: string | null },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('listing_imports')
    .set({ state: to, touched_at: now, reason, ended_at: to === 'running' ? null : now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A seller's own listings that weren't removed, in listing order after the given one; also paused and hidden ones. `unsold`: only those not sold. */
export function findOwnListings(db: Db, sellerId: string, { after, limit, unsold }: { after: Cursor | null; limit: number; unsold: boolean }) {
  return db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'listings.category_id')
    .selectAll('listings')
    .select('categories.name as category_name')
    .where('listings.seller_id', '=', sellerId)
    .where((eb) => eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_reason', 'in', HIDDEN)]))
    .$if(unsold, (query) => query.where('listings.sold_at', 'is', null))
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('listings.created_at', 'listings.id'), '>', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('listings.created_at')
    .orderBy('listings.id')
    .limit(limit)
    .execute();
}

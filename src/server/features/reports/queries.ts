import { v7 as uuid } from 'uuid';
import type { ReportReason } from '#contract/reports.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import { HIDDEN } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';
import type { Recipient } from '../notifications/index.ts';

/** How many of a listing's reports an admin is shown. */
const MOST_SHOWN = 20;

export type ReportedRow = FullListingRow & { reports: number };

export type NewReport = { listingId: string; reporterId: string; reason?: ReportReason; note?: string };

type Closing = { decisionId: string | null; now: number };

/** Adds a report; returns its id, or null when this person has an open report of the listing. */
export async function insertReport(tx: Db, { listingId, reporterId, reason, note }: NewReport, now: number): Promise<string | null> {
  const report = await tx
    .insertInto('reports')
    .values({ id: uuid(), listing_id: listingId, reporter_id: reporterId, created_at: now, closed_at: null, reason: reason ?? null, note: note || null })
    .onConflict((conflict) => conflict.columns(['listing_id', 'reporter_id']).where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return report?.id ?? null;
}

/** Listings with open reports, by when they were last reported. */
export async function findReported(db: Db, { direction, ...page }: ListPage): Promise<PageOf<ReportedRow>> {
  const query = selectListings(db)
    .select((eb) =>
      eb
        .selectFrom('reports')
        .whereRef('reports.listing_id', '=', 'listings.id')
        .where('reports.closed_at', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('reports'))
        .$asScalar()
        .$notNull()
        .as('reports'),
    )
    .where('listings.reported_at', 'is not', null)
    .where('users.removed_at', 'is', null)
    // A listing that is hidden for now keeps its reports.
    .where((eb) => eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_reason', 'in', HIDDEN)]));
  return searchPage(
    query,
    { key: 'listings.reported_at', id: 'listings.id', direction },
    {
      ...page,
      columns: ['listings.model_name', 'users.name', 'users.email'],
      toItem: (row) => row,
    },
  );
}

/** Links a listing's open reports to the decision that they led to; they stay open. */
export async function linkReports(tx: Db, listingId: string, decisionId: string): Promise<void> {
  await tx.updateTable('reports').set({ decision_id: decisionId }).where('listing_id', '=', listingId).where('closed_at', 'is', null).execute();
}

/** Closes a listing's open reports; returns how many there were. */
export async function closeReports(tx: Db, listingId: string, { decisionId, now }: Closing): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ closed_at: now, ...(decisionId !== null && { decision_id: decisionId }) })
    .where('listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Reopens the reports that a decision closed, except those of people who have reported the listing again; returns how many. */
export async function reopenReports(tx: Db, decisionId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ closed_at: null })
    .where('decision_id', '=', decisionId)
    .where('closed_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reports as other')
            .select('other.id')
            .whereRef('other.listing_id', '=', 'reports.listing_id')
            .whereRef('other.reporter_id', '=', 'reports.reporter_id')
            .where('other.closed_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The people whose reports led to a decision and who were not removed. */
export function findReporters(db: Db, decisionId: string): Promise<Recipient[]> {
  return selectReporters(db).where('reports.decision_id', '=', decisionId).execute();
}

/** The people with an open report of a listing who were not removed. */
export function findOpenReporters(db: Db, listingId: string): Promise<Recipient[]> {
  return selectReporters(db).where('reports.listing_id', '=', listingId).where('reports.closed_at', 'is', null).execute();
}

function selectReporters(db: Db) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .select(['users.id as userId', 'users.email'])
    .distinct()
    .where('users.removed_at', 'is', null);
}

/** The latest open reports of each of these listings with who made them, oldest first; `open`: how many the listing has. */
export async function findOpenReports(db: Db, listingIds: string[]) {
  if (listingIds.length === 0) return [];
  const numbered = db
    .selectFrom('reports')
    .select(['id', 'listing_id', 'reporter_id', 'reason', 'note', 'created_at'])
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('listing_id').orderBy('created_at', 'desc').orderBy('id', 'desc'))
        .as('place'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('listing_id'))
        .as('open'),
    ])
    .where('listing_id', 'in', listingIds)
    .where('closed_at', 'is', null);
  return db
    .selectFrom(numbered.as('latest'))
    .innerJoin('users', 'users.id', 'latest.reporter_id')
    .select(['latest.id', 'latest.listing_id', 'latest.reason', 'latest.note', 'latest.created_at', 'latest.open'])
    .select(['users.id as reporter_id', 'users.name as reporter_name'])
    .where('latest.place', '<=', MOST_SHOWN)
    .orderBy('latest.created_at')
    .orderBy('latest.id')
    .execute();
}

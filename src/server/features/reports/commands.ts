import { noteListing } from '../../db/changes.ts';
import { assessLater } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { ForbiddenError } from '../../errors.ts';
import { lockCaller } from '../accounts/index.ts';
import { findShownListing, lockListing, markReported, requireListing } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import { reportedListingGone } from './messages.ts';
import { closeReports, findOpenReporters, insertReport, type NewReport } from './queries.ts';

export type ReportOutcome = { outcome: 'reported'; id: string } | { outcome: 'already_reported' };

/** Reports a listing, unless this person has an open report of it. Throws 404 for one that has no page, 403 for their own. */
export function reportListing(db: Db, report: NewReport, now: number): Promise<ReportOutcome> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, report.reporterId);
    // Locked, so that a removal closes this report or is seen here.
    await lockListing(tx, report.listingId);
    const listing = await findShownListing(tx, report.listingId);
    requireListing(listing);
    if (listing.seller_id === report.reporterId) throw new ForbiddenError('You can’t report your own listing.', 'own_listing');
    const id = await insertReport(tx, report, now);
    if (id === null) return { outcome: 'already_reported' };
    await markReported(tx, report.listingId, now);
    await noteListing(tx, report.listingId, now);
    await assessLater(tx, report.listingId, now);
    return { outcome: 'reported', id };
  });
}

/** Closes the reports of a listing that is gone without a decision on them, and notifies who made them. */
export async function closeReportsOfGone(tx: Db, { id, model_name }: { id: string; model_name: string }, now: number): Promise<void> {
  const words = reportedListingGone(model_name);
  const reporters = await findOpenReporters(tx, id);
  if ((await closeReports(tx, id, { decisionId: null, now })) === 0) return;
  await notify(
    tx,
    reporters.map((recipient) => ({ recipient, words })),
    now,
  );
}

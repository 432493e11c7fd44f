import type { ReportedItem } from '#contract/moderation.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { NotFound } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findListing, requireListing, toListing } from '../listings/index.ts';
import { findReported, insertReport, type ReportedRow, removeListing } from './queries.ts';

const toReportedItem = (row: ReportedRow, viewer: object): ReportedItem => ({ ...toListing(row, viewer), status: 'reported', reports: row.reports });

export const moderationRoutes = (serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void => {
  serve('GET /reportedItems', async ({ caller, query }) => {
    const page = await findReported(db, query.limit, readCursor('reported', query.cursor));
    return { reply: page.items.map((row) => toReportedItem(row, caller)), next: writeCursor('reported', page.next) };
  });

  serve('GET /reportedItems/:productId', async ({ params }) => {
    const listing = await findListing(db, params.productId);
    return { reply: { reportedStatus: listing && listing.reported_at !== null ? 'reported' : null } };
  });

  serve('POST /reportedItems', async ({ caller, body }) => {
    const listing = await findListing(db, body._id);
    requireListing(listing);
    const insertedId = await insertReport(db, listing.id, caller.userId, clock.now());
    return insertedId ? { status: 201, reply: { acknowledged: true, insertedId } } : { reply: { acknowledged: true } };
  });

  serve('DELETE /reportedItems/:id', async ({ caller, params }) => {
    const listing = await findListing(db, params.id);
    if (!listing || listing.reported_at === null) throw new NotFound('No report is open for such a listing.');
    const deletedCount = await removeListing(db, listing.id, { reason: 'reported', by: { role: 'admin', id: caller.userId }, now: clock.now() }, true);
    return { reply: { acknowledged: true, deletedCount } };
  });
};

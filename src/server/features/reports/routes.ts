import type { ReportedItem } from '#contract/reports.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, deleted, inserted } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { ALL_CONTACTS } from '../contacts/index.ts';
import { decide, findSubjectListing } from '../decisions/index.ts';
import { findShownListing, stateOf, toListing } from '../listings/index.ts';
import { reportListing } from './commands.ts';
import { findReported, type ReportedRow } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

/** The default reason given to a seller when an admin removes a reported listing. */
const REPORTED = 'It was reported, and we found that it breaks our rules.';

/** Reports of listings, and what admins do with them. */
export function reportRoutes(serve: ServeCall, { db, clock }: Needs): void {
  serve('GET /reportedItems', async ({ query }) => {
    const { list, direction } = sortedAs('reported', query.sort);
    const page = await findReported(db, { ...query, direction, after: readCursor(list, query.cursor) });
    return { reply: page.items.map((row) => toReportedItem(row)), next: writeCursor(list, page.next) };
  });

  serve('GET /reportedItems/:productId', async ({ params }) => {
    const listing = await findShownListing(db, params.productId);
    return { reply: { reportedStatus: listing && listing.reported_at !== null ? 'reported' : null } };
  });

  serve('POST /reportedItems', async ({ caller, body }) => {
    const { _id, reason, note } = body;
    const report = await reportListing(db, { listingId: _id, reporterId: caller.userId, reason, note }, clock.now());
    if (report.outcome === 'already_reported') return ACKNOWLEDGED;
    return inserted(report.id);
  });

  serve('DELETE /reportedItems/:id', async ({ caller, params }) => {
    const subject = await findSubjectListing(db, params.id);
    if (!subject?.listing?.reported_at || stateOf(subject.listing) === 'removed')
      throw new NotFoundError('This listing has no open reports. Somebody may have decided about them already.');
    const decided = await decide(db, { kind: 'removal', subject, reason: REPORTED, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    return deleted(decided.outcome === 'decided' ? 1 : 0);
  });
}

const toReportedItem = (row: ReportedRow): ReportedItem => ({
  ...toListing(row, ALL_CONTACTS),
  status: 'reported',
  hidden: stateOf(row) === 'hidden',
  reports: row.reports,
});

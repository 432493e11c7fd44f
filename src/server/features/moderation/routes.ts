import type { ReviewItem } from '#contract/decisions.ts';
import type { ReportedItem, ReportReason } from '#contract/moderation.ts';
import { toDollars } from '#contract/shared/money.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { ALL_CONTACTS } from '../contacts/index.ts';
import { findListing, requireListing, toListing } from '../listings/index.ts';
import { decide } from './decide.ts';
import { toListingState, toSignals } from './decision-view.ts';
import { findRecords, findTrades } from './facts-queries.ts';
import { findOpenReports, findQueue, type QueuedRow } from './queue-queries.ts';
import { findReported, insertReport, type ReportedRow } from './report-queries.ts';
import { findSubjectListing } from './subject-queries.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

/** What a listing's seller is told when it is deleted among the reported items, where no reason is asked for. */
const REPORTED = 'It was reported, and the shop found that it does not belong here.';

const toReportedItem = (row: ReportedRow): ReportedItem => ({ ...toListing(row, ALL_CONTACTS), status: 'reported', reports: row.reports });

type Around = {
  reports: Awaited<ReturnType<typeof findOpenReports>>;
  records: Awaited<ReturnType<typeof findRecords>>;
  trades: Awaited<ReturnType<typeof findTrades>>;
};

const toSeller = (row: QueuedRow, { records, trades }: Around): ReviewItem['seller'] => ({
  _id: row.seller_id,
  name: row.seller_name,
  email: row.seller_email,
  since: new Date(row.seller_since).toISOString(),
  verified: row.seller_verified_at !== null,
  suspended: row.seller_suspended_at !== null,
  ...(trades.get(row.seller_id) ?? { offers: 0, sold: 0 }),
  ...(records.get(row.seller_id) ?? { warnings: 0, removals: 0 }),
});

const toReviewItem = (row: QueuedRow, around: Around): ReviewItem => ({
  _id: row.id,
  model_name: row.model_name,
  brand: row.brand,
  image: row.image,
  price: toDollars(row.price_cents),
  description: row.description,
  state: toListingState(row),
  listedAt: new Date(row.created_at).toISOString(),
  seller: toSeller(row, around),
  risk: { score: row.score, signals: toSignals(row.signals) },
  reports: around.reports
    .filter(({ listing_id }) => listing_id === row.id)
    .map((report) => ({
      _id: report.id,
      reporter: report.reporter_name,
      // Only ever written from the contract's reasons.
      reason: report.reason as ReportReason | null,
      note: report.note,
      at: new Date(report.created_at).toISOString(),
    })),
});

const queue = (serve: ServeCall, { db }: Needs): void => {
  serve('GET /reviewQueue', async ({ query }) => {
    const page = await findQueue(db, query.limit, readCursor('review', query.cursor));
    const sellers = [...new Set(page.items.map(({ seller_id }) => seller_id))];
    const ids = page.items.map(({ id }) => id);
    const [reports, records, trades] = await Promise.all([findOpenReports(db, ids), findRecords(db, sellers), findTrades(db, sellers)]);
    return { reply: page.items.map((row) => toReviewItem(row, { reports, records, trades })), next: writeCursor('review', page.next) };
  });
};

export const moderationRoutes = (serve: ServeCall, services: Needs): void => {
  const { db, clock } = services;

  serve('GET /reportedItems', async ({ query }) => {
    const page = await findReported(db, query.limit, readCursor('reported', query.cursor));
    return { reply: page.items.map((row) => toReportedItem(row)), next: writeCursor('reported', page.next) };
  });

  serve('GET /reportedItems/:productId', async ({ params }) => {
    const listing = await findListing(db, params.productId);
    return { reply: { reportedStatus: listing && listing.reported_at !== null ? 'reported' : null } };
  });

  serve('POST /reportedItems', async ({ caller, body }) => {
    const listing = await findListing(db, body._id);
    requireListing(listing);
    const { reason, note } = body;
    const insertedId = await insertReport(db, { listingId: listing.id, reporterId: caller.userId, reason, note }, clock.now());
    return insertedId ? { status: 201, reply: { acknowledged: true, insertedId } } : { reply: { acknowledged: true } };
  });

  serve('DELETE /reportedItems/:id', async ({ caller, params }) => {
    const listing = await findListing(db, params.id);
    const subject = listing && (await findSubjectListing(db, listing.id));
    if (!subject || listing.reported_at === null) throw new NotFoundError('No report is open for such a listing.');
    const decided = await decide(db, { kind: 'removal', subject, reason: REPORTED, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    return { reply: { acknowledged: true, deletedCount: decided === null ? 0 : 1 } };
  });

  queue(serve, services);
};

import type { ReportReason } from '#contract/reports.ts';
import type { ReviewItem, RiskSignal } from '#contract/risk.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { toListingState } from '../decisions/index.ts';
import { findOpenReports } from '../reports/index.ts';
import { findRecords, findTrades } from './facts-queries.ts';
import { findQueue, type QueuedRow } from './queue-queries.ts';

type Around = {
  reports: Awaited<ReturnType<typeof findOpenReports>>;
  records: Awaited<ReturnType<typeof findRecords>>;
  trades: Awaited<ReturnType<typeof findTrades>>;
};

/** The listings that an admin should review. */
export function riskRoutes(serve: ServeCall, { db }: Pick<Services, 'db'>): void {
  serve('GET /reviewQueue', async ({ query }) => {
    const { list, direction } = sortedAs('review', query.sort);
    const page = await findQueue(db, { ...query, direction, after: readCursor(list, query.cursor) });
    const sellers = [...new Set(page.items.map(({ seller_id }) => seller_id))];
    const ids = page.items.map(({ id }) => id);
    const [reports, records, trades] = await Promise.all([findOpenReports(db, ids), findRecords(db, sellers), findTrades(db, sellers)]);
    return { reply: page.items.map((row) => toReviewItem(row, { reports, records, trades })), next: writeCursor(list, page.next) };
  });
}

function toReviewItem(row: QueuedRow, around: Around): ReviewItem {
  return {
    _id: row.id,
    model_name: row.model_name,
    brand: row.brand,
    image: row.image,
    price: toDollars(row.price_cents),
    description: row.description,
    state: toListingState(row),
    listedAt: toIso(row.created_at),
    seller: toSeller(row, around),
    // Only ever written as JSON of assessed signals.
    risk: { score: row.score, signals: JSON.parse(row.signals) as RiskSignal[] },
    ...toReports(around.reports.filter(({ listing_id }) => listing_id === row.id)),
  };
}

function toSeller(row: QueuedRow, { records, trades }: Around): ReviewItem['seller'] {
  return {
    _id: row.seller_id,
    name: row.seller_name,
    email: row.seller_email,
    since: toIso(row.seller_since),
    verified: row.seller_verified_at !== null,
    suspended: row.seller_suspended_at !== null,
    ...(trades.get(row.seller_id) ?? { offers: 0, sold: 0 }),
    ...(records.get(row.seller_id) ?? { warnings: 0, removals: 0 }),
  };
}

const toReports = (reports: Around['reports']) => ({ reportCount: Number(reports[0]?.open ?? 0), reports: reports.map(toReport) });

function toReport(report: Around['reports'][number]): ReviewItem['reports'][number] {
  return {
    _id: report.id,
    reporterId: report.reporter_id,
    reporter: report.reporter_name,
    // Only ever written with the contract's reasons.
    reason: report.reason as ReportReason | null,
    note: report.note,
    at: toIso(report.created_at),
  };
}

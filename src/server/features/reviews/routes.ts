import { RESTORE_DAYS } from '#contract/removals.ts';
import type { OrderReviews, ReportedReview, Review } from '#contract/reviews.ts';
import { days } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { findSeller } from '../accounts/index.ts';
import { requireOrder } from '../orders/index.ts';
import { answerReview, decideReview, reportReview, writeReview } from './commands.ts';
import {
  findOpenReviewReports,
  findReported,
  findReview,
  findReviewable,
  findReviewsOfOrder,
  findReviewsOfSeller,
  type ReportedRow,
  type ReviewableOrder,
  type ReviewRow,
} from './queries.ts';
import { findRemoved } from './removed-queries.ts';
import { alreadyAnswered, alreadyVisible, endOf, requireReadable, requireReviewable, requireSubject, requireVisible } from './rules.ts';
import { scopesOf } from './scopes.ts';

type Needs = Pick<Services, 'db' | 'reads' | 'replica' | 'clock'>;

const OF_SELLER = 'reviews of a seller';

/** What the sides of an order write about each other. */
export function reviewRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /orders/:orderId/reviews', async ({ caller, params }) => {
    const order = await findReviewable(db, caller.userId, params.orderId);
    requireOrder(order);
    return { reply: toOrderReviews(order, await findReviewsOfOrder(db, order.id), { userId: caller.userId, now: clock.now() }) };
  });

  serve('PUT /orders/:orderId/review', async ({ caller, params, body }) => {
    const order = await findReviewable(db, caller.userId, params.orderId);
    requireOrder(order);
    const now = clock.now();
    const end = requireReviewable(order, now);
    const { outcome } = await writeReview(db, order, body, { authorId: caller.userId, end, now });
    if (outcome === 'visible') throw alreadyVisible();
    return updated();
  });

  serve('POST /reviews/:id/answer', async ({ caller, params, body }) => {
    const review = await findReview(db, params.id);
    requireVisible(review, clock.now());
    requireSubject(review, caller.userId);
    if (!(await answerReview(db, review, body.text, clock.now()))) throw alreadyAnswered();
    return updated();
  });

  serve('POST /reviews/:id/reports', async ({ caller, params, body }) => {
    const review = await findReview(db, params.id);
    requireVisible(review, clock.now());
    requireReadable(review, caller.userId);
    const isNew = await reportReview(db, { id: review.id, reporterId: caller.userId, reason: body.reason, now: clock.now() });
    return isNew ? { status: 201, reply: { acknowledged: true } } : ACKNOWLEDGED;
  });

  serve('GET /sellers/:id/reviews', async ({ caller, params: { id }, query: { limit, cursor } }) => {
    const [reads, now] = [readFor(caller, services), clock.now()];
    if (!(await findSeller(reads, id))) throw new NotFoundError('This seller isn’t here, or isn’t anymore.');
    const page = await findReviewsOfSeller(reads, id, { now, limit, after: readCursor(OF_SELLER, cursor) });
    const shows = await scopesOf(reads, id, now);
    return { reply: page.items.map(toReview), next: writeCursor(OF_SELLER, page.next), ...(shows && { shows }) };
  });

  serve('GET /reportedReviews', async ({ query }) => {
    const { list, direction } = sortedAs(`${query.show} reviews`, query.sort);
    const asked = { ...query, direction, after: readCursor(list, query.cursor) };
    const page = query.show === 'reported' ? await findReported(db, asked) : await findRemoved(db, clock.now() - days(RESTORE_DAYS), asked);
    const reports = await findOpenReviewReports(
      db,
      page.items.map(({ id }) => id),
    );
    return { reply: page.items.map((row) => toReportedReview(row, reports)), next: writeCursor(list, page.next) };
  });

  serve('POST /reportedReviews/:id/decision', async ({ caller, params, body }) => {
    const review = await findReview(db, params.id);
    if (!review) throw new NotFoundError('There is no such review.');
    const isDecided = await decideReview(db, review, { ...body, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    return updated(isDecided);
  });
}

function toOrderReviews(order: ReviewableOrder, rows: ReviewRow[], { userId, now }: { userId: string; now: number }): OrderReviews {
  const own = rows.find(({ author_id }) => author_id === userId);
  const theirs = rows.find(({ author_id, visible_at, removed_at }) => author_id !== userId && visible_at <= now && removed_at === null);
  const end = endOf(order);
  const canWrite = end !== null && now < end && (!own || own.visible_at > now);
  return {
    writeUntil: canWrite ? toIso(own?.visible_at ?? end) : null,
    own: own
      ? { ...toReview(own), visibleAt: toIso(own.visible_at), isVisible: own.visible_at <= now && own.removed_at === null, removedReason: own.removed_reason }
      : null,
    theirs: theirs ? { ...toReview(theirs), canAnswer: theirs.answer === null } : null,
  };
}

/** A review as anybody may see it: of its author only the first name. */
function toReview(row: ReviewRow): Review {
  return {
    _id: row.id,
    author: row.author_removed_at === null ? firstName(row.author_name) : null,
    stars: row.stars,
    text: row.text,
    at: toIso(row.created_at),
    answer: row.answer,
  };
}

const firstName = (name: string): string => name.trim().split(/\s/u, 1)[0] ?? '';

function toReportedReview(row: ReportedRow, reports: { review_id: string; reason: string }[]): ReportedReview {
  return {
    _id: row.id,
    stars: row.stars,
    text: row.text,
    answer: row.answer,
    author: { _id: row.author_id, name: row.author_name },
    subject: { _id: row.subject_id, name: row.subject_name },
    orderId: row.order_id,
    reasons: reports.filter(({ review_id }) => review_id === row.id).map(({ reason }) => reason),
    reportedAt: toIso(row.reported_at ?? row.created_at),
    removedAt: toIso(row.removed_at),
    removedReason: row.removed_reason,
  };
}

import { RESTORE_DAYS } from '#contract/removals.ts';
import type { ReviewDecision, ReviewInput } from '#contract/reviews.ts';
import { days } from '#contract/shared/durations.ts';
import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { findRecipients, lockCaller, lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { endReviewRemoval, recordReviewRemoval, type Undo } from '../decisions/index.ts';
import { lockListing } from '../listings/index.ts';
import { notify, type Words } from '../notifications/index.ts';
import { type Actor, sideOf } from '../orders/index.ts';
import { reviewAnswered, reviewAsked, reviewDecided, reviewReportDecided, reviewsShown } from './messages.ts';
import {
  changeReview,
  closeReviewReports,
  findReview,
  findReviewable,
  hasReview,
  insertReview,
  insertReviewReport,
  markReviewReported,
  type ReviewableOrder,
  type ReviewRow,
  setAnswer,
  showBoth,
} from './queries.ts';
import { findReportersUntil, markReviewRestored } from './removed-queries.ts';
import { noRestoring, noSuchReview, requireVisible } from './rules.ts';

type Writing = { authorId: string; end: number; now: number };

/** `changed`: or it says that already. `visible`: it can be read by now, and so no longer be changed. */
export type WriteOutcome = { outcome: 'written' | 'changed' | 'visible' };

/** Writes or changes somebody's review of the other side. The second of the two makes both visible. */
export function writeReview(db: Db, order: ReviewableOrder, review: ReviewInput, { authorId, end, now }: Writing): Promise<WriteOutcome> {
  const subjectId = order.buyer_id === authorId ? order.seller_id : order.buyer_id;
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, authorId);
    // Two sides that write at the same moment take turns, so that the second sees the first.
    await lockListing(tx, order.listing_id);
    const added = { ...review, orderId: order.id, side: sideOf(order, authorId), authorId, subjectId, now, visibleAt: end };
    if (!(await insertReview(tx, added))) {
      const own = { orderId: order.id, authorId };
      const isWritten = (await changeReview(tx, own, { ...review, now })) || (await hasReview(tx, own, review));
      return { outcome: isWritten ? 'changed' : 'visible' };
    }
    // A hidden one, too: it becomes visible by itself, and what is cached of the person reviewed must say when.
    await noteListing(tx, order.listing_id, now);
    if (await showBoth(tx, order.id, now)) {
      await notifyEach(tx, [authorId, subjectId], () => reviewsShown(order), now);
    } else {
      await notifyEach(tx, [subjectId], () => reviewAsked(order, authorId), now);
    }
    return { outcome: 'written' };
  });
}

/** Notifies those of these people who are still here. */
async function notifyEach(tx: Db, ids: string[], toWords: (userId: string) => Words, now: number): Promise<void> {
  const recipients = await findRecipients(tx, ids);
  await notify(
    tx,
    recipients.map((recipient) => ({ recipient, words: toWords(recipient.userId) })),
    now,
  );
}

/** Answers a review, and tells its author; returns false when it has another answer. Throws 404 when it was removed. */
export function answerReview(db: Db, review: ReviewRow, text: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, review.subject_id);
    const listingId = await lockListingOf(tx, review);
    if (!(await setAnswer(tx, review.id, { text, now }))) {
      const answered = await findReview(tx, review.id);
      requireVisible(answered, now);
      return answered.answer === text;
    }
    await noteListing(tx, listingId, now);
    await notifyEach(tx, [review.author_id], () => reviewAnswered(review.order_id, review.subject_id), now);
    return true;
  });
}

/** Locks the listing that a review is about before the review, as where its seller's account is deleted, or the two could deadlock. Returns its id. */
async function lockListingOf(tx: Db, { author_id, order_id }: ReviewRow): Promise<string> {
  const listingId = (await findReviewable(tx, author_id, order_id))?.listing_id ?? '';
  await lockListing(tx, listingId);
  return listingId;
}

/** Reports a review for the admins to look at; returns false when this person has before. Throws 404 when it was removed. */
export function reportReview(db: Db, report: Parameters<typeof insertReviewReport>[1]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, report.reporterId);
    if (!(await insertReviewReport(tx, report))) return false;
    // An admin may have removed it since it was looked up.
    if (!(await markReviewReported(tx, report.id, report.now))) throw noSuchReview();
    return true;
  });
}

type Deciding = { decision: ReviewDecision; reason: string; by: Actor; now: number };

/**
 * Keeps or removes a reported review, or restores a removed one, and tells everyone concerned why; returns false when it has no open reports anymore, or
 * can't be restored.
 */
export function decideReview(db: Db, review: ReviewRow, deciding: Deciding): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // First, as where the decision that removed it is undone.
    await lockUser(tx, review.author_id);
    return decideIn(tx, review, deciding);
  });
}

/** Restores a review, since the decision that removed it is undone. Throws 409 when that is too late. */
export const restoreReview: Undo = async (tx, decision, { reason, by, now }) => {
  const review = await findReview(tx, decision.review_id ?? '');
  if (!review || !(await decideIn(tx, review, { decision: 'restore', reason, by, now }))) throw noRestoring();
};

async function decideIn(tx: Db, review: ReviewRow, { by, now, ...decided }: Deciding): Promise<boolean> {
  const listingId = await lockListingOf(tx, review);
  const reporters = await applyDecision(tx, review, { ...decided, now });
  if (reporters === null) return false;
  const { id, author_id, subject_id, order_id, stars } = review;
  if (decided.decision !== 'keep') await noteListing(tx, listingId, now);
  if (decided.decision === 'remove') await recordReviewRemoval(tx, { authorId: author_id, reviewId: id, reason: decided.reason, by, now });
  if (decided.decision === 'restore') await endReviewRemoval(tx, { reviewId: id, authorId: author_id, reason: decided.reason, now });
  await writeAudit(tx, {
    act: actOf(decided.decision),
    subject: { kind: 'order', id: order_id },
    after: { stars, reports: reporters.length },
    by,
    now,
  });
  await notifyEach(tx, [author_id, subject_id], (userId) => reviewDecided(order_id, decided, userId === author_id), now);
  const others = reporters.filter((reporterId) => reporterId !== author_id && reporterId !== subject_id);
  if (others.length > 0) await notifyEach(tx, others, () => reviewReportDecided(decided, review.side === 'buyer' ? subject_id : author_id), now);
  return true;
}

/** Returns who had reported the review; null when there is nothing to decide. */
async function applyDecision(tx: Db, { id, removed_at }: ReviewRow, { decision, reason, now }: Omit<Deciding, 'by'>): Promise<string[] | null> {
  if (decision !== 'restore') return closeReviewReports(tx, id, { removedReason: decision === 'remove' ? reason : null, now });
  const isRestored = await markReviewRestored(tx, id, now - days(RESTORE_DAYS));
  return isRestored ? findReportersUntil(tx, id, removed_at ?? 0) : null;
}

function actOf(decision: ReviewDecision) {
  if (decision === 'restore') return 'review_restored';
  return decision === 'remove' ? 'review_removed' : 'review_cleared';
}

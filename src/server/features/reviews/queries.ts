import { v7 as uuid } from 'uuid';
import type { ReviewInput } from '#contract/reviews.ts';
import { type Cursor, type ListPage, type PageOf, readPage, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';

export type ReviewableOrder = NonNullable<Awaited<ReturnType<typeof findReviewable>>>;
export type ReviewRow = Awaited<ReturnType<typeof findReviewsOfOrder>>[number];
export type ReportedRow = Awaited<ReturnType<typeof findReported>>['items'][number];

/** A paid order of which somebody is a side; undefined for any other. */
export function findReviewable(db: Db, userId: string, orderId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .select(['orders.id', 'orders.listing_id', 'orders.product_name', 'orders.buyer_id', 'orders.seller_id'])
    .select(['fulfillments.state', 'fulfillments.handed_over_at', 'fulfillments.ended_at'])
    .where('orders.id', '=', orderId)
    .where((eb) => eb.or([eb('orders.buyer_id', '=', userId), eb('orders.seller_id', '=', userId)]))
    .executeTakeFirst();
}

/** Both sides' reviews of an order, hidden and removed ones too. */
export function findReviewsOfOrder(db: Db, orderId: string) {
  return selectReviews(db).where('reviews.order_id', '=', orderId).execute();
}

function selectReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('users as authors', 'authors.id', 'reviews.author_id')
    .selectAll('reviews')
    .select(['authors.name as author_name', 'authors.removed_at as author_removed_at']);
}

/** Reviews with both people's names, to filter further. */
export function selectWithSubjects(db: Db) {
  return selectReviews(db).innerJoin('users as subjects', 'subjects.id', 'reviews.subject_id').select('subjects.name as subject_name');
}

export async function findReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return selectReviews(db).where('reviews.id', '=', id).executeTakeFirst();
}

/** What buyers wrote about a seller that is visible, newest first. */
export function findReviewsOfSeller(
  db: Db,
  sellerId: string,
  { now, ...page }: { now: number; limit: number; after: Cursor | null },
): Promise<PageOf<ReviewRow>> {
  const query = selectReviews(db)
    .where('reviews.subject_id', '=', sellerId)
    .where('reviews.side', '=', 'buyer')
    .where('reviews.removed_at', 'is', null)
    .where('reviews.visible_at', '<=', now);
  return readPage(query, { key: 'reviews.visible_at', id: 'reviews.id' }, { ...page, toItem: (row) => row });
}

/** Whether a review of a seller becomes visible by itself between two moments (epoch ms). */
export async function findComingReview(db: Db, sellerId: string, { from, to }: { from: number; to: number }): Promise<boolean> {
  const row = await db
    .selectFrom('reviews')
    .select('id')
    .where('subject_id', '=', sellerId)
    .where('side', '=', 'buyer')
    .where('removed_at', 'is', null)
    .where('visible_at', '>', from)
    .where('visible_at', '<=', to)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type NewReview = ReviewInput & { orderId: string; side: 'buyer' | 'seller'; authorId: string; subjectId: string; now: number; visibleAt: number };

/** Adds a review; returns false when its author has written one already. */
export async function insertReview(tx: Db, { orderId, side, authorId, subjectId, stars, text, now, visibleAt }: NewReview): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reviews')
    .values({
      ...{
        id: uuid(),
        order_id: orderId,
        side,
        author_id: authorId,
        subject_id: subjectId,
        stars,
        text,
        created_at: now,
        visible_at: visibleAt,
        notify_at: visibleAt,
      },
      ...{ answer: null, answered_at: null, reported_at: null, removed_at: null, removed_reason: null },
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'side']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes a review that is still hidden; returns whether it was. */
export async function changeReview(tx: Db, { orderId, authorId }: { orderId: string; authorId: string }, { stars, text, now }: ReviewInput & { now: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set({ stars, text })
    .where('order_id', '=', orderId)
    .where('author_id', '=', authorId)
    .where('visible_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether somebody's review of an order says this. */
export async function hasReview(tx: Db, { orderId, authorId }: { orderId: string; authorId: string }, { stars, text }: ReviewInput): Promise<boolean> {
  const same = tx.selectFrom('reviews').select('id').where('order_id', '=', orderId).where('author_id', '=', authorId).where('stars', '=', stars);
  return (await same.where('text', '=', text).executeTakeFirst()) !== undefined;
}

/** Makes the reviews of an order visible now if both sides have written; returns whether it did. */
export async function showBoth(tx: Db, orderId: string, now: number): Promise<boolean> {
  const written = await tx.selectFrom('reviews').select('id').where('order_id', '=', orderId).execute();
  if (written.length < 2) return false;
  await tx.updateTable('reviews').set({ visible_at: now, notify_at: null }).where('order_id', '=', orderId).where('visible_at', '>', now).execute();
  return true;
}

/** Answers a visible review, unless it was answered or removed; returns whether it did. */
export async function setAnswer(tx: Db, id: string, { text, now }: { text: string; now: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set({ answer: text, answered_at: now })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds a report; returns false when this person has reported the review before. */
export async function insertReviewReport(tx: Db, { id, reporterId, reason, now }: { id: string; reporterId: string; reason: string; now: number }) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('review_reports')
    .values({ review_id: id, reporter_id: reporterId, reason, created_at: now, closed_at: null })
    .onConflict((conflict) => conflict.columns(['review_id', 'reporter_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Puts a review before the admins, unless it was removed; returns whether it did. */
export async function markReviewReported(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('reviews').set({ reported_at: now }).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reviews with open reports, by when they were last reported. */
export function findReported(db: Db, { direction, ...page }: ListPage) {
  return searchPage(
    selectWithSubjects(db).where('reviews.reported_at', 'is not', null),
    { key: 'reviews.reported_at', id: 'reviews.id', direction },
    {
      ...page,
      columns: ['reviews.text', 'authors.name', 'subjects.name'],
      toItem: (row) => row,
    },
  );
}

/** The open reports of these reviews, oldest first. */
export async function findOpenReviewReports(db: Db, ids: string[]): Promise<{ review_id: string; reason: string }[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom('review_reports').select(['review_id', 'reason']).where('review_id', 'in', ids).where('closed_at', 'is', null);
  return query.orderBy('created_at').execute();
}

/** Closes the reports of a review, and removes it if there is a reason to; returns who had reported it, or null when nobody had anymore. */
export async function closeReviewReports(tx: Db, id: string, { removedReason, now }: { removedReason: string | null; now: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set({ reported_at: null, ...(removedReason !== null && { removed_at: now, removed_reason: removedReason }) })
    .where('id', '=', id)
    .where('reported_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const closed = await tx
    .updateTable('review_reports')
    .set({ closed_at: now })
    .where('review_id', '=', id)
    .where('closed_at', 'is', null)
    .returning('reporter_id')
    .execute();
  return closed.map(({ reporter_id }) => reporter_id);
}

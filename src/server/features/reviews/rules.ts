import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import { REVIEW_DAYS, reviewsEnd } from '#contract/reviews.ts';
import { RESTORE_DAYS } from '#contract/shared/deadlines.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';

type Order = { buyer_id: string; state: FulfillmentState; handed_over_at: number | null; ended_at: number | null };
type Written = { subject_id: string; visible_at: number; removed_at: number | null };

/** Until when both sides of an order can review each other (epoch ms); null when they can't. */
export const endOf = (order: Omit<Order, 'buyer_id'>): number | null => reviewsEnd({ ...order, handedOverAt: order.handed_over_at, endedAt: order.ended_at });

/** Throws 409 before an order has ended, and when the time to review it is over. Returns when that will be (epoch ms). */
export function requireReviewable(order: Order, now: number): number {
  const end = endOf(order);
  if (end === null) throw new ConflictError('order_changed', 'You can review each other once the order is complete.');
  if (now >= end) throw new ConflictError('conflict', `The ${REVIEW_DAYS} days to write a review are over.`);
  return end;
}

/** Throws 404 for a review that this reader can't see. */
export function requireVisible<T extends Written>(review: T | undefined, now: number): asserts review is T {
  if (!review || review.visible_at > now || review.removed_at !== null) throw noSuchReview();
}

/** Throws 404 for a review of a buyer, which only its two sides can read. */
export function requireReadable({ side, author_id, subject_id }: { side: OrderSide; author_id: string; subject_id: string }, userId: string): void {
  if (side === 'seller' && author_id !== userId && subject_id !== userId) throw noSuchReview();
}

export const noSuchReview = (): NotFoundError => new NotFoundError('There is no such review.');

/** Throws 404 for anybody but the person reviewed. */
export function requireSubject({ subject_id }: Pick<Written, 'subject_id'>, userId: string): void {
  if (subject_id !== userId) throw noSuchReview();
}

export const noRestoring = (): ConflictError =>
  new ConflictError('conflict', `This review was restored already, or removed more than ${RESTORE_DAYS} days ago.`);
export const alreadyVisible = (): ConflictError => new ConflictError('conflict', 'Your review can be read by now, so it can’t be changed anymore.');
export const alreadyAnswered = (): ConflictError => new ConflictError('conflict', 'You’ve already answered this review.');

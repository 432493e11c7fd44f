import { z } from 'zod';
import type { FulfillmentState } from './fulfillment.ts';
import { RESTORE_DAYS, REVIEW_DAYS } from './shared/deadlines.ts';
import { days } from './shared/durations.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { ListQuery, PageQuery } from './shared/paging.ts';
import { Inserted, Moment, Updated } from './shared/replies.ts';
import { hasAtMost, Id, isStorable, isWithinReach, requiredText, STORABLE_MESSAGE } from './shared/text.ts';

export { REVIEW_DAYS };

/** Until when both sides can review each other (epoch ms); null while the order goes on, and when the phone never changed hands. */
export function reviewsEnd({ state, handedOverAt, endedAt }: { state: FulfillmentState; handedOverAt: number | null; endedAt: number | null }): number | null {
  const hasHappened = state === 'completed' || (state === 'decided' && handedOverAt !== null);
  return hasHappened && endedAt !== null ? endedAt + days(REVIEW_DAYS) : null;
}

const MAX_REVIEW = 1000;
const MAX_REVIEW_ANSWER = 500;
const MAX_REASON = 500;

export const Stars = z.int('Choose one to five stars.').min(1, 'Choose one to five stars.').max(5, 'Choose one to five stars.');

const LONG_REVIEW = `A review can have at most ${MAX_REVIEW.toLocaleString('en-US')} characters.`;

const ReviewText = z
  .string('A review must be text.')
  .refine(isWithinReach(MAX_REVIEW), { message: LONG_REVIEW, abort: true })
  .trim()
  .refine(hasAtMost(MAX_REVIEW), LONG_REVIEW)
  .refine(isStorable, STORABLE_MESSAGE);

export const ReviewInput = z.object({ stars: Stars, text: ReviewText.default('') }, 'A review is required.');
export type ReviewInput = z.output<typeof ReviewInput>;

/** A review that anybody may read. */
export const Review = z.object({
  _id: z.string(),
  /** The author's first name; null once they have left. */
  author: z.string().nullable(),
  stars: Stars,
  text: z.string(),
  at: Moment,
  /** What the person reviewed says to it. */
  answer: z.string().nullable(),
});
export type Review = z.infer<typeof Review>;

/** The two reviews of an order, as one side of it sees them. */
export const OrderReviews = z.object({
  /** Until when the caller can write or change theirs; null when they can't. */
  writeUntil: Moment.nullable(),
  /** The caller's review; `visibleAt`: from when the other side and the public can read it. */
  own: Review.extend({ visibleAt: Moment, isVisible: z.boolean(), removedReason: z.string().nullable() }).nullable(),
  /** The other side's, once it is visible; `canAnswer`: the caller hasn't answered it yet. */
  theirs: Review.extend({ canAnswer: z.boolean() }).nullable(),
});
export type OrderReviews = z.infer<typeof OrderReviews>;

/** A review with open reports, or one that was removed. */
export const ReportedReview = z.object({
  _id: z.string(),
  stars: Stars,
  text: z.string(),
  answer: z.string().nullable(),
  author: z.object({ _id: z.string(), name: z.string() }),
  /** The person reviewed. */
  subject: z.object({ _id: z.string(), name: z.string() }),
  orderId: z.string(),
  /** Why people reported it, oldest first; of a removed one none is open. */
  reasons: z.array(z.string()),
  reportedAt: Moment,
  removedAt: Moment.nullable(),
  removedReason: z.string().nullable(),
});
export type ReportedReview = z.infer<typeof ReportedReview>;

/** What an admin does with a reported review, or with a removed one. */
export const ReviewDecision = z.enum(['keep', 'remove', 'restore'], 'Keep the review, remove it or restore it.');
export type ReviewDecision = z.infer<typeof ReviewDecision>;

const OrderParams = z.object({ orderId: Id });
const ById = z.object({ id: Id });
const Reason = requiredText('Reason', MAX_REASON);

export const reviewCalls = {
  'GET /orders/:orderId/reviews': {
    summary: 'Returns what both sides of the caller’s order wrote about each other. The other side’s review is hidden until both wrote or the time is over.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: OrderReviews,
  },
  'PUT /orders/:orderId/review': {
    summary: `Writes the caller’s review of the other side, or changes it while it is hidden; possible for ${REVIEW_DAYS} days after the order ended with a handover. The same review, sent again, counts as written.`,
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: ReviewInput,
    reply: Updated,
  },
  'POST /reviews/:id/answer': {
    summary: 'Answers a review of the caller, once. The same answer, sent again, counts as given.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    body: z.object({ text: requiredText('An answer', MAX_REVIEW_ANSWER) }),
    reply: Updated,
  },
  'POST /reviews/:id/reports': {
    summary: 'Reports a review, once per person.',
    access: 'signed-in',
    rows: 'any',
    limit: 'report',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Inserted,
  },
  'GET /sellers/:id/reviews': {
    summary: 'Lists what buyers wrote about a seller, newest first.',
    access: 'anyone',
    rows: 'any',
    params: ById,
    query: PageQuery,
    reply: z.array(Review),
    paged: true,
  },
  'GET /reportedReviews': {
    summary: `Lists reviews with open reports, most recently reported first, or with \`show=removed\` those removed in the last ${RESTORE_DAYS} days; \`search\` finds words of the review or of either person’s name.`,
    access: 'admin',
    rows: 'any',
    query: ListQuery.extend({ show: z.enum(['reported', 'removed'], 'Show reported or removed reviews.').default('reported') }),
    reply: z.array(ReportedReview),
    paged: true,
  },
  'POST /reportedReviews/:id/decision': {
    summary: `Keeps or removes a reported review, or restores one that was removed in the last ${RESTORE_DAYS} days. Its author, the person reviewed and those who reported it are told the reason.`,
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ decision: ReviewDecision, reason: Reason }),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;

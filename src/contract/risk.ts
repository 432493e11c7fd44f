import { z } from 'zod';
import { ListingState } from './decisions.ts';
import { ReportReason } from './reports.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { ListQuery } from './shared/paging.ts';
import { Moment } from './shared/replies.ts';

/** A listing with at least this risk score (0 to 100) is queued for review even if nobody reported it. */
export const HIGH_RISK = 50;

/** One reason for a listing's risk score, with a sentence for the admin. */
export const RiskSignal = z.object({
  kind: z.enum(['price', 'new_account', 'imei', 'photo', 'contact', 'many_listings', 'record', 'reports']),
  points: z.int().positive(),
  text: z.string(),
});
export type RiskSignal = z.infer<typeof RiskSignal>;

/** A seller's track record: how long they have been here, what they sold, and the warnings and removals that still stand. */
export const ReviewedSeller = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  since: Moment,
  verified: z.boolean(),
  suspended: z.boolean(),
  offers: z.int().nonnegative(),
  sold: z.int().nonnegative(),
  warnings: z.int().nonnegative(),
  removals: z.int().nonnegative(),
});
export type ReviewedSeller = z.infer<typeof ReviewedSeller>;

/** A listing to review because it was reported or its risk is high; `_id` is the listing's. */
export const ReviewItem = z.object({
  _id: z.string(),
  model_name: z.string(),
  brand: z.string(),
  image: z.string(),
  price: Amount,
  description: z.string(),
  state: ListingState,
  listedAt: Moment,
  seller: ReviewedSeller,
  risk: z.object({ score: z.int().min(0).max(100), signals: z.array(RiskSignal) }),
  reportCount: z.int().nonnegative(),
  /** The latest of the open reports, twenty at most, oldest first. */
  reports: z.array(
    z.object({ _id: z.string(), reporterId: z.string(), reporter: z.string(), reason: ReportReason.nullable(), note: z.string().nullable(), at: Moment }),
  ),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const riskCalls = {
  'GET /reviewQueue': {
    summary:
      'Lists listings to review, reported or high-risk, highest risk first (`sort=oldest`: lowest), with their reports, risk signals and the seller’s track record; `search` finds words of the phone or seller.',
    access: 'admin',
    rows: 'any',
    query: ListQuery,
    reply: z.array(ReviewItem),
    paged: true,
  },
} as const satisfies Record<string, Endpoint>;

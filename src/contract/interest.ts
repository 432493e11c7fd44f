import { z } from 'zod';
import { Judgement, PriceRange } from './price-estimates.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { Acknowledged } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** How many days of views a seller sees, today included. */
export const VIEW_DAYS = 30;
/** A listing with fewer photos than this doesn't show the phone from all sides. */
export const ENOUGH_PHOTOS = 3;

const Count = z.int().nonnegative();

/** How many people looked at a listing on a day (UTC, `2026-05-31`). */
export const DayOfViews = z.object({ day: z.iso.date(), people: Count });
export type DayOfViews = z.infer<typeof DayOfViews>;

/** The one thing that is likely to help most: offers and buyers who wait for an answer, then the price, then the photos. */
export const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resume') }),
  /** So many offers wait for an answer. */
  z.object({ kind: z.literal('answer_offers'), offers: z.int().positive() }),
  /** So many buyers have asked and got no answer. */
  z.object({ kind: z.literal('answer'), buyers: z.int().positive() }),
  z.object({ kind: z.literal('lower_price') }),
  z.object({ kind: z.literal('raise_price') }),
  z.object({ kind: z.literal('add_photos'), photos: z.int().positive() }),
  /** The price is within the range. */
  z.object({ kind: z.literal('wait') }),
]);
export type Suggestion = z.infer<typeof Suggestion>;

/** What interest there is in a seller's own listing. */
export const Interest = z.object({
  model_name: z.string(),
  status: z.enum(['available', 'paused', 'hidden', 'sold']),
  resale_price: Amount,
  /** The last `VIEW_DAYS` days, oldest first, from the day it was listed. A person counts once a day. */
  views: z.array(DayOfViews),
  /** How many people have saved it. */
  saves: Count,
  /** How many buyers have asked something about it. */
  questions: Count,
  /** How many buyers have made an offer, without those below the lowest that the seller wants to see. */
  offers: Count,
  /**
   * Its place among the results of a search for its model, in their default order, the first being 1. `at` is null when it isn't among the first
   * `RANKED_RESULTS`. Null when it isn't on sale.
   */
  place: z.object({ at: z.int().positive().nullable(), of: Count }).nullable(),
  /** What such phones usually sell for; null when that can't be estimated, and once it is sold. */
  range: PriceRange.nullable(),
  judgement: Judgement.nullable(),
  /** Null when there is nothing to suggest. */
  suggestion: Suggestion.nullable(),
});
export type Interest = z.infer<typeof Interest>;

const ById = z.object({ id: Id });

export const interestCalls = {
  'POST /products/:id/views': {
    summary:
      'Counts that somebody looks at a listing: each person once a day, without storing who. Its seller, admins and programs don’t count, nor do listings that aren’t on sale.',
    access: 'anyone',
    rows: 'none',
    params: ById,
    reply: Acknowledged,
  },
  'GET /products/:id/interest': {
    summary: 'Returns how many people looked at the caller’s own listing, saved it or asked about it, how its price compares, and a suggestion.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: Interest,
  },
} as const satisfies Record<string, Endpoint>;

import { z } from 'zod';
import { ReportReason } from './moderation.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { PageQuery } from './shared/paging.ts';
import { Inserted, Moment, Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

/**
 * What an admin decides: `hold` takes a listing off while it is looked at, `removal` for good, `clearance` finds nothing wrong with it;
 * `warning` and `suspension` concern its seller.
 */
export const DecisionKind = z.enum(['hold', 'removal', 'clearance', 'warning', 'suspension'], 'Choose what to do.');
export type DecisionKind = z.infer<typeof DecisionKind>;

export const MAX_REASON = 500;
const Reason = requiredText('A reason', MAX_REASON, 'A reason is required.');

export const MAX_ANSWER = 1000;
const AnswerText = requiredText('An answer', MAX_ANSWER, 'Write what you want to say.');

/** From this risk on (0 to 100) a listing is in the queue though nobody reported it. */
export const HIGH_RISK = 50;

/** One reason for a listing's risk, in words. */
export const RiskSignal = z.object({
  kind: z.enum(['price', 'new_account', 'imei', 'photo', 'contact', 'many_listings', 'record', 'reports']),
  points: z.int().positive(),
  text: z.string(),
});
export type RiskSignal = z.infer<typeof RiskSignal>;

/** Where a listing is. */
export const ListingState = z.enum(['available', 'sold', 'on_hold', 'suspended', 'removed']);
export type ListingState = z.infer<typeof ListingState>;

/** What is known of a seller: since when, what they sold, and what was decided about them and stands. */
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

/** A listing to look at: reported, or of high risk. `_id` is the listing's own. */
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
  reports: z.array(z.object({ _id: z.string(), reporter: z.string(), reason: ReportReason.nullable(), note: z.string().nullable(), at: Moment })),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

/** What somebody concerned answered to a decision, once; and what came of it. */
export const DecisionAnswer = z.object({
  _id: z.string(),
  by: z.enum(['seller', 'reporter']),
  name: z.string(),
  text: z.string(),
  at: Moment,
  settlement: z.string().nullable(),
  settledAt: Moment.nullable(),
});
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;

const Input = { kind: DecisionKind, reason: z.string(), at: Moment, undoneAt: Moment.nullable(), undoneReason: z.string().nullable() };

/** A decision as the admin sees it. */
export const Decision = z.object({
  _id: z.string(),
  ...Input,
  seller: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  listing: z.object({ _id: z.string(), model_name: z.string(), state: ListingState }).nullable(),
  answers: z.array(DecisionAnswer),
});
export type Decision = z.infer<typeof Decision>;

/** A decision as whom it concerns sees it: the listing's seller, or somebody who had reported it. */
export const OwnDecision = z.object({
  _id: z.string(),
  as: z.enum(['seller', 'reporter']),
  ...Input,
  listing: z.object({ _id: z.string(), model_name: z.string(), image: z.string() }).nullable(),
  answer: DecisionAnswer.omit({ name: true }).nullable(),
});
export type OwnDecision = z.infer<typeof OwnDecision>;

const ById = z.object({ id: Id });

export const decisionCalls = {
  'GET /reviewQueue': {
    summary: 'Listings to look at, reported or of high risk, the highest risk first; with their reports, their seller’s record and the reasons for the risk.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(ReviewItem),
    paged: true,
  },
  'GET /decisions': {
    summary: 'What was decided, the latest first: `answered` has an answer to settle, `standing` can be undone, `all` is everything.',
    access: 'admin',
    rows: 'any',
    query: PageQuery.extend({ show: z.enum(['answered', 'standing', 'all']).default('all') }),
    reply: z.array(Decision),
    paged: true,
  },
  'POST /decisions': {
    summary:
      'Decides about a listing, or with `warning` and `suspension` about its seller, who may be named instead; everybody concerned is told, with the reason.',
    access: 'admin',
    rows: 'any',
    body: z.object({ kind: DecisionKind, listingId: Id.optional(), sellerId: Id.optional(), reason: Reason }),
    reply: Inserted,
  },
  'POST /decisions/:id/undo': {
    summary: 'Undoes a decision: the listing or the seller is as before, and everybody concerned is told, with the reason.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Updated,
  },
  'POST /answers/:id/settle': {
    summary: 'Settles an answer to a decision with a word to whoever wrote it.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Updated,
  },
  'GET /myDecisions': {
    summary: 'What was decided about one’s listings, oneself as a seller, or a listing that one had reported; the latest first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(OwnDecision),
    paged: true,
  },
  'POST /myDecisions/:id/answer': {
    summary: 'Answers a decision that concerns oneself, once.',
    access: 'signed-in',
    rows: 'own',
    limit: 'report',
    params: ById,
    body: z.object({ text: AnswerText }),
    reply: Inserted,
  },
} as const satisfies Record<string, Endpoint>;

import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { ListQuery } from './shared/paging.ts';
import { Inserted, Moment, Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

/**
 * What an admin decides. `hold` hides a listing while it is reviewed, `removal` removes it, `clearance` finds nothing wrong with it;
 * `warning` and `suspension` concern its seller.
 */
export const DecisionKind = z.enum(['hold', 'removal', 'clearance', 'warning', 'suspension'], 'Choose a decision.');
export type DecisionKind = z.infer<typeof DecisionKind>;

const MAX_REASON = 500;
const Reason = requiredText('A reason', MAX_REASON, 'A reason is required.');

const MAX_ANSWER = 1000;
const AnswerText = requiredText('An answer', MAX_ANSWER, 'Write your answer.');

export const ListingState = z.enum(['available', 'sold', 'on_hold', 'suspended', 'paused', 'removed']);
export type ListingState = z.infer<typeof ListingState>;

/** The one answer that a seller or reporter may give to a decision, and the shop's reply to it. */
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

/** `conversationId`: the conversation whose messages a warning is about; `review`: what a removal is about instead of a listing. */
const SHARED = {
  kind: DecisionKind,
  conversationId: z.string().nullable(),
  review: z.object({ orderId: z.string(), stars: z.int(), text: z.string() }).nullable(),
  reason: z.string(),
  at: Moment,
  undoneAt: Moment.nullable(),
  undoneReason: z.string().nullable(),
};

/** A decision as admins see it. */
export const Decision = z.object({
  _id: z.string(),
  ...SHARED,
  seller: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
  listing: z.object({ _id: z.string(), model_name: z.string(), state: ListingState }).nullable(),
  answers: z.array(DecisionAnswer),
});
export type Decision = z.infer<typeof Decision>;

/** A decision as the people it concerns see it: the listing's seller, whoever was warned or wrote the review, or somebody who reported the listing. */
export const OwnDecision = z.object({
  _id: z.string(),
  as: z.enum(['seller', 'reporter']),
  ...SHARED,
  listing: z.object({ _id: z.string(), model_name: z.string(), image: z.string() }).nullable(),
  answer: DecisionAnswer.omit({ name: true }).nullable(),
});
export type OwnDecision = z.infer<typeof OwnDecision>;

const ById = z.object({ id: Id });

export const decisionCalls = {
  'GET /decisions': {
    summary:
      'Lists decisions, most recent first: `answered` ones have an answer to settle, `standing` ones can be undone, `all` is every decision. `kind` leaves only those of one kind; `search` finds words of the phone, the seller or the reason.',
    access: 'admin',
    rows: 'any',
    query: ListQuery.extend({ show: z.enum(['answered', 'standing', 'all']).default('all'), kind: DecisionKind.optional() }),
    reply: z.array(Decision),
    paged: true,
  },
  'POST /decisions': {
    summary:
      'Makes a decision about a listing or, with `warning` and `suspension`, about its seller, who can also be given by `sellerId`. Everyone concerned is notified with the reason.',
    access: 'admin',
    rows: 'any',
    body: z.object({ kind: DecisionKind, listingId: Id.optional(), sellerId: Id.optional(), reason: Reason }),
    reply: Inserted,
  },
  'POST /decisions/:id/undo': {
    summary: 'Undoes a decision and restores the listing, review or seller. Everyone concerned is notified with the reason.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Updated,
  },
  'POST /answers/:id/settle': {
    summary: 'Settles an answer to a decision and sends its author the reason.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: z.object({ reason: Reason }),
    reply: Updated,
  },
  'GET /myDecisions': {
    summary:
      'Lists decisions about the caller’s listings, the caller as a seller, their messages and reviews, or listings the caller reported, most recent first; `kind` leaves only those of one kind; `search` finds words of the phone or the reason.',
    access: 'signed-in',
    rows: 'own-list',
    query: ListQuery.extend({ kind: DecisionKind.optional() }),
    reply: z.array(OwnDecision),
    paged: true,
  },
  'POST /myDecisions/:id/answer': {
    summary: 'Answers a decision that concerns the caller. Each decision can be answered once; the same answer, sent again, counts as given.',
    access: 'signed-in',
    rows: 'own',
    limit: 'report',
    params: ById,
    body: z.object({ text: AnswerText }),
    reply: Inserted,
  },
} as const satisfies Record<string, Endpoint>;

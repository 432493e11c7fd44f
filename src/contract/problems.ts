import { z } from 'zod';
import { Message } from './conversations.ts';
import { Fulfillment } from './fulfillment.ts';
import { HandoverProof } from './handover.ts';
import { imageAddresses } from './images.ts';
import { BookedTerms, HistoryEntry, OrderContact, OrderSide } from './orders.ts';
import { OrderTest } from './phone-tests/phone-tests.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount, Price } from './shared/money.ts';
import { PageQuery } from './shared/paging.ts';
import { MAX_STATEMENT, MAX_STATEMENT_PHOTOS } from './shared/problem-limits.ts';
import { Inserted, Moment, Updated } from './shared/replies.ts';
import { hasAtMost, Id, isBlank, isStorable, isWithinReach, requiredText } from './shared/text.ts';

/** What is wrong, in the words of whoever reports it. */
export const ReportedReason = z.enum(
  ['not_as_described', 'not_working', 'locked', 'wrong_phone', 'not_received', 'not_confirmed', 'something_else'],
  'Choose what is wrong.',
);
export type ReportedReason = z.infer<typeof ReportedReason>;

/** `code_waits`: the shop's own, when a sale would be canceled although the seller sent the buyer's code from a meeting. */
export const ProblemReason = z.enum([...ReportedReason.options, 'code_waits']);
export type ProblemReason = z.infer<typeof ProblemReason>;

/** The seller's answer: take the phone back (or refund, if it wasn't handed over), offer a part of the money, or disagree. */
export const ProblemAnswer = z.enum(['return', 'offer', 'refuse'], 'Choose an answer.');
export type ProblemAnswer = z.infer<typeof ProblemAnswer>;

/** What the shop decides: everything back at once, everything back for the phone, a part back, or nothing. */
export const ProblemDecision = z.enum(['refund', 'return', 'partial', 'pay_seller'], 'Choose a decision.');
export type ProblemDecision = z.infer<typeof ProblemDecision>;

/** What a side says about a problem. */
export const Statement = z.object({ side: OrderSide, text: z.string(), photos: z.array(z.string()), at: Moment });
export type Statement = z.infer<typeof Statement>;

/** The latest problem with an order; what comes next is in the order's fulfillment. */
export const Problem = z.object({
  _id: z.string(),
  orderId: z.string(),
  openedBy: OrderSide,
  reason: ProblemReason,
  openedAt: Moment,
  /** Oldest first; the first is the report. */
  statements: z.array(Statement),
  answer: ProblemAnswer.nullable(),
  /** The partial refund that the seller offers. */
  offer: Amount.nullable(),
  /** What the shop decided, and why. */
  decision: ProblemDecision.nullable(),
  decisionAmount: Amount.nullable(),
  decisionReason: z.string().nullable(),
  decidedAt: Moment.nullable(),
  /** Whether the phone was to go back: then nobody can answer or withdraw the problem anymore. */
  wasReturning: z.boolean(),
});
export type Problem = z.infer<typeof Problem>;

/** A problem in the shop's queue. */
export const QueuedProblem = z.object({
  orderId: z.string(),
  ProductName: z.string(),
  buyerName: z.string(),
  sellerName: z.string(),
  charged: Amount,
  reason: ProblemReason,
  openedBy: OrderSide,
  fulfillment: Fulfillment,
});
export type QueuedProblem = z.infer<typeof QueuedProblem>;

/** What one side wrote to the other about the phone, without anything masked; `text` is null once it was deleted. */
export const ProblemMessage = Message.pick({ _id: true, by: true, text: true, photos: true, at: true });
export type ProblemMessage = z.infer<typeof ProblemMessage>;

/** All that the shop knows of a problem, to decide about it. */
export const ProblemFile = z.object({
  problem: Problem,
  ProductName: z.string(),
  image: z.string(),
  price: Amount,
  charged: Amount,
  /** As it was booked. */
  imeiLast4: z.string().nullable(),
  buyer: OrderContact,
  seller: OrderContact,
  /** The listing as it was when it was booked; null for orders from before it was stored. */
  terms: BookedTerms.nullable(),
  /** A bank is investigating the payment, so no money can be moved. */
  isFrozen: z.boolean(),
  fulfillment: Fulfillment,
  /** Whether the buyer has the phone, or may have it because the seller sent their code: then it can go back. */
  isReturnable: z.boolean(),
  history: z.array(HistoryEntry),
  /** What both sides sent to prove the handover and the return. */
  handover: z.array(HandoverProof),
  /** The phone’s test on the listing, and the one at the meeting. */
  phoneTest: OrderTest,
  /** The last messages of the two about this phone, oldest first; null unless the shop is to decide. */
  messages: z.array(ProblemMessage).nullable(),
});
export type ProblemFile = z.infer<typeof ProblemFile>;

const LONG = `A statement can have at most ${MAX_STATEMENT.toLocaleString('en-US')} characters.`;
const TOO_MANY_PHOTOS = `Add at most ${MAX_STATEMENT_PHOTOS} photos.`;

const StatementText = requiredText('A description', MAX_STATEMENT, 'Describe what is wrong.');

/** Blank where it is optional. */
const OptionalText = z
  .string('A statement must be text.')
  .refine(isWithinReach(MAX_STATEMENT), { message: LONG, abort: true })
  .trim()
  .refine(hasAtMost(MAX_STATEMENT), LONG)
  .refine(isStorable, 'This text contains a character that can’t be stored.')
  .transform((text) => (isBlank(text) ? '' : text));

const Photos = imageAddresses(MAX_STATEMENT_PHOTOS, TOO_MANY_PHOTOS);

/** A report of a problem. */
export const ProblemInput = z.object({ reason: ReportedReason, text: StatementText, photos: Photos.default([]) }, 'Describe what is wrong.');

/** A seller's answer; `amount` only when they offer a part of the money. */
export const AnswerInput = z
  .object({ answer: ProblemAnswer, amount: Price('The amount').optional(), text: OptionalText.default(''), photos: Photos.default([]) }, 'Choose an answer.')
  .refine(({ answer, amount }) => answer !== 'offer' || amount !== undefined, { path: ['amount'], message: 'Enter how much you offer.' })
  .refine(({ answer, text }) => answer !== 'refuse' || text !== '', { path: ['text'], message: 'Say why you disagree.' });

export const StatementInput = z.object({ text: StatementText, photos: Photos.default([]) }, 'Write something.');

/** A decision; `amount` only for a partial refund. Both sides read the reason. */
export const DecisionInput = z
  .object({ decision: ProblemDecision, amount: Price('The amount').optional(), reason: requiredText('A reason', 1000) }, 'Choose a decision.')
  .refine(({ decision, amount }) => decision !== 'partial' || amount !== undefined, { path: ['amount'], message: 'Enter how much the buyer gets back.' });

const OrderParams = z.object({ orderId: Id });

export const problemCalls = {
  'GET /orders/:orderId/problem': {
    summary: 'Returns the latest problem with an order to its buyer and its seller; 404 when nobody reported one.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Problem,
  },
  'POST /orders/:orderId/problem': {
    summary: 'Reports a problem with a paid order, from the payment to the end of the time to check the phone. A seller’s goes to the shop at once.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: ProblemInput,
    reply: Inserted,
  },
  'DELETE /orders/:orderId/problem': {
    summary: 'Withdraws a problem, by whoever reported it: the order goes on where it was. 409 once the phone was to go back.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Updated,
  },
  'POST /orders/:orderId/problem/answer': {
    summary: 'The seller answers a problem: takes the phone back, offers a part of the money, or disagrees.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: AnswerInput,
    reply: Updated,
  },
  'POST /orders/:orderId/problem/offer': {
    summary: 'The buyer accepts or declines the offered partial refund. Declined, the shop decides.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: z.object({ accept: z.boolean('Accept or decline the offer.') }, 'Accept or decline the offer.'),
    reply: Updated,
  },
  'POST /orders/:orderId/problem/statements': {
    summary: 'Adds a statement to a problem that isn’t settled.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: StatementInput,
    reply: Inserted,
  },
  'POST /orders/:orderId/problem/escalation': {
    summary: 'Asks the shop to decide, when a return doesn’t go as agreed.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: StatementInput,
    reply: Updated,
  },
  'GET /problems': {
    summary: 'Lists open problems, the one whose deadline is next first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(QueuedProblem),
    paged: true,
  },
  'GET /problems/:orderId': {
    summary: 'Returns all that the shop knows of a problem; while the shop is to decide, with the messages of the two, and that it was read is recorded.',
    access: 'admin',
    rows: 'any',
    params: OrderParams,
    reply: ProblemFile,
  },
  'POST /problems/:orderId/decision': {
    summary: 'Decides about a problem, for the shop. 409 when it was settled in the meantime.',
    access: 'admin',
    rows: 'any',
    params: OrderParams,
    body: DecisionInput,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;

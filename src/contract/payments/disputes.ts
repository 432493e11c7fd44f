import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Amount } from '../shared/money.ts';
import { ListQuery } from '../shared/paging.ts';
import { Moment } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';

/**
 * The state of a dispute. `inquiry`: the bank asks and has withdrawn nothing; `needs_response`: it waits for evidence; `closed`: the inquiry ended.
 * Only `inquiry`, `needs_response` and `under_review` are open.
 */
export const DisputeState = z.enum(['inquiry', 'needs_response', 'under_review', 'won', 'lost', 'closed']);
export type DisputeState = z.infer<typeof DisputeState>;

/** The state as the buyer and the seller see it. */
export const DisputeOutcome = z.enum(['open', 'won', 'lost']);
export type DisputeOutcome = z.infer<typeof DisputeOutcome>;

/** A disputed payment, as an admin sees it. */
export const Dispute = z.object({
  _id: z.string(),
  orderId: z.string(),
  /** The card provider's id of the dispute. */
  reference: z.string(),
  transactionId: z.string(),
  ProductName: z.string(),
  buyerId: z.string(),
  buyerName: z.string(),
  amount: Amount,
  state: DisputeState,
  /** The card provider's reason code, such as `fraudulent`. */
  reason: z.string(),
  /** The deadline for evidence. */
  evidenceDueAt: Moment.nullable(),
  openedAt: Moment,
  closedAt: Moment.nullable(),
  /** What the bank has withdrawn and not returned. */
  withdrawn: Amount,
  paidOutAt: Moment.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

/** Evidence for the bank from the shop's records; `text` has all of it, to copy or send. */
export const Evidence = z.object({
  disputeId: z.string(),
  dueAt: Moment.nullable(),
  items: z.array(z.object({ about: z.string(), lines: z.array(z.string()) })),
  text: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

export const disputeCalls = {
  'GET /disputes': {
    summary: 'Lists disputed payments, newest first; `search` finds words of the phone, the buyer’s name or the transaction.',
    access: 'admin',
    rows: 'any',
    query: ListQuery,
    reply: z.array(Dispute),
    paged: true,
  },
  'GET /disputes/:id/evidence': {
    summary: 'Returns what the shop knows about a disputed sale, as evidence for the bank.',
    access: 'admin',
    rows: 'any',
    params: z.object({ id: Id }),
    reply: Evidence,
  },
} as const satisfies Record<string, Endpoint>;

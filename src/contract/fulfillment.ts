import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

// In a file of their own, so that the browser can import them without the schemas.
export { HOURS_TO, INSPECTION_HOURS } from './shared/deadlines.ts';

/** Where a paid order stands between its buyer and its seller. The last three are final. */
export const FulfillmentState = z.enum([
  'to_arrange',
  'arranged',
  'confirming',
  'handed_over',
  'no_show_reported',
  'problem_reported',
  'refund_offered',
  'escalated',
  'returning',
  'return_confirming',
  'completed',
  'canceled',
  'decided',
]);
export type FulfillmentState = z.infer<typeof FulfillmentState>;

/** Where the money of a decided order went. */
export const FulfillmentOutcome = z.enum(['refunded', 'partly_refunded', 'paid_out']);
export type FulfillmentOutcome = z.infer<typeof FulfillmentOutcome>;

/** Why the state changed. The `…_overdue` ones are decided by a deadline. */
export const FulfillmentReason = z.enum([
  'paid',
  'meeting_agreed',
  'meeting_called_off',
  'buyer_confirmed',
  'seller_confirmed',
  'confirmation_overdue',
  'inspected',
  'inspection_over',
  'canceled_by_buyer',
  'canceled_by_seller',
  'handover_overdue',
  'no_show_of_buyer',
  'no_show_of_seller',
  'no_show_denied',
  'no_show_admitted',
  'no_show_withdrawn',
  'no_show_overdue',
  // The seller's code from a meeting waits for the buyer: the shop decides instead.
  'cancellation_disputed',
  'handover_disputed',
  'return_disputed',
  'problem_of_buyer',
  'problem_of_seller',
  'problem_withdrawn',
  'return_accepted',
  'refund_accepted',
  'partial_refund_offered',
  'partial_refund_accepted',
  'partial_refund_declined',
  'problem_refused',
  'decision_asked_for',
  'answer_overdue',
  'offer_overdue',
  'decision_overdue',
  'decided_by_shop',
  'return_confirmed_by_buyer',
  'return_confirmed_by_seller',
  'return_confirmation_overdue',
  'return_overdue',
  'refunded_by_shop',
  'reversed_by_bank',
]);
export type FulfillmentReason = z.infer<typeof FulfillmentReason>;

export const Fulfillment = z.object({
  state: FulfillmentState,
  /** When the shop goes on by itself; null in a final state. */
  dueAt: Moment.nullable(),
  /** The agreed meeting. */
  meetAt: Moment.nullable(),
  meetPlace: z.string().nullable(),
  /** Who has yet to answer a proposed meeting; null when none is proposed. */
  answerFrom: z.enum(['buyer', 'seller']).nullable(),
  /** Who has yet to confirm the handover or the return, once the other side has; null otherwise. */
  confirmationFrom: z.enum(['buyer', 'seller']).nullable(),
  handedOverAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  /** Null unless decided. */
  outcome: FulfillmentOutcome.nullable(),
  /** What the buyer was refunded, or will be. */
  refunded: Amount,
});
export type Fulfillment = z.infer<typeof Fulfillment>;

/** Where an order stands, for a line in a list. */
export const FulfillmentGlance = Fulfillment.pick({ state: true, meetAt: true, meetPlace: true, answerFrom: true, confirmationFrom: true });
export type FulfillmentGlance = z.infer<typeof FulfillmentGlance>;

export const fulfillmentCalls = {
  'POST /orders/:orderId/acceptance': {
    summary: 'Completes an order before its time is over: its buyer says that the phone is as described, and the seller is paid.',
    access: 'signed-in',
    rows: 'own',
    params: z.object({ orderId: Id }),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;

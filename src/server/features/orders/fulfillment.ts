import { type FulfillmentOutcome, type FulfillmentReason, type FulfillmentState, HOURS_TO } from '#contract/fulfillment.ts';
import { hours } from '#contract/shared/durations.ts';
import { ARRANGEABLE, BEFORE_VERDICT, IN_PROBLEM, NOT_HANDED_OVER, PROBLEM, RETURN } from '#contract/shared/handover-states.ts';
import type { Actor } from './lifecycle.ts';

const OPEN = [...BEFORE_VERDICT, ...IN_PROBLEM] as const satisfies FulfillmentState[];

/**
 * What happens to an order after it is paid. Every change of its fulfillment's state is one of these transitions:
 *
 *     to_arrange ⇄ arranged → confirming → handed_over → completed
 *         └──────────┴→ canceled
 *     problem_reported → refund_offered → escalated → returning → return_confirming → decided
 */
export const FULFILLMENT_TRANSITIONS = {
  arrange: { from: ARRANGEABLE, to: 'arranged' },
  callOff: { from: ['arranged', 'no_show_reported'], to: 'to_arrange' },
  /** The first proof of the handover arrived. */
  confirm: { from: NOT_HANDED_OVER, to: 'confirming' },
  /** The second one did, or its time is over. */
  handOver: { from: ['confirming'], to: 'handed_over' },
  complete: { from: ['handed_over'], to: 'completed' },
  cancel: { from: NOT_HANDED_OVER, to: 'canceled' },
  reportNoShow: { from: ['arranged'], to: 'no_show_reported' },
  reportProblem: { from: [...BEFORE_VERDICT], to: 'problem_reported' },
  /** The problem is gone: back to where it came from. */
  resumeBefore: { from: PROBLEM, to: 'to_arrange' },
  resumeMeeting: { from: PROBLEM, to: 'arranged' },
  resumeConfirming: { from: PROBLEM, to: 'confirming' },
  resumeAfter: { from: PROBLEM, to: 'handed_over' },
  offerRefund: { from: ['problem_reported'], to: 'refund_offered' },
  escalate: { from: ['problem_reported', 'refund_offered', ...RETURN], to: 'escalated' },
  /** It would be canceled, but the seller's code from a meeting waits for the buyer: the shop decides. */
  contest: { from: NOT_HANDED_OVER, to: 'escalated' },
  acceptReturn: { from: PROBLEM, to: 'returning' },
  /** The first proof of the return arrived. */
  confirmReturn: { from: ['returning'], to: 'return_confirming' },
  decide: { from: IN_PROBLEM, to: 'decided' },
  /** An admin refunds an order, or a bank does. */
  undo: { from: [...OPEN, 'completed', 'decided'], to: 'decided' },
} as const satisfies Record<string, { from: readonly FulfillmentState[]; to: FulfillmentState }>;

type FulfillmentTransitionName = keyof typeof FULFILLMENT_TRANSITIONS;

/** A transition: why, by whom, when (epoch ms), and their note about it. */
export type FulfillmentTransition = {
  transition: FulfillmentTransitionName;
  why: FulfillmentReason;
  by: Actor;
  now: number;
  note?: string;
  /** When the shop goes on by itself; by default as `dueAfter` says. */
  dueAt?: number | null;
  outcome?: FulfillmentOutcome;
  /** Only if its deadline has passed: for what the shop does by itself. */
  ifDue?: true;
  /** Only from this one of the states that the transition may start from: what somebody decided about is still so. */
  onlyFrom?: FulfillmentState;
};

/** How long each state lasts at most, in hours; null: for good. `arranged` and `handed_over` say so themselves. */
const LASTS: Record<FulfillmentState, number | null> = {
  to_arrange: HOURS_TO.meet,
  arranged: HOURS_TO.meetAfterAgreed,
  confirming: HOURS_TO.confirm,
  handed_over: null,
  no_show_reported: HOURS_TO.answerNoShow,
  problem_reported: HOURS_TO.answerProblem,
  refund_offered: HOURS_TO.answerProblem,
  escalated: HOURS_TO.decide,
  returning: HOURS_TO.bringBack,
  return_confirming: HOURS_TO.confirm,
  completed: null,
  canceled: null,
  decided: null,
};

/** When a state that begins now (epoch ms) ends by itself; null: never. */
export function dueAfter(state: FulfillmentState, now: number): number | null {
  const lasts = LASTS[state];
  return lasts === null ? null : now + hours(lasts);
}

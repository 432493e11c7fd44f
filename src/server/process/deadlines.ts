import { CANCELLATION_DEADLINES } from '../features/cancellations/index.ts';
import { type Deadline, HANDED_OVER_DEADLINES, type TimedState } from '../features/fulfillment/index.ts';
import { HANDOVER_DEADLINES } from '../features/handover/index.ts';
import { PROBLEM_DEADLINES } from '../features/problems/index.ts';

/** What the shop does with an order in each state when people let its deadline pass. */
export const DEADLINES: Record<TimedState, Deadline> = {
  ...CANCELLATION_DEADLINES,
  ...HANDED_OVER_DEADLINES,
  ...HANDOVER_DEADLINES,
  ...PROBLEM_DEADLINES,
};

import type { FulfillmentState } from '../fulfillment.ts';

// In a file of its own, so that the browser can import it without the schemas.

/** While a meeting can be proposed and agreed. */
export const ARRANGEABLE = ['to_arrange', 'arranged'] as const satisfies FulfillmentState[];
/** While buyer and seller have yet to meet, and a sale can be canceled. */
export const NOT_HANDED_OVER = [...ARRANGEABLE, 'no_show_reported'] as const satisfies FulfillmentState[];
/** Until both have confirmed that the phone changed hands. */
export const BEFORE_HANDOVER = [...NOT_HANDED_OVER, 'confirming'] as const satisfies FulfillmentState[];
/** While one side has confirmed that the phone changed hands, and the other hasn't. */
export const CONFIRMING = ['confirming', 'return_confirming'] as const satisfies FulfillmentState[];
/** Until the buyer has accepted the phone or reported a problem. */
export const BEFORE_VERDICT = [...BEFORE_HANDOVER, 'handed_over'] as const satisfies FulfillmentState[];
/** While the phone is there to be tested: until then, and on its way back. */
const TESTABLE = [...BEFORE_VERDICT, 'returning', 'return_confirming'] as const satisfies FulfillmentState[];
/** While a problem is between the people, or with the shop. */
export const PROBLEM = ['problem_reported', 'refund_offered', 'escalated'] as const satisfies FulfillmentState[];
/** While the phone goes back. */
export const RETURN = ['returning', 'return_confirming'] as const satisfies FulfillmentState[];
/** While a problem is open. */
export const IN_PROBLEM = [...PROBLEM, ...RETURN] as const satisfies FulfillmentState[];
/** The states that an order doesn't leave by itself. */
export const ENDED = ['completed', 'canceled', 'decided'] as const satisfies FulfillmentState[];

export const isArrangeable = isIn(ARRANGEABLE);
export const isNotHandedOver = isIn(NOT_HANDED_OVER);
export const isBeforeHandover = isIn(BEFORE_HANDOVER);
export const isBeforeVerdict = isIn(BEFORE_VERDICT);
export const isConfirming = isIn(CONFIRMING);
export const isTestable = isIn(TESTABLE);
export const isInProblem = isIn(IN_PROBLEM);
export const hasEnded = isIn(ENDED);

function isIn(states: readonly FulfillmentState[]) {
  return (state: FulfillmentState): boolean => states.includes(state);
}

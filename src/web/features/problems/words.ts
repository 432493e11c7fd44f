import type { OrderSide } from '#contract/orders.ts';
import type { ProblemDecision, ProblemReason, ReportedReason } from '#contract/problems.ts';

/** What is wrong, for people who choose from a list or read it. */
export const REASONS: Record<ProblemReason, string> = {
  not_as_described: 'It isn’t as described',
  not_working: 'It doesn’t work',
  locked: 'It’s locked or blocked',
  wrong_phone: 'It’s another phone',
  not_received: 'I didn’t get the phone',
  not_confirmed: 'The buyer has the phone but doesn’t confirm',
  something_else: 'Something else',
  code_waits: 'The seller sent the buyer’s code from a meeting, and the buyer hasn’t confirmed',
};

/** Which of them each side can choose. */
export const REASONS_OF: Record<OrderSide, readonly ReportedReason[]> = {
  buyer: ['not_as_described', 'not_working', 'locked', 'wrong_phone', 'not_received', 'something_else'],
  seller: ['not_confirmed', 'something_else'],
};

export const DECISIONS: Record<ProblemDecision, string> = {
  refund: 'Full refund',
  return: 'Full refund once the phone is back',
  partial: 'Partial refund',
  pay_seller: 'The seller is paid in full',
};

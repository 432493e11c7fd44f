import type { FulfillmentGlance, FulfillmentState } from '#contract/fulfillment.ts';
import { DateTime } from './date-time.tsx';

type Side = 'buyer' | 'seller';

const WORDS: Record<Exclude<FulfillmentState, 'to_arrange' | 'arranged' | 'confirming' | 'return_confirming'>, string | Record<Side, string>> = {
  handed_over: { buyer: 'Check the phone', seller: 'The buyer is checking the phone' },
  no_show_reported: 'A missed meeting was reported',
  problem_reported: { buyer: 'Waiting for the seller’s answer', seller: 'Answer the problem' },
  refund_offered: { buyer: 'The seller offers a partial refund', seller: 'Waiting for the buyer’s answer' },
  escalated: 'We’re deciding',
  returning: { buyer: 'Bring the phone back', seller: 'The phone comes back to you' },
  completed: 'Complete',
  canceled: 'Canceled',
  decided: 'Settled',
};

/** Where a paid order stands, in words for one of its sides: a line in a list. */
export function OrderStateText({ fulfillment, side }: { fulfillment: FulfillmentGlance; side: Side }) {
  const { state, meetAt, answerFrom, confirmationFrom } = fulfillment;
  if (state === 'confirming' || state === 'return_confirming') return missingConfirmation(confirmationFrom, side);
  if (state !== 'to_arrange' && state !== 'arranged') {
    const words = WORDS[state];
    return typeof words === 'string' ? words : words[side];
  }
  const other = side === 'buyer' ? 'seller' : 'buyer';
  const waiting = answerFrom === null ? null : answerFrom === side ? 'Waiting for your answer' : `Waiting for the ${other}’s answer`;
  if (state === 'to_arrange' || meetAt === null) return waiting ?? 'Arrange the meeting';
  return (
    <>
      Meet on <DateTime iso={meetAt} />
      {waiting && ` · ${waiting}`}
    </>
  );
}

/** Whose confirmation of a handover or a return is missing, in words for one of its sides. */
export function missingConfirmation(from: Side | null, side: Side): string {
  if (!from) return 'One confirmation is missing';
  return from === side ? 'Your confirmation is missing' : `The ${from}’s confirmation is missing`;
}

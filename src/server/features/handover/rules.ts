import type { FulfillmentState } from '#contract/fulfillment.ts';
import { HANDOVER_LIMITS, type HandoverDirection, type HandoverRole } from '#contract/handover.ts';
import { CODE_STEP_SECONDS, stepAt } from '#contract/handover-code.ts';
import type { OrderSide } from '#contract/orders.ts';
import { hours, minutes, seconds } from '#contract/shared/durations.ts';
import { ConflictError, describeWait, ForbiddenError, HttpError } from '../../errors.ts';

/** How far a handover or return is: nobody has proved it, one side has, or it is over. */
export type Phase = { direction: HandoverDirection; step: 'open' | 'confirming' | 'done' };

/** Why a code or a confirmation isn't accepted. `begins`: the code was wrong, and begins the pause; others weren't looked at. */
export type Refusal =
  | { why: 'other_order' | 'forged' | 'wrong' | 'expired' | 'early' | 'used' | 'too_far_apart' }
  | { why: 'paused'; until: number; begins: boolean };

/** What a code of a known step proves: something now, something once the receiver confirms, or nothing. */
type Judgment = 'counts' | 'waits' | Exclude<Refusal['why'], 'paused'>;

/** When a code arrives. `confirmedAt`: when the receiver confirmed, by their device; `isTooLate`: there is nothing to confirm anymore. */
export type Circumstances = { now: number; offline: boolean; confirmedAt: number | null; isTooLate?: boolean };

/** Wrong codes typed for an order. */
export type Tries = { wrong_tries: number; tries_since: number | null; pauses: number; paused_until: number | null };

const PHASES: Partial<Record<FulfillmentState, Phase>> = {
  to_arrange: { direction: 'handover', step: 'open' },
  arranged: { direction: 'handover', step: 'open' },
  no_show_reported: { direction: 'handover', step: 'open' },
  confirming: { direction: 'handover', step: 'confirming' },
  handed_over: { direction: 'handover', step: 'done' },
  completed: { direction: 'handover', step: 'done' },
  returning: { direction: 'return', step: 'open' },
  return_confirming: { direction: 'return', step: 'confirming' },
  decided: { direction: 'return', step: 'done' },
};

const SENTENCES: Record<Exclude<Refusal['why'], 'paused'>, string> = {
  other_order: 'This is the code of another order. Ask the other side to open this order on their phone.',
  forged: 'This code isn’t one of ours. Scan the one on the other side’s phone.',
  wrong: 'This code is wrong. Type the six digits that are on the other side’s phone now.',
  expired: 'This code has expired: each one is valid for 30 seconds. Use the one that’s on the other side’s phone now.',
  early: 'This code isn’t valid yet. Reload the page on the other side’s phone, then use the code there.',
  used: 'This code was already used. Use the one that’s on the other side’s phone now.',
  too_far_apart:
    'You two didn’t confirm at the same time: this code is more than 15 minutes from the other side’s confirmation. Use the one that’s on their phone now.',
};

/** Null where an order's state has neither a handover nor a return. */
export function phaseOf(state: FulfillmentState): Phase | null {
  return PHASES[state] ?? null;
}

export function roleOf(direction: HandoverDirection, side: OrderSide): HandoverRole {
  return (direction === 'handover') === (side === 'buyer') ? 'receiver' : 'giver';
}

export function sideOf(direction: HandoverDirection, role: HandoverRole): OrderSide {
  return (direction === 'handover') === (role === 'receiver') ? 'buyer' : 'seller';
}

/**
 * Judges a genuine code by when it was shown. Now or one step off, it counts. One that couldn't be sent at once counts only together with a
 * confirmation made at about the same time (`confirmedAt`), so that an old picture of a code alone starts nothing. One that came too late for anything
 * is evidence, however old it is.
 */
export function judgeStep(step: number, { now, offline, lastStep, confirmedAt, isTooLate = false }: Circumstances & { lastStep: number | null }): Judgment {
  if (lastStep !== null && step <= lastStep) return 'used';
  const age = stepAt(now) - step;
  if (age < -1) return 'early';
  if (isTooLate) return 'waits';
  if (age <= 1) return 'counts';
  if (!offline || age * CODE_STEP_SECONDS > HANDOVER_LIMITS.offlineHours * 3600) return 'expired';
  if (confirmedAt === null) return 'waits';
  return areTogether(step, confirmedAt) ? 'counts' : 'too_far_apart';
}

/** Whether a code was shown about when the receiver confirmed. */
export function areTogether(step: number, confirmedAt: number): boolean {
  return Math.abs(seconds(step * CODE_STEP_SECONDS) - confirmedAt) <= minutes(HANDOVER_LIMITS.apartMinutes);
}

/** The count after one more wrong code: the fifth within a quarter of an hour begins a pause, each twice as long as the last. */
export function countWrong({ wrong_tries, tries_since, pauses }: Tries, now: number): Tries {
  const isFirst = tries_since === null || now - tries_since > minutes(HANDOVER_LIMITS.pauseMinutes);
  const tries = isFirst ? 1 : wrong_tries + 1;
  if (tries < HANDOVER_LIMITS.tries) return { wrong_tries: tries, tries_since: isFirst ? now : tries_since, pauses, paused_until: null };
  const pause = Math.min(minutes(HANDOVER_LIMITS.pauseMinutes) * 2 ** pauses, hours(HANDOVER_LIMITS.maxPauseHours));
  return { wrong_tries: 0, tries_since: null, pauses: pauses + 1, paused_until: now + pause };
}

/** Throws 403 for the side that doesn't do this. */
export function requireRole(role: HandoverRole, wanted: HandoverRole): void {
  if (role !== wanted)
    throw new ForbiddenError(wanted === 'giver' ? 'The other side enters the code: show it to them.' : 'Only the person who gets the phone can confirm it.');
}

/** The 422 or 429 for a code that isn't accepted. */
export function refuseCode(refusal: Refusal, now: number): HttpError {
  if (refusal.why !== 'paused') return new HttpError(422, refusal.why === 'expired' ? 'expired_code' : 'wrong_code', SENTENCES[refusal.why]);
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal.until - now) / 1000));
  const message = `There were too many wrong codes. Scan the code instead, or type it again in ${describeWait(retryAfterSeconds)}.`;
  // Sent again after the pause, it would only be one more wrong code.
  if (refusal.begins) return new HttpError(422, 'wrong_code', message);
  return new HttpError(429, 'too_many', message, { retryAfterSeconds });
}

/** The 409 for a code that came too late to count, and is stored for whoever decides. */
export function codeTooLate({ isRefunded }: { isRefunded: boolean }): ConflictError {
  const why = isRefunded
    ? 'The buyer was refunded before your code reached us, so it can’t confirm the handover anymore.'
    : 'Your code reached us too late to confirm the handover by itself.';
  const next = isRefunded ? 'Our team sees it with the order and writes to you both.' : 'Whoever decides about this order sees it.';
  return new ConflictError('order_changed', `${why} We’ve stored it as proof that you two met. ${next} You don’t need to send it again.`);
}

/** The 409 for a handover that the order's state doesn't allow anymore. */
export function notToBeConfirmed(): ConflictError {
  return new ConflictError('order_changed', 'There’s nothing to confirm: this order has changed in the meantime. Here is where it stands now.');
}

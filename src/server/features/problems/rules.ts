import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import type { ProblemDecision, ProblemReason } from '#contract/problems.ts';
import { hasEnded, isInProblem, RETURN } from '#contract/shared/handover-states.ts';
import { MAX_REPORTS, MAX_STATEMENTS } from '#contract/shared/problem-limits.ts';
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../errors.ts';

type Standing = { fulfillment_state: FulfillmentState };

/** Throws 404 when nobody has reported a problem with an order. */
export function requireProblem<T>(problem: T | undefined): asserts problem is T {
  if (problem === undefined) throw new NotFoundError('Nobody has reported a problem with this order.');
}

/** The 409 for a problem that can't be reported anymore, with the reason. */
export function refuseReport({ fulfillment_state: state }: Standing): ConflictError {
  if (state === 'completed') return new ConflictError('order_changed', 'This order is complete: the time to report a problem is over.');
  if (hasEnded(state)) return new ConflictError('order_changed', 'This order has been settled already.');
  return new ConflictError('order_changed', 'A problem with this order has been reported already. You can add to it below.');
}

/** Throws 409 when a side has reported and withdrawn problems with an order too often. */
export function requireReportLeft(made: number): void {
  if (made >= MAX_REPORTS)
    throw new ConflictError('conflict', 'You’ve reported and withdrawn a problem with this order twice. Write to us instead, and we’ll look into it.');
}

/** Throws 403 unless this side reported the problem: nobody did the shop's own. */
export function requireOpener(problem: { opened_by: OrderSide; reason: ProblemReason }, side: OrderSide): void {
  if (problem.reason === 'code_waits') throw new ForbiddenError('We opened this problem, so we decide about it.', 'not_allowed');
  if (problem.opened_by !== side) throw new ForbiddenError('Only the person who reported the problem can withdraw it.', 'not_allowed');
}

/** Throws 403 unless the buyer reported the problem: a seller can't demand a phone back that they sold. */
export function requireBuyersProblem(problem: { opened_by: OrderSide }): void {
  if (problem.opened_by !== 'buyer') throw new ForbiddenError('You reported this problem, so we decide whether the phone goes back.', 'not_allowed');
}

/** Throws 409 unless a problem is open: between the people, or while the phone goes back. */
export function requireUnsettled({ fulfillment_state: state }: Standing): void {
  if (!isInProblem(state)) throw new ConflictError('order_changed', 'This problem has been settled already.');
}

/** Throws 409 unless the phone goes back. Before that, a seller has their time to answer, and what they offer binds them. */
export function requireReturning(state: FulfillmentState | undefined): void {
  if (!RETURN.some((one) => one === state)) throw new ConflictError('order_changed', 'You can ask us to decide once a return doesn’t go as agreed.');
}

/** Throws 409 when a side has said enough. */
export function requireRoom(made: number): void {
  if (made >= MAX_STATEMENTS) throw new ConflictError('conflict', `You’ve added ${MAX_STATEMENTS} statements already. We’ll decide with what we have.`);
}

/** Throws 422 at its field unless a partial refund is less than what was paid and not refunded before. Both in cents. */
export function requirePart(cents: number, leftCents: number): void {
  const sentence = 'A partial refund must be less than what the buyer paid and hasn’t been refunded yet.';
  if (cents >= leftCents) throw new InvalidError(sentence, { amount: sentence });
}

/** Throws 422 for an offer about a phone that the buyer doesn't have, as far as the shop knows: a code that waits proves nothing yet. */
export function requireOfferable(isWithBuyer: boolean): void {
  const sentence = 'Nobody has confirmed that the buyer has the phone, so you can only refund everything or disagree.';
  if (!isWithBuyer) throw new InvalidError(sentence, { answer: sentence });
}

/** Throws 422 for sending back a phone that the buyer doesn't have. */
export function requireReturnable(isWithBuyer: boolean): void {
  const sentence = 'The phone wasn’t handed over, so it can’t be returned.';
  if (!isWithBuyer) throw new InvalidError(sentence, { decision: sentence });
}

/** Throws 409 unless the shop may decide now. */
export function requireDecidable({ fulfillment_state: state }: Standing): void {
  if (state === 'escalated') return;
  if (hasEnded(state)) throw new ConflictError('order_changed', 'This problem has been settled in the meantime.');
  throw new ConflictError('order_changed', 'The buyer and seller can still settle this themselves. You decide when they ask you to, or their time is over.');
}

/** How an order goes on once its problem is withdrawn. */
export type Resumption = 'resumeBefore' | 'resumeMeeting' | 'resumeConfirming' | 'resumeAfter';

/** The state in which the last problem was reported, by those that an order went through; undefined when none was. */
export function reportedFrom(steps: FulfillmentState[]): FulfillmentState | undefined {
  return steps[steps.lastIndexOf('problem_reported') - 1];
}

/** Whether the phone was to go back. That is final: such an order ends in a full refund, or as the shop decides. */
export const wasReturning = (steps: FulfillmentState[]): boolean => steps.includes('returning');

/** What becomes of an escalated problem that nobody decided: a phone that the buyer has goes back first, unless that was tried. */
export function defaultDecision(isReturnable: boolean, steps: FulfillmentState[]): Extract<ProblemDecision, 'refund' | 'return'> {
  return isReturnable && !wasReturning(steps) ? 'return' : 'refund';
}

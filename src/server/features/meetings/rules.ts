import { MEETING } from '#contract/meetings.ts';
import type { OrderSide } from '#contract/orders.ts';
import { days, hours, minutes, secondsLeftOfDay } from '#contract/shared/durations.ts';
import { ConflictError, type HttpError, InvalidError, TooManyError } from '../../errors.ts';

/** How many proposals one side can make for an order in 24 hours: each is emailed to the other. */
const PROPOSALS_A_DAY = 20;

const DAY_BEFORE = days(1);
const HOUR_BEFORE = hours(1);

export const otherSide = (side: OrderSide): OrderSide => (side === 'buyer' ? 'seller' : 'buyer');

/** Throws 409 when there is nobody to meet: one side deleted their account or was removed. */
export function requireBothHere(isOtherGone: boolean): void {
  if (isOtherGone) throw new ConflictError('order_changed', 'The other person no longer has an account, so there’s nobody to meet. You can cancel the order.');
}

/** Throws 422 at its field for a time in the past or too far ahead. */
export function requireMeetingTime(at: number, now: number): void {
  if (at <= now) throw refuseTime('This time has passed. Choose a later one.');
  if (at > now + days(MEETING.mostDaysAhead)) throw refuseTime(`Choose a time within the next ${MEETING.mostDaysAhead} days.`);
}

const refuseTime = (message: string): HttpError => new InvalidError(message, { at: message });

/** The 409 for a proposal whose time has passed in the meantime. */
export const proposalTooLate = (): HttpError => new ConflictError('order_changed', 'The proposed time has passed. Propose another one.');

/** Throws 429 when one side has made as many proposals in 24 hours as they can; `oldest`: when the first of these was made. */
export function requireFewProposals({ count, oldest }: { count: number; oldest: number }, now: number): void {
  if (count >= PROPOSALS_A_DAY) throw new TooManyError('proposals', secondsLeftOfDay(oldest, now));
}

/** Throws 409 while a bank reviews the payment: the shop has asked the seller not to hand the phone over. */
export function requireUndisputed(isDisputed: boolean): void {
  if (isDisputed)
    throw new ConflictError(
      'disputed',
      'The buyer’s bank is reviewing this payment, and we’ve asked the seller to keep the phone until it decides. So nobody has missed this meeting.',
    );
}

/** Throws 409 once the time of an agreed meeting has come: whoever stays away could call it off before the other side can say that they didn't come. */
export function requireToCome(meetAt: number, now: number): void {
  if (meetAt <= now) throw new ConflictError('order_changed', 'The time of this meeting has come, so it can’t be called off anymore. Propose another one.');
}

/** Throws 409 until it's late enough to say that the other side of an agreed meeting didn't come. */
export function requireMissed(meetAt: number, now: number): void {
  const { noShowAfterMinutes } = MEETING;
  if (now < meetAt + minutes(noShowAfterMinutes))
    throw new ConflictError('order_changed', `Wait until ${noShowAfterMinutes} minutes after the agreed time before you report this.`);
}

/** When both are reminded next of a meeting (epoch ms): a day and an hour before it; null: no more. */
export function nextReminder(meetAt: number, now: number): number | null {
  return [meetAt - DAY_BEFORE, meetAt - HOUR_BEFORE].find((at) => at > now) ?? null;
}

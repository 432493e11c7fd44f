import { RESERVATION_LIMITS as LIMITS } from '#contract/payments/reservations.ts';
import { ConflictError, HttpError, inMinutes } from '../../errors.ts';

/** The current time and how long a payment reserves a phone, in ms. */
export type Timing = { now: number; reservationMs: number };

/** A person's record of paying and letting reservations lapse; `lapses` doesn't count forgotten ones. */
export type Standing = { hasPaid: boolean; lapses: number; lastLapseAt: number | null };

const TOO_MANY_OF_PERSON =
  'You can reserve or wait for two phones at a time. Pay for one, release one or leave a waitlist in My Orders before you reserve another.';

const HAD_TURN = 'You reserved this phone today and didn’t pay. You can’t join its waitlist again today, but you can pay when it becomes available.';

/** Throws 429, with the end, while somebody's pause lasts. */
export function requireNoPause(standing: Standing, { now, reservationMs }: Timing): void {
  const left = pausedUntil(standing, reservationMs) - now;
  if (left <= 0) return;
  const what = standing.lapses === 1 ? 'You reserved a phone and didn’t pay for it' : `You reserved ${standing.lapses} phones and didn’t pay for them`;
  throw refuse(`${what}, so you can reserve again ${inMinutes(left)}. The wait gets longer each time; it ends when you buy a phone.`, left);
}

/** When somebody's pause after their lapses ends (epoch ms). */
export function pausedUntil({ lapses, lastLapseAt }: Standing, reservationMs: number): number {
  if (lapses === 0 || lastLapseAt === null) return 0;
  const { pauses } = LIMITS;
  return lastLapseAt + reservationMs * (pauses[Math.min(lapses, pauses.length) - 1] ?? 0);
}

const refuse = (sentence: string, leftMs: number): HttpError => new HttpError(429, 'too_many', sentence, { retryAfterSeconds: Math.ceil(leftMs / 1000) });

/** Whether releasing a phone counts as a lapse; `freeReleases`: how many releases within a day counted as none. */
export function countsAsLapse(lastedMs: number, freeReleases: { atOnce: number; later: number }): boolean {
  return lastedMs <= LIMITS.atOnceMs ? freeReleases.atOnce >= LIMITS.freeAtOnce : freeReleases.later >= LIMITS.freeLater;
}

/** How many phones people of one network who have never bought here can reserve at a time. `factor`: the operator's multiplier on limits. */
export function networkAllowance(lapsesToday: number, factor: number): number {
  const usual = lapsesToday >= LIMITS.networkLapses ? LIMITS.networkAfterLapses : LIMITS.network;
  return Math.max(1, Math.round(usual * factor));
}

/** The error for a person at their limit. `freeAt`: when one of their slots is free at the latest. */
export function refusePerson(freeAt: number | null, now: number): HttpError {
  return new ConflictError('reservation_limit', TOO_MANY_OF_PERSON, freeAt === null ? undefined : secondsUntil(freeAt, now));
}

const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000));

/** The error for a network at its limit. */
export function refuseNetwork(freeAt: number | null, now: number): HttpError {
  const left = Math.max(1000, (freeAt ?? now) - now);
  return refuse(`Many new buyers on your network are paying right now. Please try again ${inMinutes(left)}.`, left);
}

/** The error for a full waitlist. */
export function refuseLine(reservedUntil: number | null, now: number): HttpError {
  const left = Math.max(1000, (reservedUntil ?? now) - now);
  return new ConflictError('reservation_limit', `The waitlist for this phone is full. Please try again ${inMinutes(left)}.`, left / 1000);
}

export const refuseSecondTurn = (): HttpError => new ConflictError('reservation_limit', HAD_TURN);

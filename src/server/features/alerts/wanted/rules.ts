import { days, secondsLeftOfDay } from '#contract/shared/durations.ts';
import { ANSWERS_A_DAY, MAX_WANTED_ADS, MAX_WANTED_DAYS } from '#contract/shared/wanted.ts';
import { ConflictError, ForbiddenError, InvalidError, NotFoundError, TooManyError } from '../../../errors.ts';

/** An ad that is posted again soon keeps its rank among the newest. */
export const RANK_MS = days(7);

/** When an ad with this last day ends (epoch ms). Throws 422 for a day that is over, or too far ahead. */
export function endOf(until: string, now: number): number {
  const start = Date.parse(`${until}T00:00:00Z`);
  if (start + days(1) <= now) throw invalidDay('The last day can’t be in the past.');
  if (start > now + days(MAX_WANTED_DAYS)) throw invalidDay(`The last day can be at most ${MAX_WANTED_DAYS} days ahead.`);
  return start + days(1);
}

const invalidDay = (message: string): InvalidError => new InvalidError(message, { until: message });

export function requireRoomForAd(open: number): void {
  if (open >= MAX_WANTED_ADS) throw new ConflictError('conflict', `You have ${MAX_WANTED_ADS} wanted ads. End some first.`);
}

/** Throws for an ad that an admin removed, and for somebody who is suspended. */
export function requirePostable({ wanted_removed_at }: { wanted_removed_at: number | null }, person: { suspended_at: number | null } | undefined): void {
  if (person?.suspended_at != null) throw new ForbiddenError('Your account is suspended, so you can’t post wanted ads for now.', 'suspended');
  if (wanted_removed_at !== null) throw new ConflictError('conflict', 'We removed this wanted ad, so it can’t be posted again.');
}

export function requireSearch<T>(search: T | undefined): asserts search is T {
  if (!search) throw new NotFoundError('You have saved no such search.');
}

/** Throws when a seller has given as many answers in 24 hours as they can; `oldest`: when the first of these was given. */
export function requireFewAnswers({ count, oldest }: { count: number; oldest: number }, now: number): void {
  if (count >= ANSWERS_A_DAY) throw new TooManyError('answers', secondsLeftOfDay(oldest, now));
}

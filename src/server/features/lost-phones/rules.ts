import { MAX_OPEN_REPORTS } from '#contract/lost-phones.ts';
import { days } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { ConflictError, HttpError, InvalidError, NotFoundError } from '../../errors.ts';

type Report = { reporter_id: string; state: 'open' | 'accepted' | 'refused' | 'withdrawn' };

/** Throws 422 for a date that is in the future everywhere on earth. */
export function requirePastDay(day: string, now: number): void {
  const sentence = 'This date is in the future. Enter the date you lost the phone.';
  if (day > toIso(now + days(1)).slice(0, 10)) throw new InvalidError(sentence, { lostOn: sentence });
}

/** Throws 422 for a picture that the shop doesn't have. */
export function requireStoredPicture(isStored: boolean): void {
  const sentence = 'This picture isn’t available. Upload it first.';
  if (!isStored) throw new InvalidError(sentence, { picture: sentence });
}

/** The 429 for somebody with too many undecided reports. */
export function tooManyReports(): HttpError {
  return new HttpError(429, 'too_many', `You have ${MAX_OPEN_REPORTS} undecided reports. Wait for a decision, or withdraw one.`);
}

/** Throws 404 for a report that doesn't exist. */
export function requireReport<T>(report: T | undefined): asserts report is T {
  if (!report) throw new NotFoundError('This report doesn’t exist.');
}

/** Throws 404 for another person's report, so that ids can't be probed. */
export function requireOwnReport<T extends Report>(report: T | undefined, personId: string): asserts report is T {
  if (report?.reporter_id !== personId) throw new NotFoundError('This report doesn’t exist.');
}

/** Throws 409 for a report that was withdrawn. */
export function requireDecidable({ state }: Report): void {
  if (state === 'withdrawn') throw new ConflictError('conflict', 'This report was withdrawn.');
}

/** Throws 409 when somebody has another active report of the phone: they reported it again after this one was declined or withdrawn. */
export function requireNoLaterReport({ id }: { id: string }, active: { id: string } | undefined): void {
  if (active && active.id !== id) throw new ConflictError('conflict', 'The same person has reported this phone again since. Decide about that report instead.');
}

/** Throws 409 for a report that was declined: there is nothing left to withdraw. */
export function requireWithdrawable({ state }: Report): void {
  if (state === 'refused') throw new ConflictError('conflict', 'This report was already declined.');
}

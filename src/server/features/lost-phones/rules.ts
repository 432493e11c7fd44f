import { MAX_OPEN_REPORTS } from '#contract/lost-phones.ts';
import { ConflictError, HttpError, InvalidError, NotFoundError } from '../../errors.ts';

const DAY_MS = 86_400_000;

/** Throws 422 for a day that has not come anywhere on earth. */
export const requirePastDay = (day: string, now: number): void => {
  const sentence = 'This day has not come yet. Say on which day the phone was lost.';
  if (day > new Date(now + DAY_MS).toISOString().slice(0, 10)) throw new InvalidError(sentence, { lostOn: sentence });
};

/** Throws 422 for a picture that the shop does not keep. */
export const requireStoredPicture = (isStored: boolean): void => {
  const sentence = 'The shop has no such picture. Upload it first.';
  if (!isStored) throw new InvalidError(sentence, { picture: sentence });
};

/** The 429 for somebody whose reports have not been looked at. */
export const tooManyReports = (): HttpError =>
  new HttpError(429, 'too_many', `You have ${MAX_OPEN_REPORTS} reports that the shop has not decided. Wait for its answer, or withdraw one.`);

type Report = { reporter_id: string; state: 'open' | 'accepted' | 'refused' | 'withdrawn' };

/** Throws 404 where there is no such report. */
export function requireReport<T>(report: T | undefined): asserts report is T {
  if (!report) throw new NotFoundError('There is no such report.');
}

/** Throws 404 for another person's report, so that ids can't be probed. */
export function requireOwnReport<T extends Report>(report: T | undefined, personId: string): asserts report is T {
  if (report?.reporter_id !== personId) throw new NotFoundError('You have made no such report.');
}

/** Throws 409 for a report that its reporter has withdrawn. */
export const requireDecidable = ({ state }: Report): void => {
  if (state === 'withdrawn') throw new ConflictError('conflict', 'Whoever made this report has withdrawn it.');
};

/** Throws 409 for a report that was refused: there is nothing left to withdraw. */
export const requireWithdrawable = ({ state }: Report): void => {
  if (state === 'refused') throw new ConflictError('conflict', 'The shop has refused this report already.');
};

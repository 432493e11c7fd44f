import { DraftContent, MAX_DRAFTS } from '#contract/selling/drafts.ts';
import { ConflictError, HttpError, NotFoundError } from '../../../errors.ts';

/** The errors for each reason why a draft isn't saved. */
const REFUSALS = {
  changed: () =>
    new ConflictError('conflict', 'This draft was changed in another tab or on another device. Both versions are still here: choose which one to keep.'),
  listed: () => new ConflictError('already_listed', 'This phone is already listed. You’ll find it in My Products.'),
  too_many: () => new HttpError(429, 'too_many', `You can have up to ${MAX_DRAFTS} drafts. List or delete one to save this one.`),
  missing,
};
export type WhyNotSaved = keyof typeof REFUSALS;

/** The error for a draft that wasn't saved: 409, 429 or 404. */
export const notSaved = (why: WhyNotSaved): HttpError => REFUSALS[why]();

/** What a stored draft contains. */
export const contentOf = ({ content }: { content: string }): DraftContent => DraftContent.parse(JSON.parse(content));

export type WhyNotBegun = 'listed' | 'too_many' | 'missing';

export const isDraftLeft = (drafts: number): boolean => drafts < MAX_DRAFTS;

/** The error for a bought phone of which no draft is begun: 409, 429 or 404. */
export function notBegun(why: WhyNotBegun): HttpError {
  if (why === 'missing') return new NotFoundError('You have no such phone. You can sell a phone you bought once its order is complete, and while it’s yours.');
  return why === 'listed'
    ? new ConflictError('already_listed', 'You’ve already listed this phone from this order. To list it again, use Add A Product.')
    : notSaved(why);
}

/** Throws 404 unless this seller has the draft, even if another seller does. */
export function requireDraft<T>(draft: T | undefined): asserts draft is T {
  if (draft === undefined) throw missing();
}

function missing() {
  return new NotFoundError('This draft no longer exists. It was deleted or listed.');
}

import { MAX_DRAFTS } from '#contract/selling/drafts.ts';
import { ConflictError, HttpError, NotFoundError } from '../../../errors.ts';

const missing = () => new NotFoundError('You have no such draft. It was deleted or published.');

/** What can stand in the way of saving a draft, each with its refusal. */
const REFUSALS = {
  changed: () =>
    new ConflictError('conflict', 'This draft was changed in another tab or on another device meanwhile. Nothing of either is lost: choose which one to keep.'),
  listed: () => new ConflictError('already_listed', 'The phone of this draft is listed already. You find it among your products.'),
  too_many: () => new HttpError(429, 'too_many', `You have ${MAX_DRAFTS} drafts, the most the shop keeps. Publish or delete one, and this one is saved too.`),
  missing,
};
export type WhyNotSaved = keyof typeof REFUSALS;

/** The refusal of a draft that was not saved: 409, 429 or 404. */
export const notSaved = (why: WhyNotSaved): HttpError => REFUSALS[why]();

/** Throws 404 where this seller has no such draft, whoever else has. */
export function requireDraft<T>(draft: T | undefined): asserts draft is T {
  if (draft === undefined) throw missing();
}

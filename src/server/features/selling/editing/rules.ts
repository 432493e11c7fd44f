import { EDITS_AN_HOUR } from '#contract/selling/editing.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import { ConflictError, HttpError, NotFoundError, TooManyError } from '../../../errors.ts';

/** What decides whether a listing can be edited. */
export type EditState = {
  sold_at: number | null;
  removed_at: number | null;
  removed_reason: string | null;
  reserved_by: string | null;
  reserved_until: number | null;
  edits_whole_at: number;
};

const UNDER_REVIEW = 'The shop is reviewing this listing, so it can’t be changed for now. See Decisions in your dashboard.';
const AGREED = 'This phone is reserved for a buyer with whom you agreed on a price, so its listing can’t be changed.';
const CHANGED = 'This listing has been changed in another tab or on another device since you opened it.';

/** Why a listing is hidden that isn't removed. */
const STILL_THEIRS: readonly (string | null)[] = ['on_hold', 'suspended', 'paused'];

/** Every edit takes three minutes of an hour, which come back with time. */
const WHOLE_MS = hours(1);
const COST_MS = Math.round(WHOLE_MS / EDITS_AN_HOUR);

/** Throws 404 for another's or a removed listing, 409 while it is under review or a buyer is paying, and once it is sold. A paused one can be edited. */
export function requireEditable<T extends EditState>(listing: T | undefined, now: number): asserts listing is T {
  requireReadable(listing);
  if (listing.removed_reason === 'on_hold' || listing.removed_reason === 'suspended') throw new ConflictError('on_hold', UNDER_REVIEW);
  if (listing.sold_at !== null) throw new ConflictError('sold', 'This phone has been sold, so its listing can’t be changed.');
  requireNobodyPays(listing, now);
}

/** Throws 404 for another's or a removed listing; one that is hidden for now is still its seller's. */
export function requireReadable<T extends EditState>(listing: T | undefined): asserts listing is T {
  const isHidden = listing !== undefined && STILL_THEIRS.includes(listing.removed_reason);
  if (!listing || (listing.removed_at !== null && !isHidden)) throw new NotFoundError('You have no such listing.');
}

/** Throws 409 while a buyer is paying. */
export function requireNobodyPays({ reserved_by, reserved_until }: Pick<EditState, 'reserved_by' | 'reserved_until'>, now: number): void {
  const paysUntil = reserved_by === null ? 0 : (reserved_until ?? 0);
  if (paysUntil > now) throw refuseWhilePaying(paysUntil - now);
}

function refuseWhilePaying(leftMs: number): HttpError {
  const count = Math.ceil(leftMs / minutes(1));
  if (count >= 120) return new ConflictError('being_paid', `${AGREED} Try again in ${Math.ceil(count / 60)} hours.`, leftMs / 1000);
  const wait = count === 1 ? 'in a minute' : `in ${count} minutes`;
  return new ConflictError('being_paid', `A buyer is paying for this phone right now, so its listing can’t be changed. Try again ${wait}.`, leftMs / 1000);
}

/**
 * Throws 429 when a listing was edited too often. Returns when its hour is whole again after one more edit (epoch ms). More than an hour from now says
 * that the clock was set back, and counts as whole.
 */
export function requireAllowance({ edits_whole_at }: EditState, now: number): number {
  const isSpent = edits_whole_at > now && edits_whole_at <= now + WHOLE_MS;
  const wholeAt = (isSpent ? edits_whole_at : now) + COST_MS;
  const leftMs = wholeAt - WHOLE_MS - now;
  if (leftMs > 0) throw new TooManyError('changes of this listing', Math.ceil(leftMs / 1000));
  return wholeAt;
}

/** The 409 for an edit of an outdated revision; `current`: the listing now. */
export const refuseStale = (current: unknown): HttpError => new HttpError(409, 'listing_changed', CHANGED, { current });

import { NEW_CONVERSATIONS_A_DAY } from '#contract/conversations.ts';
import { secondsLeftOfDay } from '#contract/shared/durations.ts';
import { LIMITS } from '#contract/shared/limits.ts';
import { ConflictError, ForbiddenError, NotFoundError, TooManyError } from '../../errors.ts';

type Listing = { seller_id: string; sold_at: number | null };
type Between = { other_removed_at: number | null; is_blocked: boolean; is_blocking: boolean };

/** Throws unless this person can ask this listing's seller about it. */
export function requireAskable({ seller_id, sold_at }: Listing, userId: string): void {
  if (seller_id === userId) throw new ForbiddenError('This is your own phone.');
  if (sold_at !== null) throw new ConflictError('sold', 'This phone has been sold, so its seller can’t be asked about it anymore.');
}

/** Throws when a person has begun as many conversations in 24 hours as they can; `oldest`: when the first of these began. */
export function requireFewNew({ begun, oldest }: { begun: number; oldest: number }, now: number): void {
  if (begun >= NEW_CONVERSATIONS_A_DAY) throw new TooManyError('new conversations', secondsLeftOfDay(oldest, now));
}

/**
 * Throws when a person sent as many messages within a span as they can; `first`: when the first of these was sent. One sent more than a span from now
 * says that the clock was set back, and limits nobody.
 */
export function requirePatience(first: number | null, { now, spanMs }: { now: number; spanMs: number }): void {
  if (first !== null && first > now - spanMs && first <= now + spanMs)
    throw new TooManyError(LIMITS.message.name, Math.max(1, Math.ceil((first + spanMs - now) / 1000)));
}

/** Throws 404 for somebody else's conversation, so that ids can't be probed. */
export function requireConversation<T>(conversation: T | undefined): asserts conversation is T {
  if (!conversation) throw new NotFoundError('We couldn’t find this conversation.');
}

/** Throws when the two can't write to each other. Whom somebody has blocked isn't said. */
export function requireWritable({ other_removed_at, is_blocked, is_blocking }: Between): void {
  if (other_removed_at !== null) throw new ForbiddenError('This person has left the shop, so you can’t write to them.');
  if (is_blocking) throw new ForbiddenError('You’ve blocked this person. Unblock them to write to them.');
  if (is_blocked) throw new ForbiddenError('Your message can’t be delivered.');
}

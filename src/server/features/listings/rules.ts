import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../errors.ts';

type Owned = { seller_id: string };
type Sellable = { sold_at: number | null };

/** Throws 404 for a listing that is gone. */
export function requireListing<T>(listing: T | undefined): asserts listing is T {
  if (!listing) throw new NotFoundError('This listing is not there any more.');
}

/** Throws 404 for another seller's listing, so that ids can't be probed. */
export function requireOwnListing<T extends Owned>(listing: T | undefined, sellerId: string): asserts listing is T {
  if (listing?.seller_id !== sellerId) throw new NotFoundError('You have no such listing.');
}

/** Throws 409 for a sold listing; `what` says what can't be done with it. */
export const requireUnsold = (listing: Sellable, what: string): void => {
  if (listing.sold_at !== null) throw new ConflictError('sold', `This phone is sold: ${what}`);
};

/** Throws 403 for a seller who is suspended. */
export const requireNotSuspended = ({ suspended_at }: { suspended_at: number | null }): void => {
  if (suspended_at !== null)
    throw new ForbiddenError('The shop has suspended you, so you can’t list anything for now. Why stands under Decisions in your dashboard.', 'suspended');
};

/** Throws 422 for a brand that the shop doesn't have. */
export function requireCategory<T>(category: T | undefined): asserts category is T {
  const sentence = 'There is no such category.';
  if (!category) throw new InvalidError(sentence, { name: sentence });
}

/** What a seller is asked whose phone is another model by its IMEI. */
export const questionOf = (known: string): string => `By its IMEI this is a ${known}. Is that the phone you listed? What to do stands in your dashboard.`;

/** The specification's form of a moment: the first 21 characters of the date as a person reads it. */
export const toPostTime = (now: number): string => new Date(now).toString().slice(0, 21);

import { ConflictError, NotFoundError } from '../../errors.ts';

type Owned = { seller_id: string };
type Sellable = { sold_at: number | null };

/** Throws 404 for a listing that doesn't exist. */
export function requireListing<T>(listing: T | undefined): asserts listing is T {
  if (!listing) throw new NotFoundError('This listing is no longer available.');
}

/** Throws 404 for another seller's listing, so that ids can't be probed. */
export function requireOwnListing<T extends Owned>(listing: T | undefined, sellerId: string): asserts listing is T {
  if (listing?.seller_id !== sellerId) throw new NotFoundError('You have no such listing.');
}

/** Throws 409 for a sold listing; `what` describes what can't be done with it. */
export function requireUnsold(listing: Sellable, what: string): void {
  if (listing.sold_at !== null) throw new ConflictError('sold', `This phone has been sold, so ${what}`);
}

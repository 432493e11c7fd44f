import { toListingState } from '../decisions/index.ts';

type Listing = Parameters<typeof toListingState>[0] & { listing_id: string | null };

/** The listing that a row leads to; null when there is none, or it is gone or hidden and has no page. */
export function listingLink(row: Listing): string | null {
  return ['available', 'sold', 'paused'].includes(toListingState(row)) ? row.listing_id : null;
}

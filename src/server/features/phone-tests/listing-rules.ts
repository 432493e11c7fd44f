import { ConflictError } from '../../errors.ts';
import { stateOf } from '../listings/index.ts';
import type { TestedListing } from './queries.ts';

/** Throws 409 for a listing whose phone is no longer for sale: nothing is tested for it anymore, and nothing published. */
export function requireForSale(listing: TestedListing): asserts listing is NonNullable<TestedListing> {
  const state = listing ? stateOf(listing) : 'removed';
  if (state === 'sold') throw new ConflictError('sold', 'This phone has been sold, so its listing takes no more tests.');
  if (state === 'hidden') throw new ConflictError('on_hold', 'The shop is reviewing this listing, so it takes no tests for now.');
  if (state === 'removed') throw new ConflictError('conflict', 'This phone is no longer for sale, so its listing takes no more tests.');
}

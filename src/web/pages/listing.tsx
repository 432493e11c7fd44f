import { listingOptions } from '../queries/listings.ts';
import { loadListing, OneListing } from './one-listing.tsx';

export const load = loadListing(listingOptions);

export function Page() {
  return <OneListing optionsOf={listingOptions} />;
}

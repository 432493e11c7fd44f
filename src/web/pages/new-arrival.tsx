import { newArrivalOptions } from '../features/listings/queries.ts';
import { loadListing, OneListing } from './one-listing.tsx';

export const load = loadListing(newArrivalOptions);

export function Page() {
  return <OneListing optionsOf={newArrivalOptions} />;
}

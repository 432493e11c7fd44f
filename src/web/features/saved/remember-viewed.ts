import { useEffect } from 'react';
import type { Listing } from '#contract/listings.ts';
import { viewedHere } from './on-device.ts';

/** Remembers on this device that a phone was looked at. */
export function useRememberViewed(listing: Pick<Listing, '_id' | 'resale_price'> | undefined): void {
  const id = listing?._id;
  const price = listing?.resale_price;
  useEffect(() => {
    if (id !== undefined && price !== undefined) viewedHere.add({ id, price });
  }, [id, price]);
}

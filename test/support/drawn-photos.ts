import { drawPhonePicture } from '#server/db/seed/phone-picture.ts';
import { readDemoListings } from '#server/db/seed/read-demo-listings.ts';

/** A drawn phone at photo quality, 1280 pixels square, like in the demo shop; different for each number. */
export async function drawnPhoto(nth: number): Promise<Buffer> {
  const listings = await readDemoListings();
  const listing = listings[nth % listings.length];
  if (!listing) throw new Error('There are no demo listings.');
  return drawPhonePicture(listing, nth);
}

import { PRICE } from '#test/support/world/values.ts';
import { createListing } from '#test/support/world/world.ts';
import type { Making } from './world.ts';

/** Offers of the buyer that wait for the seller's answer. */
export async function addOffers({ shop, people, refs, secret, granted }: Making): Promise<void> {
  const place = secret('the meeting location of an offer', ['buyer']);
  const make = async (): Promise<string[]> => {
    const productId = await createListing(shop, people.seller);
    return [(await granted<{ _id: string }>('buyer', 'POST /offers', { productId, price: PRICE - 20, phone: '555 0100', meeting_location: place }))._id];
  };
  refs.offerToCounter = await make();
  refs.offerToAccept = await make();
  refs.offerToRefuse = await make();
  refs.offerToWithdraw = await make();
  refs.offer = [...refs.offerToCounter, ...refs.offerToAccept, ...refs.offerToRefuse, ...refs.offerToWithdraw];
}

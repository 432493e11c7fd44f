import { BookedTerms, type BookingInput } from '#contract/orders.ts';
import { toDollars } from '#contract/shared/money.ts';
import { toListing, toPhotos, type WholeListingRow } from '../listings/index.ts';
import type { NewOrder } from './queries.ts';

type Buyer = { userId: string; name: string; email: string };

const NOBODYS_CONTACTS = { has: () => false };

/** An order with a copy of its listing's details, which later changes don't affect; at the listing's price or the one that was agreed. */
export function toNewOrder(
  listing: WholeListingRow,
  buyer: Buyer,
  { phone, meeting_location }: Omit<BookingInput, 'productId'>,
  priceCents = listing.price_cents,
): Omit<NewOrder, 'discount_cents'> {
  return {
    listing_id: listing.id,
    seller_id: listing.seller_id,
    buyer_id: buyer.userId,
    buyer_name: buyer.name,
    email: buyer.email,
    phone,
    meeting_location,
    product_name: listing.model_name,
    image: listing.image,
    price_cents: priceCents,
    terms: JSON.stringify(toTerms(listing, priceCents)),
  };
}

/** The listing as the buyer books it, in case they disagree later about what was promised. */
function toTerms(listing: WholeListingRow, priceCents: number): BookedTerms {
  const { imei_last4: imeiLast4 } = listing;
  return BookedTerms.parse({ ...toListing(listing, NOBODYS_CONTACTS), resale_price: toDollars(priceCents), photos: toPhotos(listing), imeiLast4 });
}

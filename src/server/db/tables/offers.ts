import type { OfferState } from '#contract/offers.ts';
import type { OrderSide } from '#contract/orders.ts';
import type { Moment } from './moment.ts';

/** A price that one side proposes to the other; a unique index keeps one open for each listing and buyer. */
export type OffersTable = {
  id: string;
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  by_side: OrderSide;
  price_cents: number;
  /** Only changed by the transitions of `features/offers/lifecycle.ts`. */
  state: OfferState;
  /** 1: refused at once, so its seller doesn't see it. */
  below_lowest: number;
  /** 1: the buyer's address was verified when they made their offer, which decides about the first-purchase discount. */
  buyer_verified: number;
  /** What the buyer gave for the booking. */
  phone: string;
  meeting_location: string;
  created_at: Moment;
  expires_at: Moment;
  /** The order that it made once it was accepted. */
  order_id: string | null;
};

/** Below which price offers for a listing are refused at once. */
export type LowestOffersTable = { listing_id: string; price_cents: number };

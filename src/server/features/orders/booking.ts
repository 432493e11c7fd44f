import type { DiscountState } from '#contract/first-purchase.ts';
import type { Fulfillment, FulfillmentGlance } from '#contract/fulfillment.ts';
import { forEachKey } from '#contract/listing-fields.ts';
import type { BookedTerms, Booking, ClosedReason, OrderSide, PaidOrder, SellerContact } from '#contract/orders.ts';
import type { DisputeOutcome } from '#contract/payments/disputes.ts';
import { latestTurn } from '#contract/payments/reservations.ts';
import { reviewsEnd } from '#contract/reviews.ts';
import { isArrangeable, isConfirming } from '#contract/shared/handover-states.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { productStatusOf } from '../listings/index.ts';
import { type FulfilledOrderRow, type FullOrderRow, isFulfilled } from './full-order.ts';
import { isWithBuyer, sideOf } from './rules.ts';

/** The current time and how long a payment reserves a phone, in ms. */
type BookingTime = { now: number; reservationMs: number };

/** An order as its buyer sees it; pass `forSides` of a row. */
export function toBooking(row: FullOrderRow, time: BookingTime): Booking {
  return {
    _id: row.id,
    productId: row.listing_id,
    productStatus: productStatusOf({ sold_at: row.listing_sold_at, removed_at: row.listing_removed_at, removed_reason: row.listing_removed_reason }),
    ProductName: row.product_name,
    image: row.image,
    ...bookedFacts(row, ['storage', 'color']),
    price: toDollars(chargeOf(row)),
    listPrice: toDollars(row.price_cents),
    priceNow: isOpen(row) && row.listing_price_cents !== row.price_cents ? toDollars(row.listing_price_cents) : null,
    agreedUntil: toIso(row.agreed_until),
    discount: toDollars(discountOf(row)),
    discountState: discountStateOf(row),
    buyerName: row.buyer_name,
    email: row.email,
    phone: row.phone,
    meeting_location: row.meeting_location,
    paid: row.state === 'paid',
    state: row.state,
    bookedAt: toIso(row.created_at),
    transactionId: row.paid_at === null ? null : row.intent_id,
    // Only ever written with the contract's reasons.
    closedReason: row.closed_reason as ClosedReason | null,
    refunded: row.state === 'refunding' || row.state === 'refunded',
    heldUntil: reservationEnd(row, time.now),
    dispute: outcomeOf(row.dispute_state),
    waiting: isOpen(row) && row.waits_since !== null,
    line: lineOf(row, time),
    seller: sellerOf(row),
    imeiLast4: row.state === 'paid' ? row.imei_last4 : null,
    fulfillment: fulfillmentOf(row),
    mayReview: mayReview(row, time.now),
  };
}

/** Facts as they were when the phone was booked; as they are now once its seller has deleted their account. */
function bookedFacts<Key extends 'storage' | 'color' | 'location'>(row: FullOrderRow, keys: Key[]): Record<Key, string> {
  // Only ever written as JSON of parsed terms.
  const terms = row.terms === null ? row : (JSON.parse(row.terms) as BookedTerms);
  return forEachKey(keys, (key) => terms[key] ?? row[key]);
}

function mayReview(row: FullOrderRow, now: number): boolean {
  if (!isFulfilled(row) || row.review_id !== null) return false;
  const end = reviewsEnd({ state: row.fulfillment_state, handedOverAt: row.handed_over_at, endedAt: row.ended_at });
  return end !== null && now < end;
}

/** Null until the order is paid. */
export const fulfillmentOf = (row: FullOrderRow): Fulfillment | null => (isFulfilled(row) ? toFulfillment(row) : null);

function toFulfillment(row: FulfilledOrderRow): Fulfillment {
  return {
    ...toGlance(row),
    dueAt: toIso(row.due_at),
    handedOverAt: toIso(row.handed_over_at),
    endedAt: toIso(row.ended_at),
    outcome: row.outcome,
    refunded: toDollars(refundedCents(row)),
  };
}

/** Where an order stands, for a line in a list. */
export function toGlance(row: Pick<FulfilledOrderRow, 'fulfillment_state' | 'meet_at' | 'meet_place' | 'proposed_by' | 'confirmed_by'>): FulfillmentGlance {
  const { fulfillment_state: state, proposed_by, confirmed_by } = row;
  return {
    state,
    meetAt: toIso(row.meet_at),
    meetPlace: row.meet_place,
    answerFrom: isArrangeable(state) ? otherSide(proposed_by) : null,
    confirmationFrom: isConfirming(state) ? otherSide(confirmed_by) : null,
  };
}

function otherSide(side: OrderSide | null): OrderSide | null {
  if (side === null) return null;
  return side === 'buyer' ? 'seller' : 'buyer';
}

/** What the buyer of a paid order was refunded or will be, in cents. */
export function refundedCents(row: FullOrderRow): number {
  if (row.state !== 'paid') return Math.max(0, (row.charged_cents ?? 0) - row.lost_cents);
  return (row.refunded_cents ?? 0) + (row.partial_due_cents ?? 0);
}

/** What the buyer of a paid order was charged, in cents. */
function chargedOf(row: FulfilledOrderRow): number {
  return row.charged_cents ?? row.price_cents - row.discount_cents;
}

/** What of it hasn't gone back to them and isn't about to, in cents. */
export const leftOf = (row: FulfilledOrderRow): number => Math.max(0, chargedOf(row) - row.lost_cents - refundedCents(row));

/** A paid order, as one of its sides sees it; without the buyer's record, which the seller gets besides. */
export function toPaidOrder(row: FulfilledOrderRow, userId: string): PaidOrder {
  const isPaid = row.state === 'paid';
  return {
    _id: row.id,
    side: sideOf(row, userId),
    productId: row.listing_id,
    ProductName: row.product_name,
    image: row.image,
    ...bookedFacts(row, ['storage', 'color', 'location']),
    price: toDollars(row.price_cents),
    charged: toDollars(chargedOf(row)),
    state: row.state,
    paidAt: toIso(row.paid_at),
    meeting_location: row.meeting_location,
    imeiLast4: isPaid ? row.imei_last4 : null,
    buyer: { _id: row.buyer_id, name: row.buyer_name, phone: isPaid ? row.phone : '', email: '', gone: row.buyer_removed_at !== null },
    seller: {
      _id: row.seller_id,
      name: row.seller_name,
      phone: isPaid ? row.seller_phone : '',
      email: isPaid ? row.seller_email : '',
      gone: row.seller_removed_at !== null,
    },
    buyerRecord: null,
    dispute: outcomeOf(row.dispute_state),
    paidOutAt: toIso(row.paid_out_at),
    fulfillment: toFulfillment(row),
    isWithBuyer: isWithBuyer(row),
    hasProblem: (row.problems ?? 0) > 0,
  };
}

/** What an order costs its buyer, in cents. */
export function chargeOf(row: FullOrderRow): number {
  return row.price_cents - discountOf(row);
}

/** What the first-purchase discount takes off an order, in cents. */
export function discountOf({ discount_cents, discount_lost }: FullOrderRow): number {
  return discount_lost === null ? discount_cents : 0;
}

function discountStateOf({ discount_cents, discount_lost }: FullOrderRow): DiscountState {
  return discount_cents === 0 ? 'none' : (discount_lost ?? 'applied');
}

function sellerOf(row: FullOrderRow): SellerContact | null {
  if (row.state !== 'paid') return null;
  return { name: row.seller_name, phone: row.seller_phone, email: row.seller_email, gone: row.seller_removed_at !== null };
}

function reservationEnd(row: FullOrderRow, now: number): string | null {
  return isOpen(row) && row.reserved_by === row.id && row.reserved_until !== null && row.reserved_until > now ? toIso(row.reserved_until) : null;
}

const isOpen = ({ state }: FullOrderRow): boolean => state === 'booked' || state === 'paying';

/** The outcome of a dispute that a buyer and a seller see; null: none. */
export function outcomeOf(state: string | null): DisputeOutcome | null {
  if (state === null || state === 'closed') return null;
  return state === 'won' || state === 'lost' ? state : 'open';
}

function lineOf(row: FullOrderRow, { now, reservationMs }: BookingTime): Booking['line'] {
  if (!isOpen(row) || row.waits_since === null) return null;
  const place = Math.max(1, row.place ?? 1);
  const turnBy = latestTurn(place, { now, heldUntil: row.reserved_until, reservationMs });
  return { place, turnBy: toIso(turnBy) };
}

import type { DiscountState } from '#contract/first-purchase.ts';
import type { Booking, ClosedReason, SellerContact } from '#contract/orders.ts';
import { latestTurn } from '#contract/payments/reservations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import type { OrderRow } from '../../db/tables.ts';

/** An order with its phone's reservation and, if it is on the waitlist, its position. */
export type FullOrderRow = OrderRow & {
  reserved_by: string | null;
  reserved_until: number | null;
  waits_since: number | null;
  place: number | null;
  dispute_state: string | null;
  /** Why it costs the full price although a discount was offered. */
  discount_lost: 'used' | 'in_use' | null;
  storage: string;
  color: string;
  imei_last4: string | null;
  seller_name: string;
  seller_phone: string;
  seller_email: string;
  seller_erased_at: number | null;
};

/** The current time and how long a payment reserves a phone, in ms. */
export type BookingTime = { now: number; reservationMs: number };

export function toBooking(row: FullOrderRow, time: BookingTime): Booking {
  return {
    _id: row.id,
    productId: row.listing_id,
    ProductName: row.product_name,
    image: row.image,
    storage: row.storage,
    color: row.color,
    price: toDollars(chargeOf(row)),
    listPrice: toDollars(row.price_cents),
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
    dispute: disputeOf(row),
    waiting: isOpen(row) && row.waits_since !== null,
    line: lineOf(row, time),
    seller: sellerOf(row),
    imeiLast4: row.state === 'paid' ? row.imei_last4 : null,
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
  return { name: row.seller_name, phone: row.seller_phone, email: row.seller_erased_at === null ? row.seller_email : '' };
}

function reservationEnd(row: FullOrderRow, now: number): string | null {
  return isOpen(row) && row.reserved_by === row.id && row.reserved_until !== null && row.reserved_until > now ? toIso(row.reserved_until) : null;
}

const isOpen = ({ state }: FullOrderRow): boolean => state === 'booked' || state === 'paying';

function disputeOf({ dispute_state: state }: FullOrderRow): Booking['dispute'] {
  if (state === null || state === 'closed') return null;
  return state === 'won' || state === 'lost' ? state : 'open';
}

function lineOf(row: FullOrderRow, { now, reservationMs }: BookingTime): Booking['line'] {
  if (!isOpen(row) || row.waits_since === null) return null;
  const place = Math.max(1, row.place ?? 1);
  const turnBy = latestTurn(place, { now, heldUntil: row.reserved_until, reservationMs });
  return { place, turnBy: toIso(turnBy) };
}

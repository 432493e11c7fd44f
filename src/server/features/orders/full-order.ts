import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { FulfillmentOutcome, FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
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
  /** What the listing says now; `terms` has what it said when it was booked. */
  listing_price_cents: number;
  listing_sold_at: number | null;
  listing_removed_at: number | null;
  listing_removed_reason: string | null;
  storage: string;
  color: string;
  imei_last4: string | null;
  seller_name: string;
  seller_phone: string;
  seller_email: string;
  seller_removed_at: number | null;
  buyer_removed_at: number | null;
  location: string;
  /** Null until the order is paid. */
  fulfillment_state: FulfillmentState | null;
  due_at: number | null;
  meet_at: number | null;
  meet_place: string | null;
  /** The side whose proposal of a meeting is agreed. */
  agreed_by: OrderSide | null;
  /** The side whose proposal of a meeting isn't answered. */
  proposed_by: OrderSide | null;
  /** A side that has confirmed the handover or, once it has begun, the return. */
  confirmed_by: OrderSide | null;
  handed_over_at: number | null;
  /** When the first confirmation of the handover counted. */
  confirmed_at: number | null;
  /** How many problems were reported with it. */
  problems: number | null;
  ended_at: number | null;
  outcome: FulfillmentOutcome | null;
  /** The buyer's review of the seller. */
  review_id: string | null;
  charged_cents: number | null;
  refunded_cents: number | null;
  partial_due_cents: number | null;
  /** What banks took back of it. */
  lost_cents: number;
};

/** An order that was paid. */
export type FulfilledOrderRow = FullOrderRow & { fulfillment_state: FulfillmentState; paid_at: number };

export function isFulfilled(row: FullOrderRow): row is FulfilledOrderRow {
  return row.fulfillment_state !== null && row.paid_at !== null;
}

type Sides = Pick<FullOrderRow, 'buyer_removed_at' | 'seller_removed_at'>;

/** Whether one of its sides was removed or deleted their account. */
export const isSideGone = ({ buyer_removed_at, seller_removed_at }: Sides): boolean => buyer_removed_at !== null || seller_removed_at !== null;

/** The agreed place to meet, unless somebody proposed it who is gone. */
export function shownPlace(row: Sides & Pick<FullOrderRow, 'meet_place' | 'agreed_by'>): string | null {
  const { meet_place, agreed_by } = row;
  if (agreed_by === null) return isSideGone(row) ? null : meet_place;
  return row[`${agreed_by}_removed_at`] === null ? meet_place : null;
}

/** An order as its two sides see it: without the name, contacts and texts of one who was removed or deleted their account. */
export function forSides<Row extends FullOrderRow>(row: Row): Row {
  return {
    ...row,
    meet_place: shownPlace(row),
    ...(row.buyer_removed_at !== null && { buyer_name: DELETED_NAME, email: '', phone: '', meeting_location: '' }),
    ...(row.seller_removed_at !== null && { seller_name: DELETED_NAME, seller_email: '', seller_phone: '', location: '', terms: null }),
  };
}

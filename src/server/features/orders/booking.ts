import { toDollars } from '#contract/money.ts';
import type { Booking, ClosedReason } from '#contract/orders.ts';
import type { OrderRow } from '../../db/tables.ts';

/** An order with what its payments say. */
export type FullOrderRow = OrderRow & { refunds: number };

export const toBooking = (row: FullOrderRow): Booking => ({
  _id: row.id,
  productId: row.listing_id,
  ProductName: row.product_name,
  image: row.image,
  price: toDollars(row.price_cents),
  buyerName: row.buyer_name,
  email: row.email,
  phone: row.phone,
  meeting_location: row.meeting_location,
  paid: row.paid_at !== null,
  bookedAt: new Date(row.created_at).toISOString(),
  transactionId: row.paid_at === null ? null : row.intent_id,
  // Only ever written from the reasons of the contract.
  closedReason: row.closed_reason as ClosedReason | null,
  refunded: row.refunds > 0,
});

import { toDollars } from '#contract/money.ts';
import type { Booking, ClosedReason } from '#contract/orders.ts';
import type { OrderRow } from '../../db/tables.ts';

/** An order with who holds its phone until when, and since when it waits for its turn. */
export type FullOrderRow = OrderRow & { held_by: string | null; held_until: number | null; waits_since: number | null };

const isOpen = ({ state }: FullOrderRow): boolean => state === 'booked' || state === 'paying';

const heldUntil = (row: FullOrderRow, now: number): string | null =>
  isOpen(row) && row.held_by === row.id && row.held_until !== null && row.held_until > now ? new Date(row.held_until).toISOString() : null;

export const toBooking = (row: FullOrderRow, now: number): Booking => ({
  _id: row.id,
  productId: row.listing_id,
  ProductName: row.product_name,
  image: row.image,
  price: toDollars(row.price_cents),
  buyerName: row.buyer_name,
  email: row.email,
  phone: row.phone,
  meeting_location: row.meeting_location,
  paid: row.state === 'paid',
  state: row.state,
  bookedAt: new Date(row.created_at).toISOString(),
  transactionId: row.paid_at === null ? null : row.intent_id,
  // Only ever written from the reasons of the contract.
  closedReason: row.closed_reason as ClosedReason | null,
  refunded: row.state === 'refunding' || row.state === 'refunded',
  heldUntil: heldUntil(row, now),
  waiting: isOpen(row) && row.waits_since !== null,
});

import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { Amount } from './money.ts';
import { PageQuery } from './paging.ts';
import { Inserted, Moment } from './replies.ts';
import { Id, requiredTypedText } from './text.ts';

/** Why an unpaid order can't be paid any more. */
export const ClosedReason = z.enum(['sold_to_another', 'listing_removed', 'buyer_removed']);
export type ClosedReason = z.infer<typeof ClosedReason>;

export const Booking = z.object({
  _id: z.string(),
  productId: z.string(),
  ProductName: z.string(),
  image: z.string(),
  price: Amount,
  buyerName: z.string(),
  email: z.string(),
  phone: z.string(),
  meeting_location: z.string(),
  paid: z.boolean(),
  bookedAt: Moment,
  /** The provider's id of the payment that paid it. */
  transactionId: z.string().nullable(),
  closedReason: ClosedReason.nullable(),
  /** The buyer paid too late, and has the money back or will without doing anything. */
  refunded: z.boolean(),
});
export type Booking = z.infer<typeof Booking>;

/** What a buyer writes. Whatever else the body says of the listing is ignored. */
export const BookingInput = z.object(
  {
    productId: Id,
    phone: requiredTypedText('Phone number', 200),
    meeting_location: requiredTypedText('Meeting location', 200),
  },
  'A booking is expected.',
);
export type BookingInput = z.output<typeof BookingInput>;

export const orderCalls = {
  'GET /bookings': {
    summary: 'One’s own bookings, newest first.',
    access: 'signed-in',
    query: PageQuery.extend({ email: z.string().trim().toLowerCase().max(254).optional() }),
    reply: z.array(Booking),
    paged: true,
  },
  'POST /bookings': {
    summary: 'Books a phone; each buyer once, nobody their own.',
    access: 'signed-in',
    body: BookingInput,
    reply: Inserted,
  },
  'GET /payment/:orderId': {
    summary: 'One’s own order.',
    access: 'signed-in',
    params: z.object({ orderId: Id }),
    reply: Booking,
  },
} as const satisfies Record<string, Endpoint>;

import type { BookingInput } from '#contract/orders.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import type { CallContext, ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { offerDiscount } from '../first-purchase/index.ts';
import { type FullListingRow, findListing, requireListing } from '../listings/index.ts';
import { toBooking } from './booking.ts';
import { bookPhone } from './commands.ts';
import { findHistory } from './lifecycle-queries.ts';
import { findOrder, findOrderOf, findOrdersOf } from './queries.ts';
import { refuseBooking, requireBookable, requireOrder } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'reservationMs' | 'settings' | 'isProduction' | 'buyerKeys'>;

export function orderRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock, reservationMs, buyerKeys } = services;
  const bookingTime = () => ({ now: clock.now(), reservationMs: reservationMs() });

  serve('GET /bookings', async ({ caller, query }) => {
    requireOwnAddress(caller, query.email);
    const { list, direction } = sortedAs('bookings', query.sort);
    const page = await findOrdersOf(db, caller.userId, { ...query, direction, after: readCursor(list, query.cursor) });
    return { reply: page.items.map((row) => toBooking(row, bookingTime())), next: writeCursor(list, page.next) };
  });

  serve('POST /bookings', async ({ caller, body }) => {
    const listing = await findListing(db, body.productId);
    requireListing(listing);
    requireBookable(listing, caller.userId);
    const keys = buyerKeys.of({ ...caller, phone: body.phone });
    const { discountCents } = await offerDiscount(services, caller, { priceCents: listing.price_cents, keys });
    const booked = await bookPhone(db, { ...toNewOrder(listing, caller, body), discount_cents: discountCents }, { keys, now: clock.now() });
    if (booked.outcome !== 'booked') throw refuseBooking(booked.outcome);
    return { status: 201, reply: { acknowledged: true, insertedId: booked.orderId } };
  });

  serve('GET /payment/:orderId', async ({ caller, params }) => {
    const order = await findOrderOf(db, caller.userId, params.orderId);
    requireOrder(order);
    return { reply: toBooking(order, bookingTime()) };
  });

  serve('GET /orders/:orderId/history', async ({ caller, params }) => {
    const order = caller.role === 'admin' ? await findOrder(db, params.orderId) : await findOrderOf(db, caller.userId, params.orderId);
    requireOrder(order);
    return { reply: await findHistory(db, order.id) };
  });
}

/** An order with a copy of its listing's details, which later changes don't affect. */
function toNewOrder(listing: FullListingRow, buyer: CallContext<'POST /bookings'>['caller'], { phone, meeting_location }: BookingInput) {
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
    price_cents: listing.price_cents,
  };
}

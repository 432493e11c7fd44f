import { readCursor, writeCursor } from '../../db/paging.ts';
import { ConflictError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { findListing, requireListing } from '../listings/index.ts';
import { toBooking } from './booking.ts';
import { findHistory } from './lifecycle-queries.ts';
import { findOrder, findOrderOf, findOrdersOf, insertOrder } from './queries.ts';
import { ALREADY_BOOKED, requireBookable, requireOrder } from './rules.ts';

const ENOUGH = 'You have a hundred unpaid bookings. Pay for one or cancel one under My Orders before you book another.';

export const orderRoutes = (serve: ServeCall, { db, clock, reservationMs }: Pick<Services, 'db' | 'clock' | 'reservationMs'>): void => {
  const bookingTime = () => ({ now: clock.now(), reservationMs: reservationMs() });

  serve('GET /bookings', async ({ caller, query }) => {
    requireOwnAddress(caller, query.email);
    const page = await findOrdersOf(db, caller.userId, query.limit, readCursor('bookings', query.cursor));
    return { reply: page.items.map((row) => toBooking(row, bookingTime())), next: writeCursor('bookings', page.next) };
  });

  serve('POST /bookings', async ({ caller, body }) => {
    const listing = await findListing(db, body.productId);
    requireListing(listing);
    requireBookable(listing, caller.userId);
    const outcome = await insertOrder(
      db,
      {
        listing_id: listing.id,
        seller_id: listing.seller_id,
        buyer_id: caller.userId,
        buyer_name: caller.name,
        email: caller.email,
        phone: body.phone,
        meeting_location: body.meeting_location,
        product_name: listing.model_name,
        image: listing.image,
        price_cents: listing.price_cents,
      },
      clock.now(),
    );
    if (outcome === 'booked') throw new ConflictError('already_booked', ALREADY_BOOKED);
    if (outcome === 'enough') throw new ConflictError('reservation_limit', ENOUGH);
    if (outcome === 'gone') throw new ConflictError('sold', 'This phone was sold or taken off just now.');
    return { status: 201, reply: { acknowledged: true, insertedId: outcome } };
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
};

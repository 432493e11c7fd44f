import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { inserted } from '../../http/replies.ts';
import type { CallContext, ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { offerDiscount } from '../first-purchase/index.ts';
import { findListing, requireListing } from '../listings/index.ts';
import { toBooking, toPaidOrder } from './booking.ts';
import { findBuyerRecords } from './buyer-record-queries.ts';
import { bookPhone } from './commands.ts';
import { type FullOrderRow, forSides } from './full-order.ts';
import { findHistory, findHistoryForSides } from './lifecycle-queries.ts';
import { toNewOrder } from './new-order.ts';
import { findOrder, findOrderOf, findOrdersOf, requirePaidOrderOf } from './queries.ts';
import { refuseBooking, requireBookable, requireOrder } from './rules.ts';

type Needs = Pick<Services, 'db' | 'reads' | 'clock' | 'reservationMs' | 'settings' | 'isProduction' | 'buyerKeys'>;

export function orderRoutes(serve: ServeCall, services: Needs): void {
  const { db, reads, clock, reservationMs, buyerKeys } = services;
  const bookingTime = () => ({ now: clock.now(), reservationMs: reservationMs() });

  serve('GET /bookings', async ({ caller, query }) => {
    requireOwnAddress(caller, query.email);
    const { list, direction } = sortedAs('bookings', query.sort);
    const page = await findOrdersOf(reads, caller.userId, { ...query, direction, after: readCursor(list, query.cursor) });
    return { reply: page.items.map((row) => toBooking(forSides(row), bookingTime())), next: writeCursor(list, page.next) };
  });

  serve('POST /bookings', async ({ caller, body }) => {
    const listing = await findListing(db, body.productId);
    requireListing(listing);
    requireBookable(listing, caller.userId);
    const keys = buyerKeys.of({ ...caller, phone: body.phone });
    const { discountCents } = await offerDiscount(services, caller, { priceCents: listing.price_cents, keys });
    const booked = await bookPhone(
      db,
      { ...toNewOrder(listing, caller, body), discount_cents: discountCents },
      { revision: listing.revision, keys, now: clock.now() },
    );
    if (booked.outcome !== 'booked') throw refuseBooking(booked);
    return inserted(booked.orderId);
  });

  serve('GET /payment/:orderId', async ({ caller, params }) => {
    const order = await findOrderOf(reads, caller.userId, params.orderId);
    requireOrder(order);
    return { reply: toBooking(forSides(order), bookingTime()) };
  });

  serve('GET /orders/:orderId', async ({ caller, params }) => {
    const order = await requirePaidOrderOf(reads, caller.userId, params.orderId);
    const reply = toPaidOrder(forSides(order), caller.userId);
    if (reply.side === 'buyer') return { reply };
    const records = await findBuyerRecords(reads, [order.buyer_id], clock.now());
    return { reply: { ...reply, buyerRecord: records.get(order.buyer_id) ?? null } };
  });

  serve('GET /orders/:orderId/history', async ({ caller, params }) => {
    const order = await findOrder(reads, params.orderId);
    if (!order || !mayReadHistory(order, caller)) throw new NotFoundError('You have no such order.');
    // What a buyer tried before they paid is nobody else's business.
    const since = order.seller_id === caller.userId ? (order.paid_at ?? 0) : 0;
    const entries = await (caller.role === 'admin' ? findHistory(reads, order.id) : findHistoryForSides(reads, order));
    return { reply: entries.filter(({ at }) => Date.parse(at) >= since) };
  });
}

function mayReadHistory(order: FullOrderRow, { role, userId }: CallContext<'GET /orders/:orderId/history'>['caller']): boolean {
  return role === 'admin' || order.buyer_id === userId || (order.seller_id === userId && order.paid_at !== null);
}

import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findOrder } from '../orders/index.ts';
import { noteRefundByHand } from './by-hand-commands.ts';
import { findPayment, findPaymentById, findPayments } from './queries.ts';
import { refundSale } from './refunds.ts';
import { notByHand, requirePaid, requirePayment } from './rules.ts';
import { findReceipt, findSales, sumSales } from './sales-queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

/** Payments on record, for admins, buyers and sellers. */
export function saleRoutes(serve: ServeCall, services: Needs): void {
  const { db } = services;

  serve('GET /orders/:orderId/receipt', async ({ caller, params }) => {
    const receipt = await findReceipt(db, caller.userId, params.orderId);
    if (!receipt) throw new NotFoundError('There’s no receipt for this order.');
    return { reply: receipt };
  });

  serve('GET /sales', async ({ caller, query }) => {
    const { list, direction } = sortedAs('sales', query.sort);
    const page = await findSales(db, caller.userId, { ...query, direction, after: readCursor(list, query.cursor) }, services.clock.now());
    return { reply: page.items, next: writeCursor(list, page.next) };
  });

  serve('GET /sales/summary', async ({ caller }) => ({ reply: await sumSales(db, caller.userId) }));

  forAdmins(serve, services);
}

function forAdmins(serve: ServeCall, services: Needs): void {
  const { db } = services;

  serve('GET /payments', async ({ query }) => {
    const { list, direction } = sortedAs('payments', query.sort);
    const page = await findPayments(db, { ...query, direction, after: readCursor(list, query.cursor) });
    return { reply: page.items, next: writeCursor(list, page.next) };
  });

  serve('POST /orders/:orderId/refund', async ({ caller, params, body }) => {
    const order = requirePaid(await findOrder(db, params.orderId));
    const refunded = await refundSale(services, order, { ...body, by: { role: 'admin', id: caller.userId } });
    if (!refunded) requirePaid(await findOrder(db, params.orderId));
    return updated(refunded);
  });

  serve('POST /payments/:paymentId/refund', async ({ caller, params }) => {
    const { intent_id } = requirePayment(await findPaymentById(db, params.paymentId));
    const isNoted = await noteRefundByHand(db, intent_id, { by: { role: 'admin', id: caller.userId }, now: services.clock.now() });
    if (!isNoted && (await findPayment(db, intent_id))?.state !== 'refunded') throw notByHand();
    return updated(isNoted);
  });
}

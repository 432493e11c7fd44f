import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { orderChanged, requireSide } from '../fulfillment/index.ts';
import { requirePaidOrderOf, sideOf } from '../orders/index.ts';
import { cancelOrder, relistPhone } from './commands.ts';
import { findReturnedPhone } from './queries.ts';
import { isRelistable, notCanceled, requireRelistChoice } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

export function cancellationRoutes(serve: ServeCall, services: Needs): void {
  const { db } = services;

  serve('POST /orders/:orderId/cancellation', async ({ caller: { userId }, params, body }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    if (order.fulfillment_state === 'canceled') return updated(false);
    const side = sideOf(order, userId);
    const relist = requireRelistChoice(side, body.relist);
    const ended = await cancelOrder(services, order, { side, userId, reason: body.reason, relist });
    if (ended.outcome === 'changed') throw orderChanged();
    if (ended.outcome === 'contested') throw notCanceled();
    return updated(true);
  });

  serve('GET /orders/:orderId/relisting', async ({ caller: { userId }, params }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    return { reply: { isPossible: order.seller_id === userId && isRelistable(await findReturnedPhone(db, order.id)) } };
  });

  serve('POST /orders/:orderId/relisting', async ({ caller: { userId }, params }) => {
    const order = await requirePaidOrderOf(db, userId, params.orderId);
    requireSide(order, userId, 'seller');
    return updated(await relistPhone(services, order));
  });
}

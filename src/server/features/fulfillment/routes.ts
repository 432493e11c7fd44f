import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { requirePaidOrderOf } from '../orders/index.ts';
import { acceptPhone } from './commands.ts';
import { orderChanged, requireSide } from './rules.ts';

export function fulfillmentRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'clock' | 'payments'>): void {
  serve('POST /orders/:orderId/acceptance', async ({ caller, params }) => {
    const order = await requirePaidOrderOf(services.db, caller.userId, params.orderId);
    requireSide(order, caller.userId, 'buyer');
    if (order.fulfillment_state === 'completed') return updated(false);
    const ended = await acceptPhone(services, order);
    if (ended.outcome === 'changed') throw orderChanged();
    return updated();
  });
}

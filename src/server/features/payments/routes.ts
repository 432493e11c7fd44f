import { Malformed } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findOrderOf, requireOrder } from '../orders/index.ts';
import { leaveQueue } from './hold-queries.ts';
import { beginPayment, findOrderToPay, waitForTurn } from './intents.ts';
import { confirmPayment, hearProvider } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'holdMs'>;

const queue = (serve: ServeCall, services: Needs): void => {
  serve('POST /orders/:orderId/wait', async ({ caller, params }) => {
    await waitForTurn(services, caller.userId, params.orderId);
    return { reply: { acknowledged: true } };
  });

  serve('DELETE /orders/:orderId/wait', async ({ caller, params }) => {
    const order = await findOrderOf(services.db, caller.userId, params.orderId);
    requireOrder(order);
    return { reply: { acknowledged: true, deletedCount: await leaveQueue(services.db, order.id) } };
  });
};

export const paymentRoutes = (serve: ServeCall, services: Needs): void => {
  serve('POST /create-payment-intent', async ({ caller, body }) => {
    const order = await findOrderToPay(services, { buyerId: caller.userId, priceCents: body.price, orderId: body.orderId });
    const { clientSecret, heldUntil } = await beginPayment(services, order);
    return { reply: { clientSecret, heldUntil: new Date(heldUntil).toISOString(), heldForMs: Math.max(0, heldUntil - services.clock.now()) } };
  });

  serve('POST /payments/:productId', async ({ caller, params, body }) => {
    const settled = await confirmPayment(services, { buyerId: caller.userId, productId: params.productId, ...body });
    return { status: settled.isNew ? 201 : 200, reply: { acknowledged: true, insertedId: settled.paymentId } };
  });

  serve('POST /webhooks/payments', async ({ request }) => {
    const signature = request.headers['stripe-signature'];
    try {
      if (typeof request.body !== 'string' || typeof signature !== 'string') throw new Malformed('This message is not signed.');
      await hearProvider(services, request.body, signature);
    } catch (error) {
      if (error instanceof Malformed) request.log.warn({ reason: error.message }, 'a payment message was refused');
      throw error;
    }
    return { reply: { received: true } };
  });

  queue(serve, services);
};

import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { MalformedError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import { networkKeyOf } from '../../security/client-network.ts';
import type { Services } from '../../services.ts';
import { hearProvider } from './hear.ts';
import { beginPayment, type Client, cancelBooking, findOrderToPay, giveUp, waitForTurn } from './intents.ts';
import { confirmPayment } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'reservationMs' | 'tokenSecret' | 'security'>;

/** Who asks, and a keyed hash of where from: enough to count by, and no address. */
const clientOf = (request: FastifyRequest, buyerId: string, { tokenSecret, security }: Needs): Client => {
  const place = networkKeyOf(request.server.findAddress(request));
  const key = createHmac('sha256', tokenSecret).update(`reservations from ${place}`).digest('base64url').slice(0, 16);
  return { buyerId, network: security.rateLimits === 0 ? null : { key, factor: security.rateLimits } };
};

const reservations = (serve: ServeCall, services: Needs): void => {
  serve('POST /orders/:orderId/wait', async ({ caller, params, request }) => {
    await waitForTurn(services, params.orderId, clientOf(request, caller.userId, services));
    return { reply: { acknowledged: true } };
  });

  serve('DELETE /orders/:orderId/wait', async ({ caller, params }) => ({
    reply: { acknowledged: true, deletedCount: await giveUp(services, caller.userId, params.orderId, 'line') },
  }));

  serve('DELETE /orders/:orderId/reservation', async ({ caller, params }) => ({
    reply: { acknowledged: true, deletedCount: await giveUp(services, caller.userId, params.orderId, 'reservation') },
  }));

  serve('DELETE /bookings/:orderId', async ({ caller, params }) => ({
    reply: { acknowledged: true, deletedCount: await cancelBooking(services, caller.userId, params.orderId) },
  }));
};

export const paymentRoutes = (serve: ServeCall, services: Needs): void => {
  serve('POST /create-payment-intent', async ({ caller, body, request }) => {
    const order = await findOrderToPay(services, { buyerId: caller.userId, priceCents: body.price, orderId: body.orderId });
    const { clientSecret, heldUntil } = await beginPayment(services, order, clientOf(request, caller.userId, services));
    return { reply: { clientSecret, heldUntil: new Date(heldUntil).toISOString(), heldForMs: Math.max(0, heldUntil - services.clock.now()) } };
  });

  serve('POST /payments/:productId', async ({ caller, params, body }) => {
    const settled = await confirmPayment(services, { buyerId: caller.userId, productId: params.productId, ...body });
    return { status: settled.isNew ? 201 : 200, reply: { acknowledged: true, insertedId: settled.paymentId } };
  });

  serve('POST /webhooks/payments', async ({ request }) => {
    const signature = request.headers['stripe-signature'];
    try {
      if (typeof request.body !== 'string' || typeof signature !== 'string') throw new MalformedError('This message is not signed.');
      await hearProvider(services, request.body, signature);
    } catch (error) {
      if (error instanceof MalformedError) request.log.warn({ reason: error.message }, 'a payment message was refused');
      throw error;
    }
    return { reply: { received: true } };
  });

  reservations(serve, services);
};

import { Conflict, Invalid, Malformed } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findOrderOf, requireOrder } from '../orders/index.ts';
import { beginPayment, findOrderToPay } from './intents.ts';
import { requireSucceeded } from './rules.ts';
import { settle } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'holdMs'>;

const REFUNDED = 'This phone was sold to another buyer before your payment arrived. You get all your money back by itself; there is nothing for you to do.';

export const paymentRoutes = (serve: ServeCall, services: Needs): void => {
  const { db, payments } = services;

  serve('POST /create-payment-intent', async ({ caller, body }) => {
    const order = await findOrderToPay(services, { buyerId: caller.userId, priceCents: body.price, orderId: body.orderId });
    const { clientSecret, heldUntil } = await beginPayment(services, order);
    return { reply: { clientSecret, heldUntil: new Date(heldUntil).toISOString() } };
  });

  serve('POST /payments/:productId', async ({ caller, params, body }) => {
    const order = await findOrderOf(db, caller.userId, body.orderId);
    requireOrder(order);
    const sentence = 'This order is for another phone.';
    if (order.listing_id !== params.productId) throw new Invalid(sentence, { orderId: sentence });
    const intent = await payments.findIntent(body.transactionId);
    requireSucceeded(intent, order);
    const settled = await settle(services, intent);
    if (settled?.state !== 'kept') throw new Conflict('refunded', REFUNDED);
    return { status: settled.isNew ? 201 : 200, reply: { acknowledged: true, insertedId: settled.paymentId } };
  });

  serve('POST /webhooks/payments', async ({ request }) => {
    const signature = request.headers['stripe-signature'];
    if (typeof request.body !== 'string' || typeof signature !== 'string') throw new Malformed('This message is not signed.');
    const event = payments.readEvent(request.body, signature);
    const intent = event.intentId === null ? null : await payments.findIntent(event.intentId);
    if (intent?.status === 'succeeded') await settle(services, intent);
    return { reply: { received: true } };
  });
};

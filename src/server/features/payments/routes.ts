import { toIso } from '#contract/shared/moments.ts';
import type { ServeCall } from '../../http/route.ts';
import { receiveWebhook } from '../../http/webhook.ts';
import type { Services } from '../../services.ts';
import { clientOf } from './client.ts';
import { beginPayment, findOrderToPay } from './intents.ts';
import { confirmPayment } from './settle.ts';
import { handleProviderEvent } from './webhook.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'sellerFee' | 'reservationMs' | 'tokenSecret' | 'security'>;

export function paymentRoutes(serve: ServeCall, services: Needs): void {
  serve('POST /create-payment-intent', async (call) => {
    const { caller, body } = call;
    const order = await findOrderToPay(services, { buyerId: caller.userId, priceCents: body.price, orderId: body.orderId });
    const { clientSecret, heldUntil } = await beginPayment(services, order, clientOf(call, services));
    return { reply: { clientSecret, heldUntil: toIso(heldUntil), heldForMs: Math.max(0, heldUntil - services.clock.now()) } };
  });

  serve('POST /payments/:productId', async ({ caller, params, body }) => {
    const settled = await confirmPayment(services, { buyerId: caller.userId, productId: params.productId, ...body });
    return { status: settled.isNew ? 201 : 200, reply: { acknowledged: true, insertedId: settled.paymentId } };
  });

  serve('POST /webhooks/payments', ({ request }) =>
    receiveWebhook(request, 'payment', async (body, signature) => handleProviderEvent(services, body, signature)),
  );
}

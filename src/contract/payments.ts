import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { Price } from './money.ts';
import { Inserted, Moment } from './replies.ts';
import { Id } from './text.ts';

export const paymentCalls = {
  'POST /create-payment-intent': {
    summary: 'Holds the order’s phone for its buyer (15 minutes) and answers the secret to pay with.',
    access: 'signed-in',
    body: z.object({ price: Price('Price'), orderId: Id.optional() }, 'A price is expected.'),
    reply: z.object({ clientSecret: z.string(), heldUntil: Moment }),
  },
  'POST /payments/:productId': {
    summary: 'Tells the server that an order was paid; the payment provider, not the body, is believed.',
    access: 'signed-in',
    params: z.object({ productId: Id }),
    body: z.object({ orderId: Id, transactionId: Id }, 'A payment is expected.'),
    reply: Inserted,
  },
  'POST /webhooks/payments': {
    summary: 'The payment provider’s signed messages.',
    access: 'provider',
    reply: z.object({ received: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>;

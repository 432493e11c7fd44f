import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

/** Why one side cancels; the other is told. */
export const CancellationInput = z.object(
  {
    reason: requiredText('A reason', 500),
    /** Required of the seller: whether the phone goes back on sale. A buyer’s cancellation never decides that. */
    relist: z.boolean('Choose whether the phone goes back on sale.').optional(),
  },
  'A cancellation is required.',
);
export type CancellationInput = z.output<typeof CancellationInput>;

const OrderParams = z.object({ orderId: Id });

export const cancellationCalls = {
  'POST /orders/:orderId/cancellation': {
    summary: 'Cancels a paid order before the handover, by its buyer or its seller: the buyer gets a full refund at once.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    body: CancellationInput,
    reply: Updated,
  },
  'GET /orders/:orderId/relisting': {
    summary: 'Says whether the caller can put the phone of their canceled or refunded sale back on sale.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: z.object({ isPossible: z.boolean() }),
  },
  'POST /orders/:orderId/relisting': {
    summary: 'Puts the phone of a canceled or refunded sale back on sale, by its seller, once the phone is with them.',
    access: 'signed-in',
    rows: 'own',
    params: OrderParams,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;

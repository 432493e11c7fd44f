import type Stripe from 'stripe';
import type { PaymentEvent, PaymentProvider } from '../../ports/payments.ts';
import { asking, callUnless, callUnlessMissing, listing } from './stripe-calls.ts';
import { openStripe, readSignedEvent, type StripeClientOptions } from './stripe-client.ts';
import { toCharge, toDispute, toPaymentIntent, toRefund } from './stripe-objects.ts';

export type StripeOptions = StripeClientOptions & {
  kind: PaymentProvider['kind'];
  publishableKey: string;
  /** The base URL of the provider's REST API for the browser; leave it out for Stripe's own. */
  apiBase?: string;
};

/** The format of intent ids. Others are never sent, since the id becomes part of a URL. */
const INTENT_ID = /^pi_\w{1,100}$/u;
const DISPUTE_ID = /^d[pu]_\w{1,100}$/u;

const WITH_CARD = { expand: ['latest_charge'] };

/** A card provider behind Stripe's official library: Stripe itself, or anything with the same API reached through `fetch`. */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const stripe = openStripe(options);
  const { paymentIntents, refunds, disputes } = stripe;

  return {
    kind: options.kind,
    publishableKey: options.publishableKey,
    ...(options.apiBase !== undefined && { apiBase: options.apiBase }),
    createIntent: ({ amountCents, currency, orderId, idempotencyKey }) =>
      asking(async () => {
        const intent = await paymentIntents.create(
          { amount: amountCents, currency, allowed_payment_method_types: ['card'], metadata: { orderId } },
          { idempotencyKey },
        );
        // A replayed reply is as old as the first one; the intent may have been paid since.
        return toPaymentIntent(isReplayed(intent.lastResponse) ? await paymentIntents.retrieve(intent.id, WITH_CARD) : intent);
      }),
    async findIntent(intentId) {
      if (!INTENT_ID.test(intentId)) return null;
      return asking(() => callUnlessMissing(async () => toPaymentIntent(await paymentIntents.retrieve(intentId, WITH_CARD))));
    },
    async cancelIntent(intentId) {
      if (!INTENT_ID.test(intentId)) return null;
      return asking(() =>
        callUnlessMissing(() =>
          callUnless(
            'payment_intent_unexpected_state',
            async () => toPaymentIntent(await paymentIntents.cancel(intentId)),
            async () => toPaymentIntent(await paymentIntents.retrieve(intentId, WITH_CARD)),
          ),
        ),
      );
    },
    ...createStripeRefunds(refunds),
    async findDispute(disputeId) {
      if (!DISPUTE_ID.test(disputeId)) return null;
      return asking(() => callUnlessMissing(async () => toDispute(await disputes.retrieve(disputeId))));
    },
    findDisputesOf: (intentId) =>
      asking(async () => {
        const { data } = await disputes.list({ payment_intent: intentId, limit: 100 });
        return data.map(toDispute);
      }),
    listDisputes: (since) => listing(() => disputes.list({ limit: 100 }), toDispute, since),
    listCharges: () => listing(() => paymentIntents.list({ limit: 100 }), toCharge),
    readEvent: (rawBody, signature) => readEvent(stripe, options, rawBody, signature),
  };
}

/** The library types the headers as an object; with `fetch` they are a `Headers`. */
const isReplayed = ({ headers }: { headers: Headers | Record<string, string> }): boolean => new Headers(headers).get('idempotent-replayed') === 'true';

function createStripeRefunds(refunds: Stripe['refunds']): Pick<PaymentProvider, 'refund' | 'findRefundsOf' | 'findRefund' | 'listRefunds'> {
  return {
    refund: (intentId, idempotencyKey, amountCents) =>
      asking(() =>
        callUnless(
          'charge_already_refunded',
          async () =>
            toRefund(await refunds.create({ payment_intent: intentId, ...(amountCents !== undefined && { amount: amountCents }) }, { idempotencyKey })),
          async () => toRefund(await latestRefund(refunds, intentId)),
        ),
      ),
    findRefundsOf: (intentId) =>
      asking(async () => {
        const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
        return data.map(toRefund);
      }),
    findRefund: (refundId) => asking(async () => toRefund(await refunds.retrieve(refundId))),
    listRefunds: (since) => listing(() => refunds.list({ limit: 100 }), toRefund, since),
  };
}

async function latestRefund(refunds: Stripe['refunds'], intentId: string): Promise<Stripe.Refund> {
  const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
  const standing = data.find((refund) => refund.status !== 'failed' && refund.status !== 'canceled') ?? data[0];
  if (!standing) throw new Error('The card service says refunded, but knows no refund');
  return standing;
}

function readEvent(stripe: Stripe, options: StripeOptions, rawBody: string, signature: string): PaymentEvent {
  const { id, type, object } = readSignedEvent(stripe, options, rawBody, signature);
  const disputeId = object.object === 'dispute' && typeof object.id === 'string' ? object.id : null;
  return { id, type, intentId: intentIdOf(object), disputeId };
}

/** The intent that an event's object is or belongs to. */
function intentIdOf(object: { object?: unknown; id?: unknown; payment_intent?: unknown }): string | null {
  const id = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return typeof id === 'string' ? id : null;
}

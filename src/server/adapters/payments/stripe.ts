import Stripe from 'stripe';
import { MalformedError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentEvent, PaymentIntent, PaymentProvider, ProviderDispute } from '../../ports/payments.ts';
import { asking, callUnless, listing } from './stripe-calls.ts';
import { toCharge, toDispute, toPaymentIntent, toRefund } from './stripe-objects.ts';

export type StripeOptions = {
  kind: PaymentProvider['kind'];
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** The base URL of the provider's REST API for the browser; leave it out for Stripe's own. */
  apiBase?: string;
  /** The base URL of the provider's REST API for the server; Stripe's own when absent. */
  apiUrl?: string;
  /** Sends the library's requests; its own HTTP client when absent. */
  fetch?: typeof globalThis.fetch;
  /** The longest time for a reply, and how often a call without one is repeated. */
  timeoutMs?: number;
  retries?: number;
  /** Checks the age of webhooks; the machine's own clock when absent. */
  clock?: Clock;
};

const SIGNATURE_AGE_SECONDS = 300;
/** The format of intent ids. Others are never sent, since the id becomes part of a URL. */
const INTENT_ID = /^pi_\w{1,100}$/u;
const DISPUTE_ID = /^d[pu]_\w{1,100}$/u;

const WITH_CARD = { expand: ['latest_charge'] };

/** A card provider behind Stripe's official library: Stripe itself, or anything with the same API reached through `fetch`. */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 10_000,
    maxNetworkRetries: options.retries ?? 2,
    telemetry: false,
    ...(options.apiUrl !== undefined && serverAt(options.apiUrl)),
    ...(options.fetch && { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
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
      return asking(() =>
        callUnless<PaymentIntent | null>(
          'resource_missing',
          async () => toPaymentIntent(await paymentIntents.retrieve(intentId, WITH_CARD)),
          async () => null,
        ),
      );
    },
    async cancelIntent(intentId) {
      if (!INTENT_ID.test(intentId)) return null;
      return asking(() =>
        callUnless<PaymentIntent | null>(
          'resource_missing',
          () =>
            callUnless(
              'payment_intent_unexpected_state',
              async () => toPaymentIntent(await paymentIntents.cancel(intentId)),
              async () => toPaymentIntent(await paymentIntents.retrieve(intentId, WITH_CARD)),
            ),
          async () => null,
        ),
      );
    },
    ...createStripeRefunds(refunds),
    async findDispute(disputeId) {
      if (!DISPUTE_ID.test(disputeId)) return null;
      return asking(() =>
        callUnless<ProviderDispute | null>(
          'resource_missing',
          async () => toDispute(await disputes.retrieve(disputeId)),
          async () => null,
        ),
      );
    },
    listDisputes: () => listing(() => disputes.list({ limit: 100 }), toDispute),
    listCharges: () => listing(() => paymentIntents.list({ limit: 100 }), toCharge),
    readEvent: (rawBody, signature) => readEvent(stripe, options, rawBody, signature),
  };
}

function serverAt(address: string): { protocol: 'http' | 'https'; host: string; port?: string } {
  const { protocol, hostname, port } = new URL(address);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port !== '' && { port }) };
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
    listRefunds: () => listing(() => refunds.list({ limit: 100 }), toRefund),
  };
}

async function latestRefund(refunds: Stripe['refunds'], intentId: string): Promise<Stripe.Refund> {
  const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
  const standing = data.find((refund) => refund.status !== 'failed' && refund.status !== 'canceled') ?? data[0];
  if (!standing) throw new Error('The card service says refunded, but knows no refund');
  return standing;
}

function readEvent(stripe: Stripe, options: StripeOptions, rawBody: string, signature: string): PaymentEvent {
  try {
    const event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, SIGNATURE_AGE_SECONDS, undefined, options.clock?.now());
    // The library's type covers every event; only these fields are read, and each is checked.
    const object = event.data.object as { object?: unknown; id?: unknown; payment_intent?: unknown };
    const disputeId = object.object === 'dispute' && typeof object.id === 'string' ? object.id : null;
    return { id: event.id, type: event.type, intentId: intentIdOf(object), disputeId };
  } catch {
    throw new MalformedError('This message wasn’t signed by the card service, or is too old.');
  }
}

/** The intent that an event's object is or belongs to. */
function intentIdOf(object: { object?: unknown; id?: unknown; payment_intent?: unknown }): string | null {
  const id = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return typeof id === 'string' ? id : null;
}

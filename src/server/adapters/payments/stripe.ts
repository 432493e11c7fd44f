import Stripe from 'stripe';
import type { DisputeState } from '#contract/payments/disputes.ts';
import { throwingTrouble } from '../../db/trouble.ts';
import { type HttpError, InvalidError, MalformedError, ProviderError, type ProviderFailure, UnavailableError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentEvent, PaymentIntent, PaymentProvider, ProviderDispute, Refund } from '../../ports/payments.ts';

export type StripeOptions = {
  kind: PaymentProvider['kind'];
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** Where the browser reaches the provider's REST; leave it out for Stripe's own. */
  apiBase?: string;
  /** Where the provider's REST is for the server; Stripe's own when absent. */
  apiUrl?: string;
  /** Carries the library's HTTP; the library's own client when absent. */
  fetch?: typeof globalThis.fetch;
  /** How long an answer may take, and how often a call is repeated that got none. */
  timeoutMs?: number;
  retries?: number;
  /** Dates webhooks; the machine's own clock when absent. */
  clock?: Clock;
};

const SIGNATURE_AGE_SECONDS = 300;
/** What an intent's id can look like; anything else is not asked for, since it would become part of an address. */
const INTENT_ID = /^pi_\w{1,100}$/u;
const DISPUTE_ID = /^d[pu]_\w{1,100}$/u;

/** What the provider refuses because of the price, which no second try mends. */
const UNPAYABLE: Record<string, string> = {
  amount_too_small: 'This price is too low to be paid by card: the card service takes no less than about $0.50.',
  amount_too_large: 'This price is too high to be paid by card: the card service takes no more than $999,999.99 at once.',
};
const UNREACHABLE = 'The card service can’t be reached right now. No money was taken by this; please try again in a moment.';
const UNWILLING = 'The card service could not do this just now. Please try again in a moment.';

/** A key that isn't known, or calls that come too fast, are trouble with the provider as a whole. */
const TROUBLE = new Set([401, 403, 429]);

/** A state that is new to the shop is treated as open: nothing is paid out before somebody has looked. */
const DISPUTE_STATES: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

/** A card provider behind the official library: Stripe itself, or whatever speaks like it through `fetch`. */
export function createStripePayments(options: StripeOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 10_000,
    maxNetworkRetries: options.retries ?? 2,
    telemetry: false,
    ...(options.apiUrl !== undefined && serverAt(options.apiUrl)),
    ...(options.fetch && { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
  const { paymentIntents, refunds, disputes } = stripe;

  const latestRefund = async (intentId: string): Promise<Stripe.Refund> => {
    const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
    const standing = data.find((refund) => refund.status !== 'failed' && refund.status !== 'canceled') ?? data[0];
    if (!standing) throw new Error('The card service says refunded, but knows no refund');
    return standing;
  };

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
        // A replayed answer is as old as the first one; the intent may have been paid since.
        return toPaymentIntent(isReplayed(intent.lastResponse) ? await paymentIntents.retrieve(intent.id) : intent);
      }),
    async findIntent(intentId) {
      if (!INTENT_ID.test(intentId)) return null;
      return asking(() =>
        unless<PaymentIntent | null>(
          'resource_missing',
          async () => toPaymentIntent(await paymentIntents.retrieve(intentId)),
          async () => null,
        ),
      );
    },
    async cancelIntent(intentId) {
      if (!INTENT_ID.test(intentId)) return null;
      return asking(() =>
        unless<PaymentIntent | null>(
          'resource_missing',
          () =>
            unless(
              'payment_intent_unexpected_state',
              async () => toPaymentIntent(await paymentIntents.cancel(intentId)),
              async () => toPaymentIntent(await paymentIntents.retrieve(intentId)),
            ),
          async () => null,
        ),
      );
    },
    refund: (intentId, idempotencyKey) =>
      asking(() =>
        unless(
          'charge_already_refunded',
          async () => toRefund(await refunds.create({ payment_intent: intentId }, { idempotencyKey })),
          async () => toRefund(await latestRefund(intentId)),
        ),
      ),
    findRefundsOf: (intentId) =>
      asking(async () => {
        const { data } = await refunds.list({ payment_intent: intentId, limit: 100 });
        return data.map(toRefund);
      }),
    async findDispute(disputeId) {
      if (!DISPUTE_ID.test(disputeId)) return null;
      return asking(() =>
        unless<ProviderDispute | null>(
          'resource_missing',
          async () => toDispute(await disputes.retrieve(disputeId)),
          async () => null,
        ),
      );
    },
    listDisputes: () => listing(() => disputes.list({ limit: 100 }), toDispute),
    findRefund: (refundId) => asking(async () => toRefund(await refunds.retrieve(refundId))),
    listCharges: () => listing(() => paymentIntents.list({ limit: 100 }), toCharge),
    listRefunds: () => listing(() => refunds.list({ limit: 100 }), toRefund),
    readEvent: (rawBody, signature) => readEvent(stripe, options, rawBody, signature),
  };
}

function serverAt(address: string): { protocol: 'http' | 'https'; host: string; port?: string } {
  const { protocol, hostname, port } = new URL(address);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port !== '' && { port }) };
}

/** Runs one call of the library; its errors become ours, with the original kept for the log alone. */
async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await throwingTrouble(call, () => false);
  } catch (error) {
    // The practice provider's books are in the shop's own database.
    if (error instanceof UnavailableError) throw error;
    const refused = toHttpError(error);
    refused.cause = error;
    throw refused;
  }
}

function toHttpError(error: unknown): HttpError {
  const unpayable = error instanceof Stripe.errors.StripeError && error.code ? UNPAYABLE[error.code] : undefined;
  if (unpayable) return new InvalidError(unpayable, { price: unpayable });
  const how = howFailed(error);
  return new ProviderError(how === 'unreachable' ? UNREACHABLE : UNWILLING, how);
}

function howFailed(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeConnectionError) return 'unreachable';
  const { statusCode = 500 } = error;
  return statusCode >= 500 || TROUBLE.has(statusCode) ? 'troubled' : 'refused';
}

function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  if (!intent.client_secret) throw new Error('The card service answered an intent without its secret');
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status as PaymentIntent['status'],
    amountCents: intent.amount,
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    lastError: intent.last_payment_error?.message ?? null,
  };
}

/** The library types the headers as an object; through `fetch` they are the standard's `Headers`. */
const isReplayed = ({ headers }: { headers: Headers | Record<string, string> }): boolean => new Headers(headers).get('idempotent-replayed') === 'true';

/** Runs one call of the library; answers `otherwise()` when the provider refuses with this code. */
async function unless<T>(code: string, call: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!hasCode(error, code)) throw error;
    return otherwise();
  }
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Stripe.errors.StripeError && error.code === code;

function toRefund({ id, payment_intent, amount, currency, status }: Stripe.Refund): Refund {
  return {
    id,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
    amountCents: amount,
    currency,
    status: toRefundStatus(status),
  };
}

function toRefundStatus(status: string | null): Refund['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  return {
    id: dispute.id,
    intentId: typeof dispute.payment_intent === 'string' ? dispute.payment_intent : (dispute.payment_intent?.id ?? ''),
    amountCents: dispute.amount,
    currency: dispute.currency,
    state: DISPUTE_STATES[dispute.status] ?? 'under_review',
    reason: dispute.reason,
    evidenceDueAt: dispute.evidence_details.due_by ? inMs(dispute.evidence_details.due_by) : null,
    openedAt: inMs(dispute.created),
    movements: dispute.balance_transactions.map(({ id, amount, fee, currency }) => ({ id, amountCents: amount, feeCents: fee, currency })),
  };
}

const inMs = (seconds: number): number => seconds * 1000;

/** Goes through a list of the library's, page by page; its errors become ours. */
async function* listing<From, To>(pages: () => AsyncIterable<From>, toItem: (from: From) => To | null): AsyncIterable<To> {
  try {
    for await (const one of pages()) {
      const item = toItem(one);
      if (item !== null) yield item;
    }
  } catch (error) {
    throw Object.assign(toHttpError(error), { cause: error });
  }
}

function toCharge({ id, status, metadata, amount, currency }: Stripe.PaymentIntent) {
  return status === 'succeeded' ? { id, orderId: metadata.orderId ?? null, amountCents: amount, currency } : null;
}

function readEvent(stripe: Stripe, options: StripeOptions, rawBody: string, signature: string): PaymentEvent {
  try {
    const event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, SIGNATURE_AGE_SECONDS, undefined, options.clock?.now());
    // The library types every event there is; of all of them only these parts are read, and checked.
    const object = event.data.object as { object?: unknown; id?: unknown; payment_intent?: unknown };
    const disputeId = object.object === 'dispute' && typeof object.id === 'string' ? object.id : null;
    return { id: event.id, type: event.type, intentId: intentIdOf(object), disputeId };
  } catch {
    throw new MalformedError('This message was not signed by the card service, or is too old.');
  }
}

/** The intent that an event's object is, or belongs to. */
function intentIdOf(object: { object?: unknown; id?: unknown; payment_intent?: unknown }): string | null {
  const id = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return typeof id === 'string' ? id : null;
}

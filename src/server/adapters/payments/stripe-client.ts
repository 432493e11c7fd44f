import Stripe from 'stripe';
import { MalformedError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';

/** How to reach Stripe, or anything with the same API. */
export type StripeClientOptions = {
  secretKey: string;
  webhookSecret: string;
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

/** The fields of an event that are read, each of which has to be checked: the library's type covers every event. */
export type SignedEvent = { id: string; type: string; account?: unknown; object: { object?: unknown; id?: unknown; payment_intent?: unknown } };

const SIGNATURE_AGE_SECONDS = 300;

export function openStripe(options: StripeClientOptions): Stripe {
  return new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 10_000,
    maxNetworkRetries: options.retries ?? 2,
    telemetry: false,
    ...(options.apiUrl !== undefined && serverAt(options.apiUrl)),
    ...(options.fetch && { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
}

function serverAt(address: string): { protocol: 'http' | 'https'; host: string; port?: string } {
  const { protocol, hostname, port } = new URL(address);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port !== '' && { port }) };
}

/** Reads a webhook; throws `MalformedError` when the signature is not the provider's, or is older than five minutes. */
export function readSignedEvent(stripe: Stripe, { webhookSecret, clock }: StripeClientOptions, rawBody: string, signature: string): SignedEvent {
  try {
    const event = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, SIGNATURE_AGE_SECONDS, undefined, clock?.now());
    return { id: event.id, type: event.type, account: event.account, object: event.data.object as SignedEvent['object'] };
  } catch {
    throw new MalformedError('This message wasn’t signed by the card service, or is too old.');
  }
}

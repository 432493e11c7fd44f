import type { DisputeState } from '#contract/payments/disputes.ts';

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

export type PaymentIntent = {
  /** The provider's id; the browser calls it the transaction. */
  id: string;
  clientSecret: string;
  status: PaymentIntentStatus;
  amountCents: number;
  /** Lowercase ISO code. */
  currency: string;
  /** The order it was created for; null when it wasn't created by us. */
  orderId: string | null;
  /** Why the last attempt failed, in the provider's words; null when none did. */
  lastError: string | null;
  /** The card that paid; null until one has. */
  card: PaidCard | null;
};

/** `brand` is the provider's word, such as `visa`. */
export type PaidCard = { brand: string; last4: string };

export type NewPaymentIntent = {
  amountCents: number;
  /** Lowercase ISO code, as everywhere here. */
  currency: string;
  orderId: string;
  /** The same key never creates a second intent. */
  idempotencyKey: string;
};

/** Money going back for one intent. `failed`: it was canceled, or the buyer's bank refused or returned it. */
export type Refund = { id: string; intentId: string; amountCents: number; currency: string; status: 'pending' | 'succeeded' | 'failed' };

/** Money moved by a dispute: negative when the bank took it. The fee is what the provider kept, negative when it returned one. */
export type DisputeMovement = { id: string; amountCents: number; feeCents: number; currency: string };

/** A charge that the card's bank is investigating. */
export type ProviderDispute = {
  id: string;
  intentId: string;
  amountCents: number;
  currency: string;
  state: DisputeState;
  /** The provider's code for the reason. */
  reason: string;
  /** Until when evidence is accepted; epoch ms, like `openedAt`. */
  evidenceDueAt: number | null;
  openedAt: number;
  movements: DisputeMovement[];
};

/** A webhook's message that something happened to an intent or a dispute. The receiver fetches the present state from the provider. */
export type PaymentEvent = { id: string; type: string; intentId: string | null; disputeId: string | null };

/** What only a bank does, to test disputes on practice cards; `open`, by default of all that is left, and `answer` return the dispute's id and status. */
export type PracticeBank = { open(intentId: string, cents?: number): Promise<string>; answer(disputeId: string, evidence: string): Promise<string> };

/** A card payment provider. Every method throws `ProviderError` when the provider fails. */
export type PaymentProvider = {
  kind: 'practice' | 'stripe';
  publishableKey: string;
  /** The base URL of the provider's REST API for browsers; absent for Stripe's own. */
  apiBase?: string;
  /** Throws `InvalidError` when the amount is outside what the provider's cards can pay. */
  createIntent(intent: NewPaymentIntent): Promise<PaymentIntent>;
  /** Null when the provider doesn't know the intent. */
  findIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Cancels an unpaid intent and returns its new state, which is `succeeded` when the payment came first. Null when the provider doesn't know the intent. */
  cancelIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Refunds what is left of a payment, or this much of it, once: the same key never refunds twice, and returns the existing refund. */
  refund(intentId: string, idempotencyKey: string, amountCents?: number): Promise<Refund>;
  /** Returns the present state of a refund; one that the provider doesn't know counts as its failure. */
  findRefund(refundId: string): Promise<Refund>;
  /** Returns every refund of one intent, newest first. */
  findRefundsOf(intentId: string): Promise<Refund[]>;
  /** Null when the provider doesn't know the dispute. */
  findDispute(disputeId: string): Promise<ProviderDispute | null>;
  /** Returns every dispute about one intent, newest first. */
  findDisputesOf(intentId: string): Promise<ProviderDispute[]>;
  /** Iterates over all disputes, or those opened since a moment (epoch ms), newest first. */
  listDisputes(since?: number): AsyncIterable<ProviderDispute>;
  /** Iterates over all paid intents, newest first. */
  listCharges(): AsyncIterable<Pick<PaymentIntent, 'id' | 'orderId' | 'amountCents' | 'currency'>>;
  /** Iterates over all refunds, or those begun since a moment (epoch ms), newest first. */
  listRefunds(since?: number): AsyncIterable<Refund>;
  /** Reads a webhook's message; throws `MalformedError` when the signature is not the provider's, or is older than five minutes. */
  readEvent(rawBody: string, signature: string): PaymentEvent;
};

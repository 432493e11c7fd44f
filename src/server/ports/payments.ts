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
  /** Lower-case ISO code. */
  currency: string;
  /** The order it was made for; null when it was not made by us. */
  orderId: string | null;
  /** Why the last try failed, in the provider's words; null when none did. */
  lastError: string | null;
};

export type NewPaymentIntent = {
  amountCents: number;
  currency: string;
  orderId: string;
  /** The same key never makes a second intent. */
  idempotencyKey: string;
};

export type Refund = { id: string; intentId: string; amountCents: number; currency: string; status: 'pending' | 'succeeded' | 'failed' };

/** Money that moved with a dispute: below zero when the bank took it. The fee is what the provider kept, below zero when it gave one back. */
export type DisputeMovement = { id: string; amountCents: number; feeCents: number; currency: string };

/** A charge that the card's bank is investigating. */
export type ProviderDispute = {
  id: string;
  intentId: string;
  amountCents: number;
  currency: string;
  state: DisputeState;
  /** The provider's word for why. */
  reason: string;
  /** Until when evidence is taken; epoch ms, like `openedAt`. */
  evidenceDueAt: number | null;
  openedAt: number;
  movements: DisputeMovement[];
};

/** What a webhook says: that something happened to an intent or a dispute. The receiver asks the provider for its present state. */
export type PaymentEvent = { id: string; type: string; intentId: string | null; disputeId: string | null };

/** What only a bank does, for trying disputes on practice cards; `open` and `answer` say the dispute's id and state. */
export type PracticeBank = { open(intentId: string): Promise<string>; answer(disputeId: string, evidence: string): Promise<string> };

/** A card payment provider. Every method throws `ProviderFailed` when the provider fails. */
export type PaymentProvider = {
  kind: 'practice' | 'stripe';
  publishableKey: string;
  /** Where the browser reaches the provider's REST; absent for Stripe's own. */
  apiBase?: string;
  /** Throws `Invalid` when the amount is outside what the provider's cards can pay. */
  createIntent(intent: NewPaymentIntent): Promise<PaymentIntent>;
  /** Null when the provider doesn't know the intent. */
  findIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Cancels an unpaid intent and returns its new state, which is `succeeded` when the payment came first. Null when the provider doesn't know the intent. */
  cancelIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Refunds the whole amount once: the same key never refunds twice, and returns the existing refund. */
  refund(intentId: string, idempotencyKey: string): Promise<Refund>;
  /** The present state of a refund that was made. */
  findRefund(refundId: string): Promise<Refund>;
  /** Every refund of one intent, newest first. */
  findRefundsOf(intentId: string): Promise<Refund[]>;
  /** Null when the provider doesn't know the dispute. */
  findDispute(disputeId: string): Promise<ProviderDispute | null>;
  /** Every dispute, newest first. */
  listDisputes(): AsyncIterable<ProviderDispute>;
  /** Every intent that was paid, newest first. */
  listCharges(): AsyncIterable<Pick<PaymentIntent, 'id' | 'orderId' | 'amountCents' | 'currency'>>;
  /** Every refund, newest first. */
  listRefunds(): AsyncIterable<Refund>;
  /** Reads a webhook's message; throws `Malformed` when the signature is not the provider's, or is older than five minutes. */
  readEvent(rawBody: string, signature: string): PaymentEvent;
};

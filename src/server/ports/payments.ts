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

/** What a webhook says: that something happened to an intent. The receiver asks the provider for its present state. */
export type PaymentEvent = { id: string; type: string; intentId: string | null };

/** A card payment provider. Every method throws `ProviderFailed` when the provider does not answer as it should. */
export type PaymentProvider = {
  kind: 'practice' | 'stripe';
  publishableKey: string;
  /** Where the browser reaches the provider's REST; absent for Stripe's own. */
  apiBase?: string;
  /** Throws `Invalid` when the amount is outside what the provider's cards can pay. */
  createIntent(intent: NewPaymentIntent): Promise<PaymentIntent>;
  /** Null when the provider knows no such intent. */
  findIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Makes an unpaid intent unpayable; answers its state afterwards, which is `succeeded` when the payment was faster. Null when the provider knows no such intent. */
  cancelIntent(intentId: string): Promise<PaymentIntent | null>;
  /** Gives the whole amount back, once: the same key never refunds twice, and a refund that exists already is answered. */
  refund(intentId: string, idempotencyKey: string): Promise<Refund>;
  /** The present state of a refund that was made. */
  findRefund(refundId: string): Promise<Refund>;
  /** Every intent that was paid, newest first. */
  listCharges(): AsyncIterable<Pick<PaymentIntent, 'id' | 'orderId' | 'amountCents' | 'currency'>>;
  /** Every refund, newest first. */
  listRefunds(): AsyncIterable<Refund>;
  /** Reads a webhook's message; throws `Malformed` when the signature is not the provider's, or is older than five minutes. */
  readEvent(rawBody: string, signature: string): PaymentEvent;
};

import type { Decline } from './test-cards.ts';

export type IntentStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';

/** The stored parts of a card: never its number. */
export type StoredCard = { id: string; brand: string; funding: string; last4: string };

export type FailedTry = { type: 'card_error' | 'invalid_request_error'; code: string; decline_code?: string; message: string; card: StoredCard };

/** Everything without its own column, stored as JSON. */
export type IntentDetails = {
  metadata: Record<string, string>;
  description: string | null;
  card: StoredCard | null;
  lastError: FailedTry | null;
  chargeId: string | null;
  chargedAt: number | null;
  /** The outcome of the bank's page, and the shop's path to return to. */
  challenge: { decline: Decline | null; returnPath: string | null } | null;
  canceledAt: number | null;
  cancellationReason: string | null;
};

export type Intent = {
  id: string;
  clientSecret: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  status: IntentStatus;
  amountRefunded: number;
  /** Incremented with each change; a change only applies to the version it was decided on. */
  version: number;
  createdAt: number;
  details: IntentDetails;
};

export type EventType = 'payment_intent.succeeded' | 'payment_intent.payment_failed' | 'payment_intent.canceled' | 'charge.refunded';

/** A decided change: the new intent, and the event for the shop. */
export type Change = { intent: Intent; event: EventType | null };

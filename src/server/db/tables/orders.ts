import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

export type OrdersTable = {
  id: string;
  listing_id: string;
  buyer_id: string;
  buyer_name: string;
  email: string;
  phone: string;
  meeting_location: string;
  product_name: string;
  image: string;
  price_cents: number;
  created_at: Moment;
  paid_at: Moment | null;
  closed_at: Moment | null;
  closed_reason: string | null;
  /** The provider's intent that this order is being paid with. */
  intent_id: string | null;
  /** How many intents were made for it: part of the idempotency key. */
  intent_attempt: number;
  /** Where it is in its life; changed along the arrows of `features/orders/life.ts` alone. */
  state: 'booked' | 'paying' | 'paid' | 'closed' | 'refunding' | 'refunded';
  seller_id: string;
  /** When the seller got the money. */
  paid_out_at: Moment | null;
};

/** Every change of an order's state, counted from 1. */
export type OrderHistoryTable = {
  order_id: string;
  step: number;
  from_state: string | null;
  to_state: OrdersTable['state'];
  why: string;
  note: string | null;
  by_role: string;
  by_id: string | null;
  at: Moment;
};

/** A phone that is reserved for an order, or the order's place in the line for it; `id` says who came first within one millisecond. */
export type ReservationsTable = {
  id: string;
  listing_id: string;
  order_id: string;
  buyer_id: string;
  /** Which of the phones that one person may have at a time, from 1. */
  slot: number;
  /** A keyed hash of the network of somebody who has never bought here, and which of that network's phones it is; else null. */
  network: string | null;
  network_slot: number | null;
  asked_at: Moment;
  /** Null while they wait in line. */
  began_at: Moment | null;
  until: Moment | null;
  /** Since when something that is not their doing keeps them from paying. */
  excused_at: Moment | null;
  ended_at: Moment | null;
  /** `lapsed` counts against them; `ended` was not their doing. */
  outcome: 'paid' | 'let_go' | 'lapsed' | 'ended' | null;
};

/** Money that arrived. `kept` has its phone; `refund_due` goes back; `refunded` went back. */
export type PaymentsTable = {
  id: string;
  order_id: string;
  intent_id: string;
  amount_cents: number;
  currency: string;
  state: 'kept' | 'refund_due' | 'refunded';
  refund_id: string | null;
  /** How many refunds were tried: part of the idempotency key. */
  refund_attempt: number;
  created_at: Moment;
  refunded_at: Moment | null;
  /** What went back of a payment that is kept: refunds made at the provider, in part. */
  refunded_cents: Generated<number>;
};

/** Payments that a buyer's bank looks into, as the provider said last. */
export type DisputesTable = {
  id: string;
  /** The provider's id of it. */
  reference: string;
  provider: 'practice' | 'stripe';
  order_id: string;
  intent_id: string;
  amount_cents: number;
  currency: string;
  status: string;
  reason: string;
  /** Until when the bank takes evidence. */
  evidence_due_at: Moment | null;
  opened_at: Moment;
  closed_at: Moment | null;
  /** What the bank has taken, and not given back. */
  withdrawn_cents: number;
  /** How many movements of money are known: an answer with fewer is older. */
  movements: number;
  checked_at: Moment;
};

/** Intents that are not to be paid any more, until the provider has said so. */
export type IntentsPendingCancellationTable = { intent_id: string; order_id: string; created_at: Moment };

/** Money that came and went, never changed: charges, and refunds once the provider has made them. `reference` is the provider's id. */
export type LedgerTable = {
  id: string;
  /** `refund_failed` takes back the refund of the same reference. */
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_reversal' | 'dispute_fee' | 'dispute_fee_reversal';
  /** Whose list it is on. */
  provider: 'practice' | 'stripe';
  order_id: string;
  intent_id: string;
  reference: string;
  amount_cents: number;
  currency: string;
  at: Moment;
};

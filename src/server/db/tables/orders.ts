import type { Generated } from 'kysely';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import type { ProblemAnswer, ProblemDecision, ProblemReason } from '#contract/problems.ts';
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
  /** The seller's price. */
  price_cents: number;
  /** What the first-purchase discount takes off: as offered when the order was booked and, once it is paid, as it was. */
  discount_cents: Generated<number>;
  /** What the shop takes off when it pays the seller, by the settings of the moment when the order was paid. */
  fee_cents: Generated<number>;
  created_at: Moment;
  paid_at: Moment | null;
  closed_at: Moment | null;
  closed_reason: string | null;
  /** The provider's intent that this order is being paid with. */
  intent_id: string | null;
  /** How many intents were created for it: part of the idempotency key. */
  intent_attempt: number;
  /** Its place in the lifecycle; only changed by the transitions of `features/orders/lifecycle.ts`. */
  state: 'booked' | 'paying' | 'paid' | 'closed' | 'refunding' | 'refunded';
  seller_id: string;
  /** When the seller was paid. */
  paid_out_at: Moment | null;
  /** JSON: the listing as it was when it was booked, as in `BookedTerms`; null for orders from before it was stored. */
  terms: Generated<string | null>;
  /** Until when its price, which buyer and seller agreed on, is the buyer's; null for one booked at the asking price. */
  agreed_until: Generated<Moment | null>;
};

/** Where a paid order stands between its buyer and its seller; only changed by the transitions of `features/orders/fulfillment.ts`. */
export type FulfillmentsTable = {
  order_id: string;
  state: FulfillmentState;
  /** When the shop goes on by itself; null in a final state. */
  due_at: Moment | null;
  /** The agreed meeting. */
  meet_at: Generated<Moment | null>;
  meet_place: Generated<string | null>;
  handed_over_at: Generated<Moment | null>;
  ended_at: Generated<Moment | null>;
  outcome: Generated<'refunded' | 'partly_refunded' | 'paid_out' | null>;
};

/** Every change of a fulfillment's state, numbered from 1. */
export type FulfillmentHistoryTable = Omit<OrderHistoryTable, 'to_state'> & { to_state: FulfillmentState };

/** Every change of an order's state, numbered from 1. */
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

/** A problem with a paid order; where it stands is in the order's fulfillment. */
export type ProblemsTable = {
  id: string;
  order_id: string;
  opened_by: OrderSide;
  reason: ProblemReason;
  opened_at: Moment;
  answer: ProblemAnswer | null;
  offer_cents: number | null;
  decision: ProblemDecision | null;
  decision_cents: number | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_at: Moment | null;
};

/** What a side says about a problem; `photos`: JSON, a list of addresses. */
export type ProblemStatementsTable = {
  id: string;
  problem_id: string;
  side: OrderSide;
  author_id: string;
  body: string;
  photos: string;
  created_at: Moment;
};

/** What a side sent to prove a handover or a return: the giver's code, or the receiver's confirmation. */
export type HandoverProofsTable = {
  order_id: string;
  direction: 'handover' | 'return';
  side: 'buyer' | 'seller';
  how: 'scanned' | 'typed' | 'confirmed';
  /** Which code it was. */
  step: number | null;
  /** When it was made, as the device says, and when it arrived. */
  made_at: Moment;
  received_at: Moment;
  /** 1 if it couldn't be sent at once. */
  offline: number;
  /** Null while it waits for the other side's. */
  counted_at: Moment | null;
  /** 1 if the seller puts the returned phone back on sale. */
  relist: number | null;
};

/** An order's codes: the last one accepted, wrong ones since when, how many pauses they caused so far, and until when. */
export type HandoverCodesTable = {
  order_id: string;
  last_step: number | null;
  wrong_tries: number;
  tries_since: Moment | null;
  pauses: number;
  paused_until: Moment | null;
};

/** A phone reserved for an order, or the order's place on the phone's waitlist; `id` decides who came first within one millisecond. */
export type ReservationsTable = {
  id: string;
  listing_id: string;
  order_id: string;
  buyer_id: string;
  /** Which of the reservations that one person may have at a time, from 1. */
  slot: number;
  /** A keyed hash of the client network of someone who has never bought here, and which of that network's reservations it is; null otherwise. */
  network: string | null;
  network_slot: number | null;
  asked_at: Moment;
  /** Null while they are on the waitlist. */
  began_at: Moment | null;
  until: Moment | null;
  /** Since when something beyond their control has kept them from paying. */
  excused_at: Moment | null;
  ended_at: Moment | null;
  /** `lapsed` counts against them; `ended` was beyond their control. */
  outcome: 'paid' | 'let_go' | 'lapsed' | 'ended' | null;
};

/** Money received. `kept`: paid for the phone; `refund_due`: to be refunded; `refunded`: refunded. */
export type PaymentsTable = {
  id: string;
  order_id: string;
  intent_id: string;
  amount_cents: number;
  currency: string;
  state: 'kept' | 'refund_due' | 'refunded';
  refund_id: string | null;
  /** How many refunds were attempted: part of the idempotency key. */
  refund_attempt: number;
  created_at: Moment;
  refunded_at: Moment | null;
  /** Partial refunds of a kept payment, made at the provider. */
  refunded_cents: Generated<number>;
  /** A partial refund that was decided on and isn't made yet, and the provider's id of one that is pending or made. */
  partial_due_cents: Generated<number | null>;
  partial_refund_id: Generated<string | null>;
  /** How often what is due was refused, and when to try again at the earliest. */
  refund_refusals: Generated<number>;
  refund_try_at: Generated<Moment>;
  /** Since when an admin has to refund what is due by hand; null while the shop tries itself. */
  refund_by_hand_at: Generated<Moment | null>;
  /** As in the port's `PaidCard`; null when unknown. */
  card_brand: Generated<string | null>;
  card_last4: Generated<string | null>;
};

/** Payments that a buyer's bank is investigating, as last reported by the provider. */
export type DisputesTable = {
  id: string;
  /** The provider's id for it. */
  reference: string;
  provider: 'practice' | 'stripe';
  order_id: string;
  intent_id: string;
  amount_cents: number;
  currency: string;
  status: string;
  reason: string;
  /** Until when the bank accepts evidence. */
  evidence_due_at: Moment | null;
  opened_at: Moment;
  closed_at: Moment | null;
  /** What the bank has withdrawn and not returned. */
  withdrawn_cents: number;
  /** How many money movements are known: a reply with fewer is out of date. */
  movements: number;
  checked_at: Moment;
};

/** Intents that must not be paid anymore, until the provider has canceled them. */
export type IntentsPendingCancellationTable = { intent_id: string; order_id: string; created_at: Moment };

/** Money in and out, never changed: charges, refunds and transfers once the provider has made them, and discounts and fees of the shop. `reference` is the provider's id. */
export type LedgerTable = {
  id: string;
  /** `refund_failed` reverses the refund with the same reference, `discount_reversal` the discount. */
  kind:
    | 'charge'
    | 'refund'
    | 'refund_failed'
    | 'discount'
    | 'discount_reversal'
    | 'dispute'
    | 'dispute_reversal'
    | 'dispute_fee'
    | 'dispute_fee_reversal'
    | 'fee'
    | 'fee_reversal'
    | 'transfer'
    | 'transfer_reversal';
  /** Which provider has it on its list; transfers and refunds that an admin made are on none. */
  provider: 'practice' | 'stripe' | 'by-hand';
  order_id: string;
  intent_id: string;
  reference: string;
  amount_cents: number;
  currency: string;
  at: Moment;
};

/** Who booked an order: their account, and keyed hashes of their email address and phone number. Orders with a key in common are one person's. */
export type BuyerKeysTable = { order_id: string; key: string };

/** The order that uses a person's first-purchase discount: at most one for each of their keys. */
export type DiscountClaimsTable = { key: string; order_id: string };

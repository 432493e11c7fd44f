import type { Generated } from 'kysely';
import type { PayoutState } from '#contract/payouts.ts';
import type { Moment } from './moment.ts';

/** What a seller is owed for a completed sale: one row for each order. `net_cents` is `gross_cents` less refund, fee and offset. */
export type PayoutsTable = {
  order_id: string;
  seller_id: string;
  state: PayoutState;
  /** Why it isn't sent yet, or wasn't before the present attempt; null when nothing keeps it. */
  waits_for: string | null;
  /** Who sends or sent it; null until then. */
  provider: 'practice' | 'stripe' | 'by-hand' | null;
  account_id: string | null;
  transfer_id: string | null;
  gross_cents: number;
  /** What went back to the buyer, by a refund or their bank. */
  refunded_cents: Generated<number>;
  fee_cents: Generated<number>;
  /** Taken off for what the seller owed. */
  offset_cents: Generated<number>;
  net_cents: number;
  /** Taken back from the seller's account. */
  reversed_cents: Generated<number>;
  /** Being taken back: asked for, and not answered yet. */
  taking_cents: Generated<number>;
  /** What the seller owes since it couldn't be taken back. */
  debt_cents: Generated<number>;
  /** How many attempts at a transfer or a reversal have ended: part of their idempotency keys. */
  attempt: Generated<number>;
  due_at: Moment;
  /** When to try again at the earliest. */
  try_at: Moment;
  /** When the current attempt began. */
  asked_at: Moment | null;
  paid_at: Moment | null;
};

/** A seller's account at a payout service. */
export type PayoutAccountsTable = {
  seller_id: string;
  provider: 'practice' | 'stripe';
  account_id: string;
  /** How many accounts were opened for them: part of the idempotency key. */
  opened: number;
  state: 'incomplete' | 'restricted' | 'gone' | 'ready';
  /** The provider's code for what is wrong. */
  trouble: string | null;
  created_at: Moment;
  checked_at: Moment;
};

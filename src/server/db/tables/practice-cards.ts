import type { Moment } from './moment.ts';

export type PracticeIntentsTable = {
  id: string;
  client_secret: string;
  amount: number;
  currency: string;
  status: string;
  amount_refunded: number;
  /** Incremented with each change: an update applies only to the version it was decided on. */
  version: number;
  /** JSON of everything without its own column; never a card's number. */
  details: string;
  created_at: Moment;
};

export type PracticeRefundsTable = {
  id: string;
  intent_id: string;
  charge_id: string;
  amount: number;
  currency: string;
  status: string;
  created_at: Moment;
};

/** `transactions`: the dispute's money movements, as JSON. */
export type PracticeDisputesTable = {
  id: string;
  intent_id: string;
  charge_id: string;
  amount: number;
  currency: string;
  status: string;
  reason: string;
  due_by: Moment | null;
  transactions: string;
  created_at: Moment;
};

export type PracticeReplaysTable = { key: string; fingerprint: string; status: number; body: string; created_at: Moment };

export type PracticeEventsTable = {
  id: string;
  type: string;
  body: string;
  attempts: number;
  next_attempt_at: Moment | null;
  delivered_at: Moment | null;
  created_at: Moment;
};

/** Sellers' accounts; `metadata` is JSON. */
export type PracticeAccountsTable = { id: string; status: string; bank: string; metadata: string; created_at: Moment };

/** Money sent to accounts; `reversed` was taken back. */
export type PracticeTransfersTable = {
  id: string;
  account_id: string;
  amount: number;
  reversed: number;
  currency: string;
  transfer_group: string | null;
  source: string | null;
  metadata: string;
  created_at: Moment;
};

export type PracticeReversalsTable = { id: string; transfer_id: string; amount: number; currency: string; metadata: string; created_at: Moment };

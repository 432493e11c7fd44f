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

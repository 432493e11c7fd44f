import type { Moment } from './moment.ts';

export type PracticeIntentsTable = {
  id: string;
  client_secret: string;
  amount: number;
  currency: string;
  status: string;
  amount_refunded: number;
  /** Counts the row's changes: an update names the version it was decided on. */
  version: number;
  /** What has no column of its own, JSON; never a card's number. */
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

/** `transactions`: the money that moved with it, JSON. */
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

import type { Moment } from './moment.ts';

/** A test that a phone runs in its browser. It begins as a code that leads there; `verdicts`, `doubts`, `challenge`, `traits` and `summary` are JSON. */
export type PhoneTestsTable = {
  id: string;
  token_hash: string;
  owner_id: string;
  listing_id: string | null;
  order_id: string | null;
  created_at: Moment;
  expires_at: Moment;
  /** The key of the phone that opened the code. */
  public_key: string | null;
  traits: string | null;
  /** By how much the phone’s clock was ahead of the server’s at the start, in ms. */
  clock_ahead: number | null;
  started_at: Moment | null;
  /** How many steps are answered. */
  step: number;
  nonce: string | null;
  /** Of the last answer that counted, so that repeating it changes nothing. */
  last_nonce: string | null;
  challenge: string | null;
  asked_at: Moment | null;
  verdicts: string;
  doubts: string;
  finished_at: Moment | null;
  summary: string | null;
  /** The signed record: a compact JWS. */
  record: string | null;
  published_at: Moment | null;
};

/** Public keys that records were signed with; the private ones are derived from the shop’s secret and never stored. */
export type RecordKeysTable = { id: string; public_key: string; created_at: Moment };

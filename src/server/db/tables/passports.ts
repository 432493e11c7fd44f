import type { PassportSource } from '#contract/passport-chain.ts';
import type { OrderPassportHead, PassportEntryKind } from '#contract/passports.ts';
import type { Moment } from './moment.ts';

/** One row for each phone with a history. `owner`: the present one's number; `head`: the hash of its last entry, of which there are `entries`. */
export type PassportsTable = { id: string; imei_hash: string; created_at: Moment; owner: number; entries: number; head: string };

/** Which person is which owner of a phone; public pages know the numbers only. */
export type PassportOwnersTable = { passport_id: string; number: number; user_id: string; since: Moment };

/** Only ever added. `facts` is JSON. `words` and `salt` are what `commitment` was made of; null once erased. */
export type PassportEntriesTable = {
  passport_id: string;
  number: number;
  kind: PassportEntryKind;
  at: Moment;
  owner: number | null;
  source: PassportSource;
  facts: string;
  commitment: string | null;
  words: string | null;
  salt: string | null;
  hash: string;
  /** The listing that the words come from. */
  listing_id: string | null;
};

/** A passport's head when something happened to an order; written once. */
export type PassportHeadsTable = { order_id: string; event: OrderPassportHead['event']; passport_id: string; at: Moment; entries: number; head: string };

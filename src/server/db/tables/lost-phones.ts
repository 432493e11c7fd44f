import type { Moment } from './moment.ts';

/** One row for each phone whose IMEI was given, to lock while something about it changes. `key_id`: the secret its hash was made with. */
export type PhonesTable = { imei_hash: string; key_id: string; seen_at: Moment };

/** Phones reported lost. Accepted reports form the shop's register. */
export type LostPhonesTable = {
  id: string;
  imei_hash: string;
  last4: string;
  /** Maker and model from the IMEI's first eight digits, if known. */
  known_as: string | null;
  reporter_id: string;
  /** The day, such as `2026-11-21`. */
  lost_on: string;
  place: string;
  proof: string;
  picture: string | null;
  state: 'open' | 'accepted' | 'refused' | 'withdrawn';
  /** The admin's message to the reporter. */
  reason: string | null;
  decided_by: string | null;
  created_at: Moment;
  decided_at: Moment | null;
};

/** Questions for an admin: `said` is the listing's model and `known` the IMEI's; or someone else claims the phone. */
export type ImeiQuestionsTable = {
  id: string;
  kind: 'claimed_twice' | 'other_model';
  listing_id: string;
  claimant_id: string | null;
  said: string;
  known: string | null;
  created_at: Moment;
  closed_at: Moment | null;
};

/** Makers and models by the first eight digits of an IMEI; `models` is a JSON list of names and model numbers. */
export type TacModelsTable = { tac: string; brand: string; models: string };

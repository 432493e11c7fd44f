import type { Moment } from './moment.ts';

/** A phone that somebody saved. */
export type SavedPhonesTable = {
  user_id: string;
  listing_id: string;
  created_at: Moment;
  /** What it cost then. */
  price_cents: number;
};

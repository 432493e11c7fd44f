import type { Moment } from './moment.ts';

/** A phone that somebody saved. */
export type SavedPhonesTable = {
  user_id: string;
  listing_id: string;
  created_at: Moment;
  /** What it cost then. */
  price_cents: number;
  /** The lowest price that the person knows of. */
  known_price_cents: number;
  /** 1 if it was on sale when that was last looked at, otherwise 0. */
  known_on_sale: number;
};

import type { Moment } from './moment.ts';

/** A phone that somebody saved. */
export type SavedPhonesTable = {
  user_id: string;
  listing_id: string;
  created_at: Moment;
  /** What it cost then. */
  price_cents: number;
  /** The lowest price that they know of, and whether it was on sale when they last heard (1 or 0). */
  notified_cents: number;
  was_on_sale: number;
};

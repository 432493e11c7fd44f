import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/**
 * A search that somebody saved. `path`: its page; `criteria`: JSON, what listings must have; `due_at`: when to alert of what matched meanwhile.
 * `changed_at`: when it was saved, or its wanted ad last changed. A wanted ad is open while `wanted_until` lies ahead; `wanted_phone`: JSON, what
 * sellers see of it.
 */
export type SavedSearchesTable = {
  id: string;
  user_id: string;
  path: string;
  title: string;
  criteria: string;
  frequency: string;
  created_at: Moment;
  due_at: Moment | null;
  changed_at: Moment;
  wanted_at: Generated<Moment | null>;
  wanted_cents: Generated<number | null>;
  wanted_until: Generated<Moment | null>;
  wanted_phone: Generated<string | null>;
  wanted_removed_at: Generated<Moment | null>;
};

/** A listing that matches a saved search; `notified_at`: when its owner was alerted. */
export type SearchMatchesTable = { search_id: string; listing_id: string; created_at: Moment; notified_at: Moment | null };

/** A seller notified the person of a wanted ad that this listing meets it. */
export type WantedAnswersTable = { search_id: string; listing_id: string; seller_id: string; created_at: Moment };

/** A wanted ad that an admin removed, and whose search was deleted since; `path`: the search's page. */
export type RemovedWantedAdsTable = { user_id: string; path: string; removed_at: Moment };

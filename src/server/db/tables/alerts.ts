import type { Moment } from './moment.ts';

/** A search that somebody saved. `path`: its page; `criteria`: JSON, what listings must have; `due_at`: when to alert of what matched meanwhile. */
export type SavedSearchesTable = {
  id: string;
  user_id: string;
  path: string;
  title: string;
  criteria: string;
  frequency: string;
  created_at: Moment;
  due_at: Moment | null;
};

/** A listing that matches a saved search; `notified_at`: when its owner was alerted. */
export type SearchMatchesTable = { search_id: string; listing_id: string; created_at: Moment; notified_at: Moment | null };

import type { Generated, Selectable } from 'kysely';
import type { Moment } from './moment.ts';

/** Recent changes to how listings look, which every process follows. */
export type ChangesTable = {
  id: string;
  at: Moment;
  listing_id: string | null;
  category_id: string | null;
  seller_id: string | null;
  topic: Generated<string | null>;
};

/** A listing, or all of a seller's, that people may have to be alerted about. */
export type AlertQueueTable = { id: string; listing_id: string | null; seller_id: string | null };

/** What was done, and by whom; never changed. `number`, `previous` and `hash` are null until the row is sealed. */
export type AuditLogTable = {
  id: string;
  number: number | null;
  at: Moment;
  actor_role: string;
  actor_id: string | null;
  act: string;
  subject_kind: string;
  subject_id: string;
  network: string | null;
  request_id: string | null;
  before: string | null;
  after: string | null;
  /** The hash of the previous row. */
  previous: string | null;
  hash: string | null;
  /** The row that replaced this one when personal data of someone who left was removed from it. */
  redacted_by: Generated<string | null>;
};
export type AuditLogRow = Selectable<AuditLogTable>;

export type SettingsTable = { key: string; value: string };

/** `settings` and `changed` are JSON: the values by name, and the names of those that differ from the previous version. */
export type ShopSettingsTable = { revision: number; settings: string; changed: string; user_id: string; created_at: Moment };

/** A budget shared by all processes, and when it is fully recovered. `id` is a hash that names nobody. */
export type SpentBudgetsTable = { id: string; whole_at: Moment };

/** Which process does a piece of work, and until when. */
export type LeasesTable = { name: string; holder: string; until: Moment };

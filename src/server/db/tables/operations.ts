import type { Generated, Selectable } from 'kysely';
import type { Moment } from './moment.ts';

/** Which listings are shown differently since when, for a while: by it every process keeps up with the others. */
export type ChangesTable = { id: string; at: Moment; listing_id: string | null; category_id: string | null; seller_id: string | null };

/** What was done, by whom; never changed. `number`, `previous` and `hash` are null until it is sealed. */
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
  /** The seal of the row with the number before. */
  previous: string | null;
  hash: string | null;
  /** The row that says what this one says since words about somebody who left were taken out of it. */
  redacted_by: Generated<string | null>;
};
export type AuditLogRow = Selectable<AuditLogTable>;

export type SettingsTable = { key: string; value: string };

/** `settings` and `changed` are JSON: what was set, by its name, and the names of what differs from the version before. */
export type ShopSettingsTable = { revision: number; settings: string; changed: string; user_id: string; created_at: Moment };

/** A budget that all processes share, and the moment at which it is whole again. `id` is a hash: it names nobody. */
export type SpentBudgetsTable = { id: string; whole_at: Moment };

/** Which process does a piece of work, until when. */
export type LeasesTable = { name: string; holder: string; until: Moment };

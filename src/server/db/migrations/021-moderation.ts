import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  { table: 'users', name: 'suspended_at', type: 'bigint' },
  { table: 'reports', name: 'reason', type: 'text' },
  { table: 'reports', name: 'note', type: 'text' },
  { table: 'reports', name: 'decision_id', type: 'text' },
];

/** In words that both engines understand; each can be done again where it was interrupted. */
const STATEMENTS = [
  `create table if not exists decisions (
    id text primary key, kind text not null check (kind in ('hold', 'removal', 'clearance', 'warning', 'suspension')),
    seller_id text not null references users (id), listing_id text references listings (id), reason text not null, by_id text,
    created_at bigint not null, undone_at bigint, undone_reason text)`,
  'create index if not exists decisions_latest on decisions (created_at, id)',
  'create index if not exists decisions_of_seller on decisions (seller_id, created_at, id)',
  'create index if not exists decisions_of_listing on decisions (listing_id, id) where listing_id is not null',
  // A listing is on hold once, and a seller suspended once.
  `create unique index if not exists decisions_hold on decisions (listing_id) where kind = 'hold' and undone_at is null`,
  `create unique index if not exists decisions_suspension on decisions (seller_id) where kind = 'suspension' and undone_at is null`,
  `create table if not exists decision_answers (
    id text primary key, decision_id text not null references decisions (id), author_id text not null references users (id),
    written_as text not null check (written_as in ('seller', 'reporter')), body text not null, created_at bigint not null, settled_at bigint, settlement text)`,
  'create unique index if not exists decision_answers_once on decision_answers (decision_id, author_id)',
  'create index if not exists decision_answers_open on decision_answers (created_at, id) where settled_at is null',
  'create index if not exists reports_of_decision on reports (decision_id) where decision_id is not null',
  'create index if not exists reports_of_reporter on reports (reporter_id, id)',
  `create table if not exists listing_risks (
    listing_id text primary key references listings (id), score bigint not null, signals text not null, due_at bigint, assessed_at bigint, cleared_score bigint)`,
  'create index if not exists listing_risks_highest on listing_risks (score, listing_id)',
  'create index if not exists listing_risks_due on listing_risks (due_at, listing_id) where due_at is not null',
  // What an admin set aside is found by its seller, however many there are.
  `create index if not exists listings_set_aside on listings (seller_id, id) where removed_reason in ('on_hold', 'suspended')`,
];

/** Reports with a reason, what is decided about them and about sellers, what is answered to that, and how risky listings are. */
export const addModeration = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const isThere = (table: string, name: string) => tables.find((one) => one.name === table)?.columns.some((column) => column.name === name) ?? false;
  for (const { table, name, type } of COLUMNS) if (!isThere(table, name)) await sql.raw(`alter table ${table} add column ${name} ${type}`).execute(db);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

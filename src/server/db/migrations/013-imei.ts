import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  { name: 'imei_hash', type: 'text' },
  { name: 'imei_last4', type: 'text' },
  { name: 'imei_checked_at', type: 'bigint' },
];

/** In words that both engines understand; each can be done again where it was interrupted. */
const STATEMENTS = [
  `create unique index if not exists listings_imei_on_sale on listings (imei_hash)
    where imei_hash is not null and sold_at is null and removed_at is null`,
  'create index if not exists listings_of_imei on listings (imei_hash, id) where imei_hash is not null',
  'create table if not exists phones (imei_hash text primary key, key_id text not null, seen_at bigint not null)',
  'create index if not exists phones_of_key on phones (key_id)',
  `create table if not exists lost_phones (
    id text primary key, imei_hash text not null references phones (imei_hash), last4 text not null, known_as text,
    reporter_id text not null references users (id), lost_on text not null, place text not null, proof text not null, picture text,
    state text not null check (state in ('open', 'accepted', 'refused', 'withdrawn')), reason text, decided_by text,
    created_at bigint not null, decided_at bigint)`,
  `create unique index if not exists lost_phones_once on lost_phones (reporter_id, imei_hash) where state in ('open', 'accepted')`,
  `create index if not exists lost_phones_in_register on lost_phones (imei_hash) where state = 'accepted'`,
  'create index if not exists lost_phones_of_imei on lost_phones (imei_hash, id)',
  'create index if not exists lost_phones_of_reporter on lost_phones (reporter_id, created_at, id)',
  'create index if not exists lost_phones_queue on lost_phones (state, created_at, id)',
  `create table if not exists imei_questions (
    id text primary key, kind text not null check (kind in ('claimed_twice', 'other_model')), listing_id text not null references listings (id),
    claimant_id text references users (id), said text not null, known text, created_at bigint not null, closed_at bigint)`,
  'create unique index if not exists imei_questions_once on imei_questions (listing_id, kind, claimant_id) where closed_at is null',
  'create index if not exists imei_questions_open on imei_questions (created_at, id) where closed_at is null',
  'create table if not exists tac_models (tac text primary key, brand text not null, models text not null)',
];

/** What is kept of a phone's IMEI, the register of phones reported lost, what an admin should look at, and which makers and models there are. */
export const addImei = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const there = tables.find(({ name }) => name === 'listings')?.columns.map(({ name }) => name) ?? [];
  for (const { name, type } of COLUMNS) if (!there.includes(name)) await sql.raw(`alter table listings add column ${name} ${type}`).execute(db);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

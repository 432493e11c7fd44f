/** Tests that phones run in their browsers, and the public keys of the records that were signed. */
export const phoneTests = [
  `create table phone_tests (
    id text primary key, token_hash text not null unique, owner_id text not null references users (id), listing_id text references listings (id),
    order_id text references orders (id), created_at bigint not null, expires_at bigint not null, public_key text, traits text, clock_ahead bigint,
    started_at bigint, step integer not null default 0, nonce text, last_nonce text, challenge text, asked_at bigint, verdicts text not null default '[]',
    doubts text not null default '[]', finished_at bigint, summary text, record text, published_at bigint)`,
  'create index phone_tests_of_owner on phone_tests (owner_id, created_at)',
  'create unique index phone_tests_published on phone_tests (listing_id) where published_at is not null',
  'create index phone_tests_of_listing on phone_tests (listing_id) where listing_id is not null',
  'create index phone_tests_of_order on phone_tests (order_id, finished_at) where order_id is not null',
  'create index phone_tests_unfinished on phone_tests (expires_at) where finished_at is null',
  'create index phone_tests_unlisted on phone_tests (finished_at) where finished_at is not null and listing_id is null and order_id is null',
  'create table record_keys (id text primary key, public_key text not null, created_at bigint not null)',
];

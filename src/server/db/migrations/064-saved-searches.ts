/** Searches that people saved, the phones listed since that match, and where emails are unsubscribed. */
export const savedSearches = [
  `create table saved_searches (
    id text primary key, user_id text not null references users (id), path text not null, title text not null, criteria text not null,
    frequency text not null, created_at bigint not null, due_at bigint, unique (user_id, path))`,
  'create index saved_searches_created on saved_searches (created_at, id)',
  'create index saved_searches_due on saved_searches (due_at) where due_at is not null',
  `create table search_matches (
    search_id text not null references saved_searches (id), listing_id text not null, created_at bigint not null, notified_at bigint,
    primary key (search_id, listing_id))`,
  'create index search_matches_of_listing on search_matches (listing_id)',
  'alter table outbox add column unsubscribe text',
];

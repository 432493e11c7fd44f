/** Saved searches that are public as wanted ads, the sellers' answers to them, and changes that concern no listing. */
export const wantedAds = [
  'alter table saved_searches add column wanted_at bigint',
  'alter table saved_searches add column wanted_cents bigint',
  'alter table saved_searches add column wanted_until bigint',
  'alter table saved_searches add column wanted_phone text',
  'alter table saved_searches add column wanted_removed_at bigint',
  'alter table saved_searches add column changed_at bigint not null default 0',
  'update saved_searches set changed_at = created_at',
  'drop index if exists saved_searches_created',
  'create index saved_searches_changed on saved_searches (changed_at, id)',
  'create index saved_searches_wanted on saved_searches (wanted_at, id) where wanted_until is not null',
  `create table wanted_answers (
    search_id text not null references saved_searches (id), listing_id text not null, seller_id text not null references users (id),
    created_at bigint not null, primary key (search_id, listing_id))`,
  'create index wanted_answers_of_listing on wanted_answers (listing_id)',
  'create index wanted_answers_of_seller on wanted_answers (seller_id, created_at)',
  'alter table changes add column topic text',
];

/**
 * What belongs to a saved search goes with it, also what another transaction adds just before: the tables are rebuilt, because SQLite can't change a
 * reference.
 */
export const matchesOfSearches = [
  `create table search_matches_anew (
    search_id text not null references saved_searches (id) on delete cascade, listing_id text not null, created_at bigint not null, notified_at bigint,
    primary key (search_id, listing_id))`,
  `insert into search_matches_anew (search_id, listing_id, created_at, notified_at)
    select search_id, listing_id, created_at, notified_at from search_matches`,
  'drop table search_matches',
  'alter table search_matches_anew rename to search_matches',
  'create index search_matches_of_listing on search_matches (listing_id)',
  'create index search_matches_unseen on search_matches (search_id, listing_id) where notified_at is null',
  `create table wanted_answers_anew (
    search_id text not null references saved_searches (id) on delete cascade, listing_id text not null, seller_id text not null references users (id),
    created_at bigint not null, primary key (search_id, listing_id))`,
  `insert into wanted_answers_anew (search_id, listing_id, seller_id, created_at)
    select search_id, listing_id, seller_id, created_at from wanted_answers`,
  'drop table wanted_answers',
  'alter table wanted_answers_anew rename to wanted_answers',
  'create index wanted_answers_of_listing on wanted_answers (listing_id)',
  'create index wanted_answers_of_seller on wanted_answers (seller_id, created_at)',
];

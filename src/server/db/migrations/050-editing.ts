/**
 * Listings change, in numbered revisions, and have earlier prices. `edits_whole_at`: as in `spent_budgets.whole_at`. A photo that was added later than its
 * listing has `added_at`.
 */
export const editing = [
  'alter table listings add column revision bigint not null default 1',
  'alter table listings add column edits_whole_at bigint not null default 0',
  'alter table listing_photos add column added_at bigint',
  `create table earlier_prices (
    listing_id text not null references listings (id), revision bigint not null, price_cents bigint not null, until_at bigint not null,
    primary key (listing_id, revision))`,
];

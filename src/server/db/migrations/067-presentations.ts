/** What lists show of a listing, ready to send; `shown_turn` counts the listing's changes, so that nothing old is stored after one. */
export const presentations = [
  'alter table listings add column shown text',
  'alter table listings add column shown_turn bigint not null default 0',
  // The background job that writes them finds its rows with it; small once it is done.
  'create index listings_unshown on listings (id) where shown is null and sold_at is null and removed_at is null',
];

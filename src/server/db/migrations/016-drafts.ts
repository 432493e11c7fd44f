/** Listings that are not finished. A row outlives its listing's publishing for a while, without content, so that a second press lists nothing twice. */
export const drafts = [
  `create table drafts (
    seller_id text not null references users (id) on delete cascade, id text not null, revision bigint not null, content text not null,
    listing_id text, created_at bigint not null, saved_at bigint not null, primary key (seller_id, id))`,
];

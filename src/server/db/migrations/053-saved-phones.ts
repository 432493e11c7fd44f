/** Phones that people saved, with the price and state that they last heard of. */
export const savedPhones = [
  `create table saved_phones (
    user_id text not null references users (id), listing_id text not null references listings (id), created_at bigint not null,
    price_cents bigint not null, known_price_cents bigint not null, known_on_sale bigint not null, primary key (user_id, listing_id))`,
  'create index saved_phones_latest on saved_phones (user_id, created_at, listing_id)',
  'create index saved_phones_of_listing on saved_phones (listing_id, user_id)',
];

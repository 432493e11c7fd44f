/** Phones that people saved, with the price they had then. */
export const savedPhones = [
  `create table saved_phones (
    user_id text not null references users (id), listing_id text not null references listings (id), created_at bigint not null,
    price_cents bigint not null, primary key (user_id, listing_id))`,
  'create index saved_phones_latest on saved_phones (user_id, created_at, listing_id)',
];

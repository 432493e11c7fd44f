/** Prices that buyers and sellers propose to each other, and until when an agreed one holds. */
export const offers = [
  `create table offers (
    id text primary key, listing_id text not null references listings (id), buyer_id text not null references users (id),
    seller_id text not null references users (id), by_side text not null, price_cents bigint not null, state text not null,
    below_lowest bigint not null, buyer_verified bigint not null, phone text not null, meeting_location text not null,
    created_at bigint not null, expires_at bigint not null, order_id text references orders (id))`,
  `create unique index offers_one_open on offers (listing_id, buyer_id) where state = 'open'`,
  'create index offers_of_listing on offers (listing_id, buyer_id, created_at)',
  'create index offers_of_buyer on offers (buyer_id, created_at, id)',
  'create index offers_of_seller on offers (seller_id, created_at, id)',
  'create unique index offers_of_order on offers (order_id) where order_id is not null',
  `create index offers_open on offers (expires_at) where state = 'open'`,
  'create table lowest_offers (listing_id text primary key references listings (id), price_cents bigint not null)',
  'alter table orders add column agreed_until bigint',
  `create index orders_agreed on orders (agreed_until) where agreed_until is not null and state = 'booked'`,
  'alter table conversation_messages add column offer_id text references offers (id)',
];

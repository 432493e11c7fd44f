/** A history for each physical phone. Texts stand beside the commitment that the entry's hash covers, so that they can be deleted. */
export const passports = [
  `create table passports (
    id text primary key, imei_hash text not null references phones (imei_hash), created_at bigint not null,
    owner integer not null, entries integer not null, head text not null)`,
  'create unique index passports_of_phone on passports (imei_hash)',
  `create table passport_owners (
    passport_id text not null references passports (id), number integer not null, user_id text not null references users (id),
    since bigint not null, primary key (passport_id, number))`,
  'create unique index passport_owners_of_person on passport_owners (user_id, passport_id)',
  `create table passport_entries (
    passport_id text not null references passports (id), number integer not null, kind text not null, at bigint not null,
    owner integer, source text not null, facts text not null, commitment text, words text, salt text, hash text not null,
    listing_id text references listings (id), primary key (passport_id, number))`,
  `create table passport_heads (
    order_id text not null references orders (id), event text not null, passport_id text not null references passports (id),
    at bigint not null, entries integer not null, head text not null, primary key (order_id, event))`,
  // When somebody who signed up as a buyer began to sell.
  'alter table users add column selling_since bigint',
];

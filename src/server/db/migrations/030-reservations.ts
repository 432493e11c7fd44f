/** Reservations and places in line, with how each ended; they take the place of the line's own table. */
export const reservations = [
  `create table if not exists reservations (
    id text primary key, listing_id text not null, order_id text not null references orders (id), buyer_id text not null, slot bigint not null,
    network text, network_slot bigint, asked_at bigint not null, began_at bigint, until bigint, excused_at bigint, ended_at bigint,
    outcome text check (outcome in ('paid', 'let_go', 'lapsed', 'ended')))`,
  `create unique index if not exists reservations_one_a_phone on reservations (listing_id) where ended_at is null and until is not null`,
  `create unique index if not exists reservations_one_an_order on reservations (order_id) where ended_at is null`,
  `create unique index if not exists reservations_slot on reservations (buyer_id, slot) where ended_at is null`,
  `create unique index if not exists reservations_network_slot on reservations (network, network_slot) where ended_at is null and network is not null`,
  `create index if not exists reservations_line on reservations (listing_id, asked_at, id) where ended_at is null`,
  `create index if not exists reservations_open on reservations (until) where ended_at is null`,
  `create index if not exists reservations_of_buyer on reservations (buyer_id, ended_at)`,
  `create index if not exists reservations_of_network on reservations (network, ended_at) where network is not null`,
  `create index if not exists reservations_of_order on reservations (order_id)`,
  `create index if not exists reservations_past on reservations (ended_at) where ended_at is not null`,
  // What is reserved, and who waits, at this moment; slots past those that are given out from now on.
  `insert into reservations (id, listing_id, order_id, buyer_id, slot, asked_at, began_at, until)
    select 'held ' || orders.id, listings.id, orders.id, orders.buyer_id, 1000 + row_number() over (partition by orders.buyer_id order by orders.id),
      listings.held_until - 900000, listings.held_until - 900000, listings.held_until
    from listings join orders on orders.id = listings.held_by
    where listings.sold_at is null and listings.removed_at is null and orders.state in ('booked', 'paying') and listings.held_until is not null
    on conflict do nothing`,
  `insert into reservations (id, listing_id, order_id, buyer_id, slot, asked_at)
    select hold_waits.ticket, orders.listing_id, orders.id, orders.buyer_id, 2000 + row_number() over (partition by orders.buyer_id order by orders.id),
      hold_waits.created_at
    from hold_waits join orders on orders.id = hold_waits.order_id where orders.state in ('booked', 'paying') on conflict do nothing`,
  'drop table hold_waits',
];

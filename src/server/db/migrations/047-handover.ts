/** What proves a handover or a return, and how often codes were guessed. */
export const addHandover = [
  `create table if not exists handover_proofs (
    order_id text not null references orders (id), direction text not null, side text not null, how text not null, step bigint, made_at bigint not null,
    received_at bigint not null, offline bigint not null, counted_at bigint, relist bigint, primary key (order_id, direction, side))`,
  `create table if not exists handover_codes (
    order_id text primary key references orders (id), last_step bigint, wrong_tries bigint not null, tries_since bigint, pauses bigint not null,
    paused_until bigint)`,
];

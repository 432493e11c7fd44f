/** Refunds that the provider or the buyer's bank refused: how often, when to try again, and since when they are for an admin to make by hand. */
export const refusedRefunds = [
  'alter table payments add column refund_refusals integer not null default 0',
  'alter table payments add column refund_try_at bigint not null default 0',
  'alter table payments add column refund_by_hand_at bigint',
];

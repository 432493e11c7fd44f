import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table if not exists fulfillments (
    order_id text primary key references orders (id), state text not null, due_at bigint, meet_at bigint, meet_place text,
    handed_over_at bigint, ended_at bigint, outcome text)`,
  'create index if not exists fulfillments_due on fulfillments (due_at, order_id) where due_at is not null',
  `create table if not exists fulfillment_history (
    order_id text not null references orders (id), step bigint not null, from_state text, to_state text not null, why text not null, note text,
    by_role text not null, by_id text, at bigint not null, primary key (order_id, step))`,
  'alter table orders add column terms text',
  'alter table payments add column partial_due_cents bigint',
  'alter table payments add column partial_refund_id text',
  'create index if not exists payments_partly_due on payments (created_at) where partial_due_cents is not null',
];

const FOURTEEN_DAYS_MS = 14 * 86_400_000;

/**
 * Where paid orders stand after the payment. Orders that were paid before have been completed if their seller was paid out, and start with a fresh
 * deadline otherwise.
 */
export async function addFulfillment(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await fillFulfillments(db, Date.now());
}

/** Begins the fulfillments of orders that were paid before; `now`: epoch ms. */
async function fillFulfillments(db: Kysely<unknown>, now: number): Promise<void> {
  const isLost = sql`exists (select 1 from disputes where disputes.order_id = orders.id and disputes.status = 'lost')`;
  const state = sql`case when paid_out_at is not null then 'completed' when ${isLost} then 'decided' else 'to_arrange' end`;
  const isOpen = sql`paid_out_at is null and not ${isLost}`;
  await sql`insert into fulfillments (order_id, state, due_at, ended_at, outcome)
    select id, ${state}, case when ${isOpen} then cast(${now + FOURTEEN_DAYS_MS} as bigint) end,
      case when paid_out_at is not null then paid_out_at when ${isLost} then cast(${now} as bigint) end,
      case when paid_out_at is null and ${isLost} then 'refunded' end
    from orders where state = 'paid' on conflict do nothing`.execute(db);
  await sql`insert into fulfillment_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 1, null, 'to_arrange', 'paid', null, 'shop', null, paid_at from orders where state = 'paid' on conflict do nothing`.execute(db);
  await sql`insert into fulfillment_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select orders.id, 2, 'to_arrange', fulfillments.state, case when fulfillments.state = 'completed' then 'decided_by_shop' else 'reversed_by_bank' end,
      null, 'shop', null, fulfillments.ended_at
    from orders inner join fulfillments on fulfillments.order_id = orders.id
    where orders.state = 'paid' and fulfillments.ended_at is not null on conflict do nothing`.execute(db);
}

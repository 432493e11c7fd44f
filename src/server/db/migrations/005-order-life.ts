import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  { table: 'orders', name: 'state', type: "text not null default 'booked' check (state in ('booked', 'paying', 'paid', 'closed', 'refunding', 'refunded'))" },
  { table: 'orders', name: 'seller_id', type: "text not null default ''" },
  { table: 'orders', name: 'paid_out_at', type: 'bigint' },
  { table: 'payments', name: 'refund_attempt', type: 'bigint not null default 0' },
];

const addColumns = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const isThere = (table: string, name: string) => tables.find((one) => one.name === table)?.columns.some((column) => column.name === name) ?? false;
  for (const { table, name, type } of COLUMNS) if (!isThere(table, name)) await sql.raw(`alter table ${table} add column ${name} ${type}`).execute(db);
};

/** In words that both engines understand; each can be done again where it was interrupted. */
const STATEMENTS = [
  `create table if not exists order_history (
    order_id text not null references orders (id), step bigint not null, from_state text, to_state text not null, why text not null, note text,
    by_role text not null, by_id text, at bigint not null, primary key (order_id, step))`,
  `create table if not exists hold_waits (
    order_id text primary key references orders (id), listing_id text not null references listings (id), created_at bigint not null, ticket text not null)`,
  'create index if not exists hold_waits_of_listing on hold_waits (listing_id, created_at, ticket)',
  `create table if not exists retired_intents (
    intent_id text primary key, order_id text not null references orders (id), created_at bigint not null)`,
  'create index if not exists retired_intents_of_order on retired_intents (order_id)',
  `create table if not exists ledger (
    id text primary key, kind text not null check (kind in ('charge', 'refund', 'refund_failed')), provider text not null, order_id text not null references orders (id),
    intent_id text not null, reference text not null, amount_cents bigint not null check (amount_cents > 0), currency text not null, at bigint not null)`,
  'create unique index if not exists ledger_once on ledger (kind, reference)',
  `create table if not exists notices (
    id text primary key, user_id text not null references users (id), email text not null, kind text not null, subject text not null, body text not null,
    path text not null, created_at bigint not null, read_at bigint, mail_due_at bigint)`,
  'create index if not exists notices_of_user on notices (user_id, created_at, id)',
  'create index if not exists notices_to_mail on notices (mail_due_at, id) where mail_due_at is not null',
  'drop index if exists orders_paid_once',
  `update orders set seller_id = (select seller_id from listings where listings.id = orders.listing_id) where seller_id = ''`,
  `update orders set state = case
    when paid_at is not null then 'paid'
    when closed_at is not null and exists (select 1 from payments where payments.order_id = orders.id and payments.state = 'refund_due') then 'refunding'
    when closed_at is not null and exists (select 1 from payments where payments.order_id = orders.id and payments.state = 'refunded') then 'refunded'
    when closed_at is not null then 'closed'
    when intent_id is not null then 'paying'
    else 'booked' end`,
  `create unique index if not exists orders_sold_once on orders (listing_id) where state = 'paid'`,
  `create index if not exists orders_paying on orders (listing_id) where state = 'paying'`,
  'create index if not exists orders_of_listing on orders (listing_id, id)',
  'create index if not exists orders_sales on orders (seller_id, paid_at, id) where paid_at is not null',
  'create index if not exists payments_latest on payments (created_at, id)',
  'create index if not exists payments_of_order on payments (order_id)',
  `insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 1, null, 'booked', 'booked', null, 'buyer', buyer_id, created_at from orders where true on conflict do nothing`,
  `insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 2, 'booked', 'paying', 'payment_begun', null, 'buyer', buyer_id, created_at from orders where state = 'paying' on conflict do nothing`,
  `insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 2, 'booked', 'paid', 'payment_arrived', null, 'provider', null, paid_at from orders where state = 'paid' on conflict do nothing`,
  `insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 2, 'booked', 'closed', closed_reason, null, 'shop', null, closed_at from orders where closed_at is not null on conflict do nothing`,
  `insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 3, 'closed', 'refunding', 'payment_too_late', null, 'provider', null, closed_at from orders
    where state in ('refunding', 'refunded') on conflict do nothing`,
  `insert into order_history (order_id, step, from_state, to_state, why, note, by_role, by_id, at)
    select id, 4, 'refunding', 'refunded', 'money_back', null, 'provider', null, closed_at from orders where state = 'refunded' on conflict do nothing`,
  `insert into ledger (id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at)
    select 'charge ' || id, 'charge', 'practice', order_id, intent_id, intent_id, amount_cents, currency, created_at from payments where true on conflict do nothing`,
  `insert into ledger (id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at)
    select 'refund ' || id, 'refund', 'practice', order_id, intent_id, refund_id, amount_cents, currency, refunded_at from payments
    where state = 'refunded' and refund_id is not null on conflict do nothing`,
  // What closed orders may still be paid with is to be ended at the provider.
  `insert into retired_intents (intent_id, order_id, created_at)
    select intent_id, id, closed_at from orders where closed_at is not null and intent_id is not null
    and not exists (select 1 from payments where payments.intent_id = orders.intent_id) on conflict do nothing`,
];

/** The life of an order, its history, the queue for a held phone, the ledger, and what people are told. */
export const addOrderLifecycle = async (db: Kysely<unknown>): Promise<void> => {
  await addColumns(db);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

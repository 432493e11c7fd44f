/**
 * What sellers are owed for completed sales, and how they get it. Sales that were paid out by hand so far are noted as such. The ledger gets the new
 * kinds: its table is rebuilt, because SQLite can't change a check.
 */
export const payouts = [
  'alter table orders add column fee_cents bigint not null default 0',
  `create index if not exists orders_undone_after_payout on orders (id) where paid_out_at is not null and state in ('refunding', 'refunded')`,
  'create index if not exists payments_partly_refunded on payments (order_id) where refunded_cents > 0',
  `create table if not exists payouts (
    order_id text primary key references orders (id), seller_id text not null references users (id),
    state text not null check (state in ('due', 'sending', 'sent', 'failed', 'noted', 'reversed')), waits_for text,
    provider text, account_id text, transfer_id text,
    gross_cents bigint not null, refunded_cents bigint not null default 0, fee_cents bigint not null default 0, offset_cents bigint not null default 0,
    net_cents bigint not null check (net_cents >= 0), reversed_cents bigint not null default 0, taking_cents bigint not null default 0,
    debt_cents bigint not null default 0, attempt bigint not null default 0,
    due_at bigint not null, try_at bigint not null, asked_at bigint, paid_at bigint)`,
  `create index if not exists payouts_open on payouts (try_at) where state in ('due', 'sending', 'failed')`,
  'create index if not exists payouts_taking on payouts (try_at) where taking_cents > 0',
  'create index if not exists payouts_of_seller on payouts (seller_id, due_at)',
  `create table if not exists payout_accounts (
    seller_id text not null references users (id), provider text not null, account_id text not null, opened bigint not null, state text not null,
    trouble text, created_at bigint not null, checked_at bigint not null, primary key (seller_id, provider))`,
  'create unique index if not exists payout_accounts_by_id on payout_accounts (provider, account_id)',
  `insert into payouts (order_id, seller_id, state, provider, gross_cents, net_cents, due_at, try_at, paid_at)
    select id, seller_id, 'noted', 'by-hand', price_cents, price_cents, paid_out_at, paid_out_at, paid_out_at from orders where paid_out_at is not null`,
  `create table ledger_anew (
    id text primary key,
    kind text not null check (kind in ('charge', 'refund', 'refund_failed', 'discount', 'discount_reversal', 'dispute', 'dispute_reversal', 'dispute_fee',
      'dispute_fee_reversal', 'fee', 'fee_reversal', 'transfer', 'transfer_reversal')),
    provider text not null, order_id text not null references orders (id), intent_id text not null, reference text not null,
    amount_cents bigint not null check (amount_cents > 0), currency text not null, at bigint not null)`,
  `insert into ledger_anew (id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at)
    select id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at from ledger`,
  'drop table ledger',
  'alter table ledger_anew rename to ledger',
  'create unique index ledger_once on ledger (kind, reference)',
  'create index ledger_of_order on ledger (order_id, at, id)',
  'create index ledger_of_reference on ledger (reference)',
  `insert into ledger (id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at)
    select 'noted ' || id, 'transfer', 'by-hand', id, intent_id, 'noted ' || id, price_cents, 'usd', paid_out_at
    from orders where paid_out_at is not null and intent_id is not null`,
];

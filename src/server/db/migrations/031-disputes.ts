/** Payments that a buyer's bank looks into. The ledger learns of them: its table is made anew, for SQLite changes no check. */
export const disputes = [
  `create table if not exists disputes (
    id text primary key, reference text not null unique, provider text not null, order_id text not null references orders (id), intent_id text not null, amount_cents bigint not null,
    currency text not null, status text not null, reason text not null, evidence_due_at bigint, opened_at bigint not null, closed_at bigint,
    withdrawn_cents bigint not null, movements bigint not null, checked_at bigint not null)`,
  'create index if not exists disputes_of_order on disputes (order_id, opened_at)',
  'create index if not exists disputes_latest on disputes (opened_at, id)',
  'create index if not exists disputes_open on disputes (checked_at) where closed_at is null',
  'alter table payments add column refunded_cents bigint not null default 0',
  `create table ledger_anew (
    id text primary key, kind text not null check (kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_reversal', 'dispute_fee', 'dispute_fee_reversal')),
    provider text not null, order_id text not null references orders (id), intent_id text not null, reference text not null,
    amount_cents bigint not null check (amount_cents > 0), currency text not null, at bigint not null)`,
  `insert into ledger_anew (id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at)
    select id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at from ledger`,
  'drop table ledger',
  'alter table ledger_anew rename to ledger',
  'create unique index ledger_once on ledger (kind, reference)',
  `create table if not exists practice_disputes (
    id text primary key, intent_id text not null, charge_id text not null, amount bigint not null, currency text not null, status text not null,
    reason text not null, due_by bigint, transactions text not null, created_at bigint not null)`,
  'create index if not exists practice_disputes_latest on practice_disputes (created_at, id)',
];

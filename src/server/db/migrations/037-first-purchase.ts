/**
 * The discount on a person's first purchase: what each order takes off, whose order it is under keyed hashes, and which order uses the discount. The
 * ledger gets the new kinds: its table is rebuilt, because SQLite can't change a check.
 */
export const firstPurchase = [
  'alter table orders add column discount_cents bigint not null default 0',
  'create table if not exists buyer_keys (order_id text not null references orders (id), key text not null, primary key (order_id, key))',
  'create index if not exists buyer_keys_by_key on buyer_keys (key, order_id)',
  'create table if not exists discount_claims (key text primary key, order_id text not null references orders (id))',
  'create index if not exists discount_claims_of_order on discount_claims (order_id)',
  // Addresses and numbers follow once the shop is open: their hashes need its secret.
  `insert into buyer_keys (order_id, key) select id, 'account ' || buyer_id from orders where state in ('paid', 'refunding') on conflict do nothing`,
  `create table ledger_anew (
    id text primary key,
    kind text not null check (kind in ('charge', 'refund', 'refund_failed', 'discount', 'discount_reversal', 'dispute', 'dispute_reversal', 'dispute_fee', 'dispute_fee_reversal')),
    provider text not null, order_id text not null references orders (id), intent_id text not null, reference text not null,
    amount_cents bigint not null check (amount_cents > 0), currency text not null, at bigint not null)`,
  `insert into ledger_anew (id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at)
    select id, kind, provider, order_id, intent_id, reference, amount_cents, currency, at from ledger`,
  'drop table ledger',
  'alter table ledger_anew rename to ledger',
  'create unique index ledger_once on ledger (kind, reference)',
];

/** The practice provider's accounts of sellers, and what was sent to them and taken back. */
export const practiceAccounts = [
  'create table if not exists practice_accounts (id text primary key, status text not null, bank text not null, metadata text not null, created_at bigint not null)',
  `create table if not exists practice_transfers (
    id text primary key, account_id text not null, amount bigint not null, reversed bigint not null, currency text not null, transfer_group text,
    source text, metadata text not null, created_at bigint not null)`,
  'create index if not exists practice_transfers_latest on practice_transfers (created_at, id)',
  'create index if not exists practice_transfers_to on practice_transfers (account_id, created_at, id)',
  'create index if not exists practice_transfers_from on practice_transfers (source)',
  `create table if not exists practice_reversals (
    id text primary key, transfer_id text not null, amount bigint not null, currency text not null, metadata text not null, created_at bigint not null)`,
  'create index if not exists practice_reversals_of on practice_reversals (transfer_id, created_at, id)',
];

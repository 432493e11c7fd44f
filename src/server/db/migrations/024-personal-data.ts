/** People who deleted their accounts; `erasures`: whose sign-in is still to be forgotten at the identity service. */
export const personalData = [
  'alter table users add column erased_at bigint',
  'create table if not exists erasures (user_id text primary key, email text not null, created_at bigint not null, due_at bigint not null)',
  'create index if not exists erasures_due on erasures (due_at)',
];

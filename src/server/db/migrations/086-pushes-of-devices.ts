/**
 * A push no longer refers to its device: while somebody removed the device, whatever notified its person would fail. The table is rebuilt, because SQLite
 * can't change a reference.
 */
export const pushesOfDevices = [
  `create table pushes_anew (
    id text primary key, subscription_id text not null, subject text not null, body text not null, filled_with text not null, path text not null,
    conversation_id text references conversations (id), created_at bigint not null, expires_at bigint not null, tries integer not null,
    due_at bigint not null)`,
  `insert into pushes_anew (id, subscription_id, subject, body, filled_with, path, conversation_id, created_at, expires_at, tries, due_at)
    select id, subscription_id, subject, body, filled_with, path, conversation_id, created_at, expires_at, tries, due_at from pushes`,
  'drop table pushes',
  'alter table pushes_anew rename to pushes',
  'create index pushes_due on pushes (due_at)',
  'create index pushes_subscription on pushes (subscription_id)',
];

/**
 * Mails on their way, whatever they are about. What was still to be mailed of a notice is the outbox's from now on; the column that said
 * so stays, and stays empty. In words that both engines understand; each can be done again where it was interrupted.
 */
export const outbox = [
  `create table if not exists outbox (
    id text primary key, kind text not null, recipient text not null, subject text not null, body text not null, link text, label text not null,
    created_at bigint not null, expires_at bigint, tries bigint not null default 0, due_at bigint, sent_at bigint, given_up_at bigint, failure text)`,
  'create index if not exists outbox_due on outbox (due_at, id) where due_at is not null',
  'create index if not exists outbox_of_recipient on outbox (recipient, kind, created_at)',
  'create index if not exists outbox_sent on outbox (sent_at) where sent_at is not null',
  `insert into outbox (id, kind, recipient, subject, body, link, label, created_at, due_at)
    select id, kind, email, subject, body, path, 'See it in the shop', created_at, mail_due_at from notices where mail_due_at is not null on conflict do nothing`,
  'update notices set mail_due_at = null where mail_due_at is not null',
  'drop index if exists notices_to_mail',
];

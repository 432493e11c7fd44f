/**
 * Which identity registered a person, null when nobody knows; and the sign-ins of an identity service that keeps none for us,
 * with the moment up to which all of an address's are over.
 */
export const addSignIns = [
  'alter table users add column identity_subject text',
  `update users set identity_subject = (select 'builtin:' || identity_users."id" from identity_users where identity_users."email" = users.email)`,
  `create table sign_ins (
    id text primary key, email text not null, expires_at bigint not null, ended_at bigint)`,
  'create index sign_ins_email on sign_ins (email)',
  'create table sign_in_ends (email text primary key, ended_at bigint not null)',
];

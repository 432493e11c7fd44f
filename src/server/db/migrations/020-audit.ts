/** The audit log. `number`, `previous` and `hash` are written when a row is sealed; two rows never have one number. */
export const auditLog = [
  `create table if not exists audit_log (
    id text primary key, number bigint, at bigint not null, actor_role text not null, actor_id text, act text not null,
    subject_kind text not null, subject_id text not null, network text, request_id text, before text, after text, previous text, hash text)`,
  'create unique index if not exists audit_log_number on audit_log (number)',
  'create index if not exists audit_log_unsealed on audit_log (at, id) where number is null',
  'create index if not exists audit_log_latest on audit_log (at, id)',
  'create index if not exists audit_log_of_actor on audit_log (actor_id, at, id)',
  'create index if not exists audit_log_of_subject on audit_log (subject_id, at, id)',
  'create index if not exists audit_log_of_act on audit_log (act, at, id)',
];

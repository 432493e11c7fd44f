/** Conversations that one side reported. `last_number`: the conversation's last message then. */
export const conversationReports = [
  `create table conversation_reports (
    id text primary key, conversation_id text not null references conversations (id), reporter_id text not null references users (id),
    reported_id text not null references users (id), side text not null, reason text not null, last_number bigint not null,
    created_at bigint not null, closed_at bigint)`,
  'create unique index conversation_reports_once on conversation_reports (conversation_id, reporter_id) where closed_at is null',
  'create index conversation_reports_open on conversation_reports (created_at, id) where closed_at is null',
  'create index conversation_reports_by_reporter on conversation_reports (reporter_id)',
  'create index conversation_reports_of on conversation_reports (reported_id)',
];

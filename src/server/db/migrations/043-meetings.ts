/** What people propose to each other about meeting, the meetings they agreed on, and those that somebody reported missed. */
export const meetings = [
  `create table if not exists meeting_proposals (
    id text primary key, order_id text not null references orders (id), by_side text not null, by_id text not null, at bigint not null,
    place text not null, state text not null, created_at bigint not null)`,
  'create index if not exists meeting_proposals_of_order on meeting_proposals (order_id, created_at)',
  "create unique index if not exists meeting_proposals_open on meeting_proposals (order_id) where state = 'proposed'",
  'create table if not exists meetings (order_id text primary key references orders (id), at bigint not null, changes bigint not null, remind_at bigint)',
  'create index if not exists meetings_to_remind on meetings (remind_at) where remind_at is not null',
  `create table if not exists no_shows (
    id text primary key, order_id text not null references orders (id), absent_side text not null, absent_id text not null,
    reporter_id text not null, meet_at bigint not null, reported_at bigint not null, result text)`,
  'create index if not exists no_shows_of_order on no_shows (order_id, reported_at)',
  'create index if not exists no_shows_of_person on no_shows (absent_id)',
];

export const reviews = [
  `create table reviews (
    id text primary key, order_id text not null references orders (id), side text not null,
    author_id text not null references users (id), subject_id text not null references users (id),
    stars bigint not null, text text not null, created_at bigint not null, visible_at bigint not null,
    answer text, answered_at bigint, reported_at bigint, removed_at bigint, removed_reason text)`,
  'create unique index reviews_once on reviews (order_id, side)',
  'create index reviews_of_subject on reviews (subject_id, side, visible_at, id) where removed_at is null',
  'create index reviews_by_author on reviews (author_id)',
  'create index reviews_reported on reviews (reported_at, id) where reported_at is not null',
  `create table review_reports (
    review_id text not null references reviews (id), reporter_id text not null references users (id), reason text not null,
    created_at bigint not null, closed_at bigint, primary key (review_id, reporter_id))`,
  'create index review_reports_by_reporter on review_reports (reporter_id)',
];

/** Problems with paid orders, and what each side says about them. */
export const problems = [
  `create table if not exists problems (
    id text primary key, order_id text not null references orders (id), opened_by text not null, reason text not null, opened_at bigint not null,
    answer text, offer_cents bigint, decision text, decision_cents bigint, decision_reason text, decided_by text, decided_at bigint)`,
  'create index if not exists problems_of_order on problems (order_id, opened_at, id)',
  `create table if not exists problem_statements (
    id text primary key, problem_id text not null references problems (id), side text not null, author_id text not null, body text not null, photos text not null,
    created_at bigint not null)`,
  'create index if not exists problem_statements_of_problem on problem_statements (problem_id, created_at, id)',
  `create index if not exists fulfillments_disputed on fulfillments (due_at, order_id)
    where state in ('problem_reported', 'refund_offered', 'escalated', 'returning', 'return_confirming')`,
];

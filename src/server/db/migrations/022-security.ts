/** What was spent of budgets that all processes share, such as the guesses at one account's password. */
export const spentBudgets = [
  'create table spent_budgets (id text primary key, whole_at bigint not null)',
  'create index spent_budgets_whole_at on spent_budgets (whole_at)',
];

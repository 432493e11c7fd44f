/** Earlier listings answered none of the questions. */
export const conditionAnswers = [`alter table listings add column answers text not null default '{"screen":"","body":"","battery":"","works":""}'`];

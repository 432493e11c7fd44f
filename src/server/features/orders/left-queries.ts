import { sql } from 'kysely';

/** What banks have taken back of a payment for good, in cents. For statements with `payments`. */
export const lostCents = () =>
  sql<number>`coalesce((select sum(disputes.withdrawn_cents) from disputes where disputes.intent_id = payments.intent_id and disputes.status = 'lost'), 0)`;

/** What of a payment was neither refunded in part nor taken back by banks, in cents. For statements with `payments`. */
export const leftCents = () => sql<number>`(payments.amount_cents - payments.refunded_cents - ${lostCents()})`;

/** The part of a payment that is due for refund, in cents; null also while banks have all of it, and less while they have most. For statements with `payments`. */
export const partDueCents = () => sql<number | null>`(case
  when ${leftCents()} <= 0 then null
  when payments.partial_due_cents > ${leftCents()} then ${leftCents()}
  else payments.partial_due_cents end)`;

import { type QueryExecutorProvider, sql } from 'kysely';

const STATEMENTS = ['alter table reviews add column notify_at bigint', 'create index reviews_to_notify on reviews (notify_at, id) where notify_at is not null'];

/** When the people reviewed are to be notified that a review became visible by itself: those that are still hidden now count, too. */
export async function notifiedReviews(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await sql`update reviews set notify_at = visible_at where visible_at > ${Date.now()}`.execute(db);
}

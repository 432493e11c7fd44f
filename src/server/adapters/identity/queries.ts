import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** When a session of built-in identity ends, in epoch milliseconds; null when there is none (any more). */
export const findSessionEnd = async (db: Db, sessionId: string): Promise<number | null> => {
  const { rows } = await sql<{ expiresAt: string | Date }>`select "expiresAt" from identity_sessions where "id" = ${sessionId}`.execute(db);
  return rows[0] ? new Date(rows[0].expiresAt).getTime() : null;
};

export const deleteSessionsOf = async (db: Db, email: string): Promise<void> => {
  await sql`delete from identity_sessions where "userId" in (select "id" from identity_users where "email" = ${email})`.execute(db);
};

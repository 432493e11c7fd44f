import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** Returns when a session's owner last proved who they are, at login or since; null when there is no such session. */
export async function findProvenAt(db: Db, sessionId: string): Promise<number | null> {
  const { rows } = await sql<{
    provenAt: number | null;
    createdAt: string | Date;
  }>`select "provenAt", "createdAt" from identity_sessions where "id" = ${sessionId}`.execute(db);
  const [row] = rows;
  return row ? (row.provenAt ?? new Date(row.createdAt).getTime()) : null;
}

/** Saves that a session's owner has proven who they are. */
export async function saveProof(db: Db, sessionId: string, now: number): Promise<void> {
  await sql`update identity_sessions set "provenAt" = ${now} where "id" = ${sessionId}`.execute(db);
}

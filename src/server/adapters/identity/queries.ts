import { sql } from 'kysely';
import { days, minutes } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { prepare } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { SignIn, StoredAccount } from '../../ports/identity.ts';

/** The longest lifetime of a session, however much it is used. */
export const MAX_SESSION_MS = days(30);

type Moment = string | Date;

type SessionRow = { id: string; createdAt: Moment; updatedAt: Moment; userAgent: string | null; ipAddress: string | null };

const USE_NOTED_MS = minutes(5);

type SeenSignIn = { id: string; email: string; startedAt: number; expiresAt: number };

/** How long a session of an external service counts as logged in after its last token expired. */
export const REMEMBERED_MS = days(30);

/** Returns when a session of built-in identity ends (epoch ms); null when there is none. */
export async function findSessionEnd(db: Db, sessionId: string): Promise<number | null> {
  const rows = await sessionEnds(db, { sessionId });
  return rows[0] ? Math.min(toMs(rows[0].expiresAt), toMs(rows[0].createdAt) + MAX_SESSION_MS) : null;
}

const sessionEnds = prepare<{ sessionId: string }, { expiresAt: Moment; createdAt: Moment }>(['sessionId'], (db, { sessionId }) => ({
  compile: () => sql<{ expiresAt: Moment; createdAt: Moment }>`select "expiresAt", "createdAt" from identity_sessions where "id" = ${sessionId}`.compile(db),
}));

const toMs = (moment: Moment): number => new Date(moment).getTime();

/** Returns an address's sessions of built-in identity that are valid at `now`, the most recently used first. */
export async function findSessions(db: Db, email: string, now: number): Promise<SignIn[]> {
  const { rows } = await sql<SessionRow>`select s."id", s."createdAt", s."updatedAt", s."userAgent", s."ipAddress"
    from identity_sessions as s join identity_users as u on u."id" = s."userId"
    where u."email" = ${email} and s."expiresAt" > ${toIso(now)} and s."createdAt" > ${toIso(now - MAX_SESSION_MS)}
    order by s."updatedAt" desc limit 100`.execute(db);
  return rows.map(({ id, createdAt, updatedAt, userAgent, ipAddress }) => ({
    id,
    startedAt: toMs(createdAt),
    lastUsedAt: toMs(updatedAt),
    userAgent: userAgent || null,
    address: ipAddress || null,
  }));
}

/** Ends one session of this address, or all others. Returns how many. */
export async function deleteSession(db: Db, email: string, { id, others }: { id: string; others: boolean }): Promise<number> {
  const { numAffectedRows } = await sql`delete from identity_sessions
    where "userId" in (select "id" from identity_users where "email" = ${email}) and ${others ? sql`"id" <> ${id}` : sql`"id" = ${id}`}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Saves that a session is in use, every five minutes at most. */
export async function noteSessionUse(db: Db, id: string, now: number): Promise<void> {
  await sql`update identity_sessions set "updatedAt" = ${toIso(now)} where "id" = ${id} and "updatedAt" < ${toIso(now - USE_NOTED_MS)}`.execute(db);
}

export async function deleteSessionsOf(db: Db, email: string): Promise<void> {
  await sql`delete from identity_sessions where "userId" in (select "id" from identity_users where "email" = ${email})`.execute(db);
}

/** Returns what built-in identity stores about the person with this address. Leaves out passwords and tokens, which are stored as hashes and secrets. */
export async function describeAccount(db: Db, email: string): Promise<StoredAccount[]> {
  const [account, sessions, waysIn, factors, passkeys] = await Promise.all([
    sql<object>`select "id", "name", "email", "emailVerified", "image", "createdAt", "updatedAt" from identity_users where "email" = ${email}`.execute(db),
    sql<object>`select "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent" from identity_sessions
      where "userId" in (select "id" from identity_users where "email" = ${email}) order by "createdAt"`.execute(db),
    sql<object>`select "providerId", "accountId", "scope", "createdAt" from identity_accounts
      where "userId" in (select "id" from identity_users where "email" = ${email}) order by "createdAt"`.execute(db),
    sql<object>`select confirmed_at, (select count(*) from recovery_codes as c where c.user_id = f.user_id and c.used_at is null) as codes_left
      from second_factors as f where f.user_id in (select "id" from identity_users where "email" = ${email}) and confirmed_at is not null`.execute(db),
    sql<object>`select "name", "createdAt", "lastUsedAt" as last_used_at from identity_passkeys
      where "userId" in (select "id" from identity_users where "email" = ${email}) order by "createdAt"`.execute(db),
  ]);
  return [
    { name: 'identity', about: 'Your login account.', rows: account.rows },
    { name: 'sessions', about: 'Where you’re logged in.', rows: sessions.rows },
    { name: 'ways_in', about: 'How you can log in: with a password (credential) or through another service.', rows: waysIn.rows },
    { name: 'passkeys', about: 'The passkeys you can log in with.', rows: passkeys.rows },
    {
      name: 'second_factor',
      about: 'Since when you’ve had two-factor authentication, and how many recovery codes you have left.',
      rows: factors.rows,
    },
  ];
}

/** Deletes an account of built-in identity with its sessions, credentials and open verifications. */
export function deleteAccountOf(db: Db, email: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select "id" from identity_users where "email" = ${email}`.execute(tx);
    for (const { id } of rows) {
      await sql`delete from identity_verifications where "identifier" = ${email} or "value" = ${id}`.execute(tx);
      await sql`delete from identity_sessions where "userId" = ${id}`.execute(tx);
      await sql`delete from identity_accounts where "userId" = ${id}`.execute(tx);
      await sql`delete from identity_passkeys where "userId" = ${id}`.execute(tx);
      await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
      await tx.deleteFrom('second_factors').where('user_id', '=', id).execute();
      await sql`delete from identity_users where "id" = ${id}`.execute(tx);
    }
  });
}

/**
 * Records a session until `expiresAt`. Returns false when it was ended. The session is written before checking for an end of all sessions, and that
 * end is written before ending the rows, so whichever comes second sees the other.
 */
export async function recordSignIn(db: Db, { id, email, startedAt, expiresAt }: SeenSignIn): Promise<boolean> {
  const stored = await db
    .insertInto('sign_ins')
    .values({ id, email, expires_at: expiresAt, ended_at: null })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          email,
          expires_at: eb.case().when('sign_ins.expires_at', '>', expiresAt).then(eb.ref('sign_ins.expires_at')).else(expiresAt).end(),
        }))
        .where('sign_ins.ended_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!stored) return false;
  const ends = await db.selectFrom('sign_in_ends').select('ended_at').where('email', '=', email).executeTakeFirst();
  if (!ends || startedAt > ends.ended_at) return true;
  await db.updateTable('sign_ins').set({ ended_at: ends.ended_at }).where('id', '=', id).execute();
  return false;
}

/** Returns when a recorded session expires (epoch ms); null when it was ended or never seen. */
export async function findSignInEnd(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('sign_ins').select('expires_at').where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Ends one session permanently, whether seen before or not. */
export async function endSignIn(db: Db, { id, email, expiresAt }: SeenSignIn, now: number): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ id, email, expires_at: expiresAt, ended_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ended_at: now }))
    .execute();
}

/** Ends every session of an address that began by `now`, including ones never seen here. */
export async function endSignInsOf(db: Db, email: string, now: number): Promise<void> {
  await db
    .insertInto('sign_in_ends')
    .values({ email, ended_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ ended_at: now }))
    .execute();
  await db.updateTable('sign_ins').set({ ended_at: now }).where('email', '=', email).where('ended_at', 'is', null).execute();
}

/** Returns an address's recorded sessions of an external service that have not been ended, with the expiry of their latest tokens. */
export async function findSeenSignIns(db: Db, email: string, now: number): Promise<{ id: string; expires_at: number }[]> {
  return db
    .selectFrom('sign_ins')
    .select(['id', 'expires_at'])
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now - REMEMBERED_MS)
    .orderBy('expires_at', 'desc')
    .limit(100)
    .execute();
}

/** Ends one recorded session of an external service, or all others. Returns how many. */
export async function endSeenSignIns(db: Db, email: string, { id, others, now }: { id: string; others: boolean; now: number }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ins')
    .set({ ended_at: now })
    .where('email', '=', email)
    .where('id', others ? '<>' : '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

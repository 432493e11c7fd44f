import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { NoteChange, Passkey } from '../../../ports/identity.ts';

type Row = { id: string; name: string | null; createdAt: string | Date; lastUsedAt: number | null };

export type Removal = 'removed' | 'not-there' | 'second-factor' | 'last-way-in';

/** Rolls a removal back. */
class StillNeeded extends Error {
  readonly why: 'second-factor' | 'last-way-in';

  constructor(why: 'second-factor' | 'last-way-in') {
    super(why);
    this.why = why;
  }
}

/** An address's passkeys, the oldest first. */
export async function findPasskeys(db: Db, email: string): Promise<Passkey[]> {
  const { rows } = await sql<Row>`select "id", "name", "createdAt", "lastUsedAt" from identity_passkeys
    where "userId" in ${accountOf(email)} order by "createdAt", "id"`.execute(db);
  return rows.map(toPasskey);
}

const accountOf = (email: string) => sql`(select "id" from identity_users where "email" = ${email})`;

function toPasskey({ id, name, createdAt, lastUsedAt }: Row): Passkey {
  return {
    id,
    name: name ?? 'Passkey',
    createdAt: new Date(createdAt).getTime(),
    lastUsedAt,
  };
}

/** Whether anybody has this credential already. */
export async function isRegistered(db: Db, credentialId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_passkeys where "credentialID" = ${credentialId}`.execute(db);
  return rows.length > 0;
}

/** Names one of an address's passkeys; how many: 0 when it is another's, or gone. */
export async function renamePasskey(db: Db, { email, id, name }: { email: string; id: string; name: string }): Promise<number> {
  const { numAffectedRows } = await sql`update identity_passkeys set "name" = ${name} where "id" = ${id} and "userId" in ${accountOf(email)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Notes the use of a passkey, whose counter only ever rises; false when it did not, which says that there are two of it. Authenticators that don't count say
 * zero each time.
 */
export async function saveUse(db: Db, { credentialId, counter, now }: { credentialId: string; counter: number; now: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`update identity_passkeys set "counter" = ${counter}, "lastUsedAt" = ${now}
    where "credentialID" = ${credentialId} and ("counter" < ${counter} or ("counter" = 0 and ${counter} = 0))`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Keeps a passkey that was just written, with its note; takes it away again when the account has more than `max`. */
export function keepWithin(db: Db, { id, userId, max }: { id: string; userId: string; max: number }, note: NoteChange): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await oneAtATime(tx, userId);
    if ((await countPasskeys(tx, userId)) > max) {
      await sql`delete from identity_passkeys where "id" = ${id}`.execute(tx);
      return false;
    }
    await note(tx);
    return true;
  });
}

/** Of two changes of one account's passkeys at the same moment, the second waits for the first and sees what it left. */
export async function oneAtATime(tx: Db, userId: string): Promise<void> {
  await sql`update identity_users set "updatedAt" = "updatedAt" where "id" = ${userId}`.execute(tx);
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from identity_passkeys where "userId" = ${userId}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Takes one of an address's passkeys away, unless it is the account's last way in, or the last thing that its second factor rests on. */
export function deletePasskey(db: Db, { email, id }: { email: string; id: string }, note: NoteChange): Promise<Removal> {
  return db
    .transaction()
    .execute(async (tx) => {
      const { rows: owners } = await sql<{ id: string }>`select "id" from identity_users where "email" = ${email}`.execute(tx);
      const userId = owners[0]?.id ?? '';
      await oneAtATime(tx, userId);
      const { numAffectedRows } = await sql`delete from identity_passkeys where "id" = ${id} and "userId" = ${userId}`.execute(tx);
      if (!numAffectedRows) return 'not-there';
      const needed = (await countPasskeys(tx, userId)) === 0 ? await whyNeeded(tx, userId) : null;
      if (needed !== null) throw new StillNeeded(needed);
      await note(tx);
      return 'removed' as const;
    })
    .catch((error: unknown) => {
      if (error instanceof StillNeeded) return error.why;
      throw error;
    });
}

async function whyNeeded(tx: Db, userId: string): Promise<'second-factor' | 'last-way-in' | null> {
  const factor = await tx.selectFrom('second_factors').select('secret').where('user_id', '=', userId).where('confirmed_at', 'is not', null).executeTakeFirst();
  if (factor?.secret === '') return 'second-factor';
  const { rows } = await sql`select 1 from identity_accounts where "userId" = ${userId} and ("providerId" <> 'credential' or "password" is not null)`.execute(
    tx,
  );
  return rows.length === 0 ? 'last-way-in' : null;
}

/** Takes all passkeys of an account away; how many. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from identity_passkeys where "userId" = ${userId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

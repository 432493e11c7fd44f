import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { NoteChange, Passkey } from '../../../ports/identity.ts';

type Row = { id: string; name: string | null; createdAt: string | Date; lastUsedAt: number | null };

export type Removal = 'removed' | 'not-there' | 'second-factor' | 'last-way-in';

/** Rolls back a removal. */
class StillNeeded extends Error {
  readonly why: 'second-factor' | 'last-way-in';

  constructor(why: 'second-factor' | 'last-way-in') {
    super(why);
    this.why = why;
  }
}

/** Returns the passkeys of the account with this address, oldest first. */
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

/** Whether this credential is registered already, by anyone. */
export async function isRegistered(db: Db, credentialId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_passkeys where "credentialID" = ${credentialId}`.execute(db);
  return rows.length > 0;
}

/** Renames a passkey of the account with this address. Returns the number of rows: 0 when it belongs to another account or is gone. */
export async function renamePasskey(db: Db, { email, id, name }: { email: string; id: string; name: string }): Promise<number> {
  const { numAffectedRows } = await sql`update identity_passkeys set "name" = ${name} where "id" = ${id} and "userId" in ${accountOf(email)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Saves the use of a passkey. Returns false when its counter did not increase, which means that it was cloned. Authenticators that don't count always
 * send zero.
 */
export async function saveUse(db: Db, { credentialId, counter, now }: { credentialId: string; counter: number; now: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`update identity_passkeys set "counter" = ${counter}, "lastUsedAt" = ${now}
    where "credentialID" = ${credentialId} and ("counter" < ${counter} or ("counter" = 0 and ${counter} = 0))`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Keeps a passkey that was just written, and calls `note`; deletes it again when the account has more than `max`. */
export function limitPasskeys(db: Db, { id, userId, max }: { id: string; userId: string; max: number }, note: NoteChange): Promise<boolean> {
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

/** Serializes concurrent changes to one account's passkeys. */
export async function oneAtATime(tx: Db, userId: string): Promise<void> {
  await sql`update identity_users set "updatedAt" = "updatedAt" where "id" = ${userId}`.execute(tx);
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from identity_passkeys where "userId" = ${userId}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Deletes a passkey of the account with this address, unless it is the account's last way to log in or its second factor depends on it. */
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

/** Deletes all passkeys of an account. Returns how many. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from identity_passkeys where "userId" = ${userId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

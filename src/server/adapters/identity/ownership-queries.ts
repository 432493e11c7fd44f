import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

type Proof = {
  userId: string;
  email: string;
  /** The person with the mailbox has also proven that the account is theirs: its password and sessions stay. */
  isOwner: boolean;
};

/** Marks an address as verified. Returns false when it already was, or the account no longer exists. */
export function proveAddress(db: Db, { userId, email, isOwner }: Proof): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Booleans that both engines accept.
    const { numAffectedRows } = await sql`update identity_users set "emailVerified" = (1 = 1)
      where "id" = ${userId} and "email" = ${email} and "emailVerified" = (1 = 0)`.execute(tx);
    if (Number(numAffectedRows ?? 0) === 0) return false;
    if (!isOwner) await deleteWaysIn(tx, userId, { keepsPassword: false });
    return true;
  });
}

/** Deletes every credential and session that may belong to someone other than the mailbox's owner: nobody had verified the address before. */
async function deleteWaysIn(tx: Db, userId: string, { keepsPassword }: { keepsPassword: boolean }): Promise<void> {
  await sql`delete from identity_accounts where "userId" = ${userId} ${keepsPassword ? sql`and "providerId" <> 'credential'` : sql``}`.execute(tx);
  await sql`delete from identity_sessions where "userId" = ${userId}`.execute(tx);
  await sql`delete from identity_passkeys where "userId" = ${userId}`.execute(tx);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
}

/**
 * Gives the account to the mailbox's owner after a password reset by email: the address counts as verified, and sessions created with the old
 * password meanwhile end. If the address wasn't verified before, the account's other credentials are deleted, because a stranger may have signed up
 * with the address first.
 */
export function assignToVerifiedEmail(db: Db, userId: string, { wasVerified }: { wasVerified: boolean }): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (wasVerified) await sql`delete from identity_sessions where "userId" = ${userId}`.execute(tx);
    else {
      await deleteWaysIn(tx, userId, { keepsPassword: true });
      await sql`update identity_users set "emailVerified" = (1 = 1) where "id" = ${userId}`.execute(tx);
    }
  });
}

/** Returns the hash of an account's password; null when it has none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    password: string | null;
  }>`select "password" from identity_accounts where "userId" = ${userId} and "providerId" = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

/** The same, by the account's address. */
export async function findPasswordHashOf(db: Db, email: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`select a."password" from identity_accounts as a
    join identity_users as u on u."id" = a."userId" where u."email" = ${email} and a."providerId" = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

/** Replaces a password's hash if it is still the given one; returns whether it was. */
export async function replacePasswordHash(db: Db, userId: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity_accounts set "password" = ${to} where "userId" = ${userId} and "providerId" = 'credential' and "password" = ${from}`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns an account's address, and whether it is verified. */
export async function findAddressOf(db: Db, userId: string): Promise<{ email: string; isProven: boolean } | null> {
  const { rows } = await sql<{
    email: string;
    emailVerified: boolean | number;
  }>`select "email", "emailVerified" from identity_users where "id" = ${userId}`.execute(db);
  return rows[0] ? { email: rows[0].email, isProven: Boolean(rows[0].emailVerified) } : null;
}

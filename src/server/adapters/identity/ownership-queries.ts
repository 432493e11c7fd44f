import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

type Proof = {
  userId: string;
  email: string;
  /** Whoever proves the mailbox has shown that the account is theirs as well: its password and its sign-ins stay. */
  isOwner: boolean;
};

/** Notes that an address is proven, once: false when it was already, or the account is not there any more. */
export function proveAddress(db: Db, { userId, email, isOwner }: Proof): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // True and false in the words of both engines.
    const { numAffectedRows } = await sql`update identity_users set "emailVerified" = (1 = 1)
      where "id" = ${userId} and "email" = ${email} and "emailVerified" = (1 = 0)`.execute(tx);
    if (Number(numAffectedRows ?? 0) === 0) return false;
    if (!isOwner) await deleteWaysIn(tx, userId, { keepsPassword: false });
    return true;
  });
}

/** Ends whatever may have opened an account for somebody other than whoever has its mailbox: nobody had proven the address before. */
async function deleteWaysIn(tx: Db, userId: string, { keepsPassword }: { keepsPassword: boolean }): Promise<void> {
  await sql`delete from identity_accounts where "userId" = ${userId} ${keepsPassword ? sql`and "providerId" <> 'credential'` : sql``}`.execute(tx);
  await sql`delete from identity_sessions where "userId" = ${userId}`.execute(tx);
  await sql`delete from identity_passkeys where "userId" = ${userId}`.execute(tx);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
}

/**
 * Whoever replaced the password by a mail has the mailbox: the address is theirs, and sign-ins that the old password made meanwhile are not. While the address
 * was verified by nobody, the account's other ways in may be a stranger's who came first with it.
 */
export function giveToMailbox(db: Db, userId: string, { wasVerified }: { wasVerified: boolean }): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (wasVerified) await sql`delete from identity_sessions where "userId" = ${userId}`.execute(tx);
    else {
      await deleteWaysIn(tx, userId, { keepsPassword: true });
      await sql`update identity_users set "emailVerified" = (1 = 1) where "id" = ${userId}`.execute(tx);
    }
  });
}

/** The hash of an account's password; null when it has none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    password: string | null;
  }>`select "password" from identity_accounts where "userId" = ${userId} and "providerId" = 'credential'`.execute(db);
  return rows[0]?.password ?? null;
}

/** The address of an account, and whether it is proven. */
export async function findAddressOf(db: Db, userId: string): Promise<{ email: string; isProven: boolean } | null> {
  const { rows } = await sql<{
    email: string;
    emailVerified: boolean | number;
  }>`select "email", "emailVerified" from identity_users where "id" = ${userId}`.execute(db);
  return rows[0] ? { email: rows[0].email, isProven: Boolean(rows[0].emailVerified) } : null;
}

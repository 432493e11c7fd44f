import type { Db, UserRow } from '../../db/tables.ts';
import { NotSignedInError } from '../../errors.ts';

export type LockedUser = Pick<UserRow, 'id' | 'email' | 'role' | 'name' | 'removed_at' | 'erased_at' | 'suspended_at'>;

/**
 * Locks a person's row until the transaction ends, so that transactions that count something of theirs or judge them run one at a time. Lock people
 * before phones and listings everywhere, or two transactions could deadlock.
 */
export function lockUser(tx: Db, userId: string): Promise<LockedUser | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ removed_at: eb.ref('removed_at') }))
    .where('id', '=', userId)
    .returning(['id', 'email', 'role', 'name', 'removed_at', 'erased_at', 'suspended_at'])
    .executeTakeFirst();
}

/**
 * The same for who makes a request. Throws 401, like their next request, when they were removed or deleted their account since this one was let in.
 */
export async function lockCaller(tx: Db, userId: string): Promise<LockedUser> {
  const user = await lockUser(tx, userId);
  if (!user || user.removed_at !== null) throw new NotSignedInError();
  return user;
}

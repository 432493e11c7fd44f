import type { Db, UserRow } from '../../db/tables.ts';

export type LockedUser = Pick<UserRow, 'id' | 'email' | 'role' | 'removed_at' | 'suspended_at'>;

/**
 * Locks a person's row until the transaction ends, so that what counts or judges them runs one at a time. Lock people before phones and
 * listings: everywhere in this order, or two transactions could wait for each other.
 */
export function lockUser(tx: Db, userId: string): Promise<LockedUser | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ removed_at: eb.ref('removed_at') }))
    .where('id', '=', userId)
    .returning(['id', 'email', 'role', 'removed_at', 'suspended_at'])
    .executeTakeFirst();
}

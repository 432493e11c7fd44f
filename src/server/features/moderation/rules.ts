import type { Role } from '#contract/accounts.ts';
import { Conflict, NotFound } from '../../errors.ts';

type Account = { role: Role; removed_at: number | null };

/** Throws 404 when there is nobody to remove, 409 for an admin, whom nobody removes. */
export function requireRemovable<T extends Account>(account: T | undefined): asserts account is T {
  if (!account || account.removed_at !== null) throw new NotFound('There is no such person.');
  if (account.role === 'admin') throw new Conflict('conflict', 'An admin can’t be removed.');
}

import type { Role } from '#contract/accounts/accounts.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';

type Account = { role: Role };

type Seller = { removed_at: number | null; suspended_at: number | null };

/** Throws 404 when there is no such person, 409 for an admin: admins can't be removed. */
export function requireRemovable<T extends Account>(account: T | undefined): asserts account is T {
  if (!account) throw new NotFoundError('This person doesn’t exist.');
  if (account.role === 'admin') throw new ConflictError('conflict', 'Admins can’t be removed.');
}

/** Throws 409 when a listing can't be restored because its seller was removed or is suspended. */
export function requireSellerActive(seller: Seller | undefined): void {
  if (!seller || seller.removed_at !== null) throw new ConflictError('conflict', 'The seller was removed. Restore the seller first.');
  if (seller.suspended_at !== null) throw new ConflictError('suspended', 'The seller is suspended. Lift the suspension first.');
}

import type { Role } from '#contract/accounts.ts';
import { Forbidden } from '../../errors.ts';

type Person = { email: string };
type Account = { role: Role; removed_at: number | null };

/** Throws 403 when someone asks in another's name. */
export const requireOwnAddress = (caller: Person, email: string | undefined): void => {
  if (email !== undefined && email !== caller.email) throw new Forbidden('This is another person’s address.');
};

/** Throws 403 for someone whom an admin removed. */
export const requireNotRemoved = (account: Account | undefined): void => {
  if (account && account.removed_at !== null) throw new Forbidden('This account was removed by the shop.', 'account_removed');
};

/** Whether a caller may learn what an address is: their own, or anybody's for an admin. */
export const mayLookUp = (caller: { email: string; role: Role } | null, email: string): boolean =>
  caller !== null && (caller.role === 'admin' || caller.email === email);

import type { Role } from '#contract/accounts/accounts.ts';
import { ForbiddenError } from '../../errors.ts';

type Person = { email: string };
type Account = { role: Role; removed_at: number | null };
type Identity = { subject: string; emailVerified: boolean };

/** Throws 403 when someone asks in another's name. */
export const requireOwnAddress = (caller: Person, email: string | undefined): void => {
  if (email !== undefined && email !== caller.email) throw new ForbiddenError('This is another person’s address.');
};

/** Throws 403 for someone whom an admin removed. */
export const requireNotRemoved = (account: Account | undefined): void => {
  if (account && account.removed_at !== null) throw new ForbiddenError('This account was removed by the shop.', 'account_removed');
};

const UNVERIFIED =
  'There is an account with this address already, and it isn’t proven yet that the address is yours. Open the verification mail, then log in again.';

/** Throws 403 `email_unverified` when an identity whose address nobody has verified asks for an account that another one registered. */
export const requireOwnAccount = ({ subject, emailVerified }: Identity, account: { identity_subject: string | null } | undefined): void => {
  if (account && !emailVerified && account.identity_subject !== subject) throw new ForbiddenError(UNVERIFIED, 'email_unverified');
};

/** Whether a caller may learn what an address is: their own, or anybody's for an admin. */
export const mayLookUp = (caller: { email: string; role: Role; lacksSecondFactor: boolean } | null, email: string): boolean =>
  caller !== null && ((caller.role === 'admin' && !caller.lacksSecondFactor) || caller.email === email);

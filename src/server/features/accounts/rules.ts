import type { Role } from '#contract/accounts/accounts.ts';
import { ForbiddenError } from '../../errors.ts';

type Person = { email: string };
type Account = { role: Role; removed_at: number | null };
type Identity = { subject: string; emailVerified: boolean };

const UNVERIFIED =
  'There’s already an account with this email address. To prove that the address is yours, open the link in the verification email, then log in again.';

/** Throws 403 when someone acts in another person's name. */
export function requireOwnAddress(caller: Person, email: string | undefined): void {
  if (email !== undefined && email !== caller.email) throw new ForbiddenError('This email address belongs to someone else.');
}

/** Throws 403 for someone whom an admin removed. */
export function requireNotRemoved(account: Account | undefined): void {
  if (account && account.removed_at !== null)
    throw new ForbiddenError('This account was removed by the shop. Contact us if you think that’s a mistake.', 'account_removed');
}

/** Whether an identity may use the account with its address: the one that registered it, or any that has verified the address. */
export function ownsAccount({ subject, emailVerified }: Identity, account: { identity_subject: string | null }): boolean {
  return emailVerified || account.identity_subject === subject;
}

/** Throws 403 `email_unverified` when an identity with an unverified address tries to use an account that another identity registered. */
export function requireOwnAccount(identity: Identity, account: { identity_subject: string | null } | undefined): void {
  if (account && !ownsAccount(identity, account)) throw new ForbiddenError(UNVERIFIED, 'email_unverified');
}

/** Whether a caller may look up an address: their own, or anyone's for an admin. */
export function mayLookUp(caller: { email: string; role: Role; lacksSecondFactor: boolean } | null, email: string): boolean {
  return caller !== null && ((caller.role === 'admin' && !caller.lacksSecondFactor) || caller.email === email);
}

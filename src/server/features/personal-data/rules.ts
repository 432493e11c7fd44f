import { ConflictError, HttpError } from '../../errors.ts';

/** Unfinished business: payments under way, purchases that aren't complete, sales not yet paid out, and payments that a bank is reviewing. */
export type OpenBusiness = { paying: number; bought: number; owed: number; disputed: number };

/** Throws 403 at its field unless the address entered is the caller's own. */
export function requireOwnTypedAddress(caller: { email: string }, typed: string): void {
  if (typed.toLowerCase() === caller.email) return;
  const message = 'This isn’t your account’s email address. Enter it as shown above.';
  throw new HttpError(403, 'not_allowed', message, { fields: { email: message } });
}

/** Throws 409 with everything that must be settled first, so that nobody loses money or a phone when somebody deletes their account. */
export function requireNothingOpen({ paying, bought, owed, disputed }: OpenBusiness): void {
  const reasons = [
    paying > 0 && `You have ${counted(paying, 'a payment', 'payments')} in progress.`,
    bought > 0 && `You have ${counted(bought, 'an incomplete purchase', 'incomplete purchases')}.`,
    owed > 0 && `We still owe you the money for ${counted(owed, 'a sale', 'sales')}.`,
    disputed > 0 && `A bank is reviewing ${counted(disputed, 'the payment for an order', 'payments for orders')} of yours.`,
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw new ConflictError('conflict', `Your account can’t be deleted yet. ${reasons.join(' ')}`);
}

export const hasOpenBusiness = (open: OpenBusiness): boolean => Object.values(open).some((count) => count > 0);

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

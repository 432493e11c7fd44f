import { isPayable, PAYABLE_PRICES, toDollars } from '#contract/shared/money.ts';
import { ConflictError, type HttpError, InvalidError } from '../../../errors.ts';

/** Throws 422 when a card can't pay this price. */
export function requirePayable(cents: number): void {
  if (!isPayable(cents)) throw new InvalidError(`The price must stay within ${PAYABLE_PRICES}.`);
}

/** Throws 409 when a listing no longer has the price, in dollars, that its seller read: the same change may have been made already. */
export function requirePrice(priceCents: number, price: number | undefined): void {
  if (price !== toDollars(priceCents)) throw new ConflictError('conflict', 'This phone’s price has changed in the meantime. Check it first.');
}

/** The message for a listing whose change failed, and for those after it. */
export const NOT_CHANGED = 'This phone couldn’t be changed right now. Please try again.';

/** The 409 for a listing that something else changed at the same moment. */
export const refuseAsChanged = (): HttpError => new ConflictError('conflict', 'This listing was changed a moment ago. Please try again.');

import { MAX_PRICE_CENTS, MIN_PRICE_CENTS, PAYABLE_PRICES, toDollars } from '#contract/shared/money.ts';
import { ConflictError, type HttpError, InvalidError } from '../../../errors.ts';

/** A price changed by a percentage, in whole cents. Throws 422 when a card can't pay it. */
export function repriced(priceCents: number, percent: number): number {
  const cents = Math.round((priceCents * (100 + percent)) / 100);
  if (cents < MIN_PRICE_CENTS || cents > MAX_PRICE_CENTS) throw new InvalidError(`The price must stay within ${PAYABLE_PRICES}.`);
  return cents;
}

/** Throws 409 when a listing no longer has the price, in dollars, that its seller read: the same change may have been made already. */
export function requirePrice(priceCents: number, price: number | undefined): void {
  if (price !== toDollars(priceCents)) throw new ConflictError('conflict', 'This phone’s price has changed in the meantime. Check it first.');
}

/** The message for a listing whose change failed, and for those after it. */
export const NOT_CHANGED = 'This phone couldn’t be changed right now. Please try again.';

/** The 409 for a listing that something else changed at the same moment. */
export const refuseAsChanged = (): HttpError => new ConflictError('conflict', 'This listing was changed a moment ago. Please try again.');

import { MAX_PRICE_CENTS, MIN_PRICE_CENTS, PAYABLE_PRICES } from '#contract/shared/money.ts';
import { ConflictError, type HttpError, InvalidError } from '../../../errors.ts';

/** A price changed by a percentage, in whole cents. Throws 422 when a card can't pay it. */
export function repriced(priceCents: number, percent: number): number {
  const cents = Math.round((priceCents * (100 + percent)) / 100);
  if (cents < MIN_PRICE_CENTS || cents > MAX_PRICE_CENTS) throw new InvalidError(`The price must stay within ${PAYABLE_PRICES}.`);
  return cents;
}

/** The 409 for a listing that something else changed at the same moment. */
export const refuseAsChanged = (): HttpError => new ConflictError('conflict', 'This listing was changed a moment ago. Please try again.');

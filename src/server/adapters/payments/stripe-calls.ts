import Stripe from 'stripe';
import { translatingErrors } from '../../db/trouble.ts';
import { type HttpError, InvalidError, ProviderError, type ProviderFailure, UnavailableError } from '../../errors.ts';

/** Refusals because of the price, which a retry can't fix. */
const UNPAYABLE: Record<string, string> = {
  amount_too_small: 'This price is too low for card payments. The minimum is about $0.50.',
  amount_too_large: 'This price is too high for card payments. The maximum is $999,999.99.',
};
const UNREACHABLE = 'We can’t reach the card service right now. You weren’t charged. Please try again in a moment.';
const UNWILLING = 'The card service couldn’t do this right now. Please try again in a moment.';

/** An unknown key or too many calls affect the provider as a whole. */
const TROUBLE = new Set([401, 403, 429]);

/** Runs a call of the Stripe library and translates its errors; the original is kept as the cause, for the log only. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await translatingErrors(call, () => false);
  } catch (error) {
    // The practice provider's tables are in the shop's own database.
    if (error instanceof UnavailableError) throw error;
    const refused = toHttpError(error);
    refused.cause = error;
    throw refused;
  }
}

function toHttpError(error: unknown): HttpError {
  const unpayable = error instanceof Stripe.errors.StripeError && error.code ? UNPAYABLE[error.code] : undefined;
  if (unpayable) return new InvalidError(unpayable, { price: unpayable });
  const how = howFailed(error);
  return new ProviderError(how === 'unreachable' ? UNREACHABLE : UNWILLING, how);
}

function howFailed(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeConnectionError) return 'unreachable';
  const { statusCode = 500 } = error;
  return statusCode >= 500 || TROUBLE.has(statusCode) ? 'troubled' : 'refused';
}

/** Runs a call of the Stripe library; returns `otherwise()` when the provider refuses with this code. */
export async function callUnless<T>(code: string, call: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!hasCode(error, code)) throw error;
    return otherwise();
  }
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Stripe.errors.StripeError && error.code === code;

/** Iterates over a list of the Stripe library page by page, and translates its errors. */
export async function* listing<From, To>(pages: () => AsyncIterable<From>, toItem: (from: From) => To | null): AsyncIterable<To> {
  try {
    for await (const one of pages()) {
      const item = toItem(one);
      if (item !== null) yield item;
    }
  } catch (error) {
    throw Object.assign(toHttpError(error), { cause: error });
  }
}

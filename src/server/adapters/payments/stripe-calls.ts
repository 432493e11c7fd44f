import Stripe from 'stripe';
import { translatingErrors } from '../../db/trouble.ts';
import { type HttpError, InvalidError, ProviderError, type ProviderFailure, UnavailableError } from '../../errors.ts';

/** Refusals because of the price, which a retry can't fix. */
const UNPAYABLE: Record<string, string> = {
  amount_too_small: 'This price is too low for card payments. The minimum is about $0.50.',
  amount_too_large: 'This price is too high for card payments. The maximum is $999,999.99.',
};
/** What to say when the provider doesn't respond, and when it refuses. */
export type ProviderSentences = { unreachable: string; unwilling: string };

const CARDS: ProviderSentences = {
  unreachable: 'We can’t reach the card service right now. You weren’t charged. Please try again in a moment.',
  unwilling: 'The card service couldn’t do this right now. Please try again in a moment.',
};

/** An unknown key or too many calls affect the provider as a whole. */
const TROUBLE = new Set([401, 403, 429]);
/** An earlier request with the same idempotency key is still under way: what becomes of it isn't known yet. */
const UNDER_WAY = 409;

/** Runs a call of the Stripe library and translates its errors; the original is kept as the cause, for the log only. */
export async function asking<T>(call: () => Promise<T>, sentences: ProviderSentences = CARDS): Promise<T> {
  try {
    return await translatingErrors(call, () => false);
  } catch (error) {
    // The practice provider's tables are in the shop's own database.
    if (error instanceof UnavailableError) throw error;
    const refused = toHttpError(error, sentences);
    refused.cause = error;
    throw refused;
  }
}

function toHttpError(error: unknown, { unreachable, unwilling }: ProviderSentences): HttpError {
  const unpayable = error instanceof Stripe.errors.StripeError && error.code ? UNPAYABLE[error.code] : undefined;
  if (unpayable) return new InvalidError(unpayable, { price: unpayable });
  const how = howFailed(error);
  return new ProviderError(how === 'unreachable' ? unreachable : unwilling, how);
}

function howFailed(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeConnectionError) return 'unreachable';
  const { statusCode = 500 } = error;
  if (statusCode === UNDER_WAY) return 'unreachable';
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

/** Runs a call of the Stripe library; null when the provider has nothing of this id. */
export const callUnlessMissing = <T>(call: () => Promise<T>): Promise<T | null> => callUnless<T | null>('resource_missing', call, async () => null);

const hasCode = (error: unknown, code: string): boolean => codeOf(error) === code;

/** The provider's code for a refusal; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => (error instanceof Stripe.errors.StripeError ? error.code : undefined);

/** Iterates over a list of the Stripe library, newest first, page by page, and translates its errors. Ends with what was created before `since` (epoch ms). */
export async function* listing<From extends { created: number }, To>(
  pages: () => AsyncIterable<From>,
  toItem: (from: From) => To | null,
  since = 0,
): AsyncIterable<To> {
  try {
    for await (const one of pages()) {
      if (one.created * 1000 < since) return;
      const item = toItem(one);
      if (item !== null) yield item;
    }
  } catch (error) {
    throw Object.assign(toHttpError(error, CARDS), { cause: error });
  }
}

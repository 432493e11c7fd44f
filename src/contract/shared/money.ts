import { z } from 'zod';

/** What a card can pay: from $0.50 to $999,999.99. */
export const MIN_PRICE_CENTS = 50;
export const MAX_PRICE_CENTS = 99_999_999;
export const PAYABLE_PRICES = '$0.50 to $999,999.99';
/** Lower-case ISO code, as payment providers write it. */
export const CURRENCY = 'usd';

/** Longer input isn't parsed. */
const MAX_TYPED = 100;

type ReadAmount = { cents: number } | { fault: 'not_an_amount' | 'negative' | 'ambiguous' | 'decimals' };

/**
 * Formats that can be read in only one way. A comma or dot before three digits may be a thousands separator; alone, only the US form is accepted.
 */
const READABLE = [
  /^(0|[1-9]\d*)(?:\.(\d{1,2}))?$/u,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/u,
  /^([1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+)(?:[.,](\d{2}))?$/u,
  /^([1-9]\d{0,2}(?:['’]\d{3})+)(?:[.,](\d{2}))?$/u,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{2})$/u,
];
const DIGITS_AND_SEPARATORS = /^\d[\d.,'’ \u00a0\u2009\u202f]*$/u;
const NEGATIVE = /^(?:[-−] ?\$?|\$ ?[-−]) ?\d/u;
const CURRENCY_BEFORE = /^(?:us ?\$|\$|usd)/iu;
const CURRENCY_AFTER = /(?:\$|usd|dollars?)$/iu;

/** Dollars, as the API sends them. */
export const Amount = z.number().nonnegative();

/**
 * Parses a typed amount of dollars into cents (`199`, `$1,299.50`, `1 299`, `1.299,50`); null when it isn't an amount or is ambiguous (`1.299`,
 * `1,29`).
 */
export function parsePriceCents(typed: string): number | null {
  const read = readAmount(typed);
  return 'cents' in read && Number.isSafeInteger(read.cents) ? read.cents : null;
}

/** Parses a typed price into cents; null when it isn't one that a phone can have. */
export function parsePhonePriceCents(typed: string): number | null {
  const cents = parsePriceCents(typed);
  return cents !== null && cents > 0 && cents <= MAX_PRICE_CENTS ? cents : null;
}

/** Parses a typed amount of dollars, never as a different amount than a person would read. The result may exceed any valid price. */
function readAmount(typed: string): ReadAmount {
  if (typed.length > MAX_TYPED) return { fault: 'not_an_amount' };
  const trimmed = typed.trim();
  if (NEGATIVE.test(trimmed)) return { fault: 'negative' };
  const bare = trimmed.replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '').trim();
  for (const pattern of READABLE) {
    const [, whole, fraction = ''] = pattern.exec(bare) ?? [];
    if (whole !== undefined) return { cents: Number(whole.replace(/\D/gu, '')) * 100 + Number(fraction.padEnd(2, '0')) };
  }
  if (/^\d+\.\d{3,}$/u.test(bare)) return { fault: /^[1-9]\d*\.\d{3}$/u.test(bare) ? 'ambiguous' : 'decimals' };
  return { fault: DIGITS_AND_SEPARATORS.test(bare) ? 'ambiguous' : 'not_an_amount' };
}

/** A price as typed or as a number of dollars; parsed to whole cents that a card can pay. */
export function Price(label: string) {
  return z
    .union([z.string().max(MAX_TYPED, `${label} must be an amount in dollars, such as 199 or 1,299.50.`), z.number()], `${label} is required.`)
    .transform((value, context) => {
      const isMissing = typeof value === 'string' && value.trim() === '';
      const checked = isMissing ? { message: `${label} is required.` } : checkAmount(label, value, { least: MIN_PRICE_CENTS, most: MAX_PRICE_CENTS });
      if ('cents' in checked) return checked.cents;
      context.addIssue({ code: 'custom', message: checked.message });
      return z.NEVER;
    });
}

/**
 * Checks an amount that was typed or sent as a number: returns its cents, or a message saying why it isn't accepted. `least` and `most` are in
 * cents.
 */
export function checkAmount(label: string, value: string | number, { least, most }: { least: number; most: number }): { cents: number } | { message: string } {
  // JavaScript writes the largest numbers with an exponent.
  const read: ReadAmount = typeof value === 'number' && value >= 1e21 ? { cents: value } : readAmount(String(value));
  if ('cents' in read) {
    if (read.cents < least) return { message: tooLow(label, least) };
    return read.cents > most ? { message: `${label} can be at most ${inDollars(most)}.` } : read;
  }
  if (read.fault === 'negative') return { message: tooLow(label, least) };
  if (read.fault === 'ambiguous') return { message: `${label} is ambiguous. Write it as 1299 or 1,299.50.` };
  if (read.fault === 'decimals') return { message: `${label} can have at most two digits after the point, such as 1299.50.` };
  return { message: `${label} must be an amount in dollars, such as 199 or 1,299.50.` };
}

const tooLow = (label: string, least: number): string => `${label} must be at least ${inDollars(least)}.`;

const inDollars = (cents: number): string => toDollars(cents).toLocaleString('en-US', { style: 'currency', currency: CURRENCY });

export const toDollars = (cents: number): number => cents / 100;

/** The whole cents of an amount. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

/** Whether a card can pay this amount. Listings from earlier versions may be outside the range. */
export const isPayable = (cents: number): boolean => cents >= MIN_PRICE_CENTS && cents <= MAX_PRICE_CENTS;

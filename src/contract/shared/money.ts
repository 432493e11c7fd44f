import { z } from 'zod';

/** What a card can pay: from $0.50 to $999,999.99. */
export const MIN_PRICE_CENTS = 50;
export const MAX_PRICE_CENTS = 99_999_999;
export const PAYABLE_PRICES = '$0.50 to $999,999.99';
/** Lower-case ISO code, as payment providers write it. */
export const CURRENCY = 'usd';

/** Nobody types more than this as a price; anything longer is not looked at. */
const MAX_TYPED = 100;

type ReadAmount = { cents: number } | { fault: 'not_an_amount' | 'negative' | 'ambiguous' | 'decimals' };

/** Each reads one way only. A comma or dot before three digits may group them, so alone it is believed only as a shop in the US writes it. */
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

/** Dollars on the wire. */
export const Amount = z.number().nonnegative();

/** Whole cents of an amount of dollars as people type it (`199`, `$1,299.50`, `1 299`, `1.299,50`); null when it is none, or could be another (`1.299`, `1,29`). */
export function parsePriceCents(typed: string): number | null {
  const read = readAmount(typed);
  return 'cents' in read && Number.isSafeInteger(read.cents) ? read.cents : null;
}

/** Reads what people type as an amount of dollars, never as another amount than a person would. The cents may be more than any price. */
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

/** Why an amount that was typed, or sent as a number, is none that the shop can take; its cents where it is. `least` and `most` are cents. */
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

/** Whether a card can pay so many cents. Listings of an earlier version may ask for less or more. */
export const isPayable = (cents: number): boolean => cents >= MIN_PRICE_CENTS && cents <= MAX_PRICE_CENTS;

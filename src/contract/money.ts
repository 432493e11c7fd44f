import { z } from 'zod';

/** The most a phone may cost: 1,000,000 dollars. */
export const MAX_PRICE_CENTS = 100_000_000;
/** Lower-case ISO code, as payment providers write it. */
export const CURRENCY = 'usd';

/** Reads what people type as an amount of dollars (`199`, `$1,299.50`, `1 299`, `1.299,50`): whole cents, or null when it is none. */
export const parsePriceCents = (typed: string): number | null => {
  const bare = typed
    .trim()
    .replace(/^(us)?\s*\$|\s*(\$|usd|dollars?)$/giu, '')
    .trim();
  const grouped = /^(\d{1,3}(?:([ ,.'’\u00a0\u202f])\d{3})(?:\2\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/u.exec(bare);
  if (!grouped) return null;
  const [, whole = '', group, point, fraction = ''] = grouped;
  if (group !== undefined && group === point) return null;
  const cents = Number(whole.replace(/\D/gu, '')) * 100 + Number(fraction.padEnd(2, '0') || 0);
  return Number.isSafeInteger(cents) ? cents : null;
};

const centsOf = (value: string | number): number | null => {
  if (typeof value === 'string') return parsePriceCents(value);
  const cents = Math.round(value * 100);
  return Math.abs(value * 100 - cents) < 1e-6 ? cents : null;
};

/** A price as typed or as a number of dollars; parsed to whole cents from 1 to `MAX_PRICE_CENTS`. */
export const Price = (label: string) =>
  z.union([z.string(), z.number()], `${label} is required.`).transform((value, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (typeof value === 'string' && value.trim() === '') return refuse(`${label} is required.`);
    if (/^\s*-\s*\$?\s*\d/u.test(String(value))) return refuse(`${label} must be more than zero.`);
    const cents = centsOf(value);
    if (cents === null) return refuse(`${label} must be an amount in dollars, such as 199 or 1,299.50.`);
    if (cents <= 0) return refuse(`${label} must be more than zero.`);
    if (cents > MAX_PRICE_CENTS) return refuse(`${label} can be at most $1,000,000.`);
    return cents;
  });

/** Dollars on the wire. */
export const Amount = z.number().nonnegative();

export const toDollars = (cents: number): number => cents / 100;

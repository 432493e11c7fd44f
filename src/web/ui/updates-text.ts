import { monthsLeft } from '#contract/shared/updates.ts';
import { formatPrice } from './money.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats the text on a card: `23 months of updates`. `until` is the last month with updates; `now`: epoch ms. */
export function updatesInShort(until: string, now: number): string {
  const left = monthsLeft(until, now);
  if (left < 0) return 'Updates ended';
  return left === 0 ? 'Updates end this month' : `${months(left)} of updates`;
}

const months = (count: number): string => (count === 1 ? '1 month' : `${count} months`);

/** Formats `Security updates until Oct 2028 · 23 months left`. */
export const describeUpdates = (until: string, now: number): string => `Security updates ${describeEnd(until, now)}`;

/** The same below its own label: `until Oct 2028 · 23 months left`. */
export function describeEnd(until: string, now: number): string {
  const left = monthsLeft(until, now);
  if (left < 0) return `ended in ${formatMonth(until)}`;
  return `until ${formatMonth(until)} · ${left === 0 ? 'this is the final month' : `${months(left)} left`}`;
}

/** Formats `2028-10` as `Oct 2028`, the same in every language, so that the server and the first client render agree. */
const formatMonth = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** Returns a phone's price for each month of updates left, in dollars; null where that is unknown, or none are left. */
export function pricePerMonth(price: number, until: string | null, now: number): number | null {
  const left = until === null ? 0 : monthsLeft(until, now);
  return left > 0 ? Math.round((price * 100) / left) / 100 : null;
}

/** Formats `$11.20 per month of updates`. */
export const formatPricePerMonth = (dollars: number): string => `${formatPrice(dollars)} per month of updates`;

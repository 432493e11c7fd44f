import { monthsLeft } from '#contract/shared/updates.ts';
import { formatPrice } from './money.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As a card says it: `23 months of updates`. `until` is the last month with updates; `now`: epoch ms. */
export function updatesInShort(until: string, now: number): string {
  const left = monthsLeft(until, now);
  if (left < 0) return 'Updates ended';
  return left === 0 ? 'Updates end this month' : `${months(left)} of updates`;
}

const months = (count: number): string => (count === 1 ? '1 month' : `${count} months`);

/** `Security updates until Oct 2028 · 23 months left`. */
export function describeUpdates(until: string, now: number): string {
  const left = monthsLeft(until, now);
  if (left < 0) return `Security updates ended in ${formatMonth(until)}`;
  return `Security updates until ${formatMonth(until)} · ${left === 0 ? 'this is the final month' : `${months(left)} left`}`;
}

/** `2028-10` as `Oct 2028`, the same in every language, so that the server and the browser's first rendering agree. */
const formatMonth = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** What a phone costs for each month in which it still gets updates, in dollars; null where that is not known, or over. */
export function pricePerMonth(price: number, until: string | null, now: number): number | null {
  const left = until === null ? 0 : monthsLeft(until, now);
  return left > 0 ? Math.round((price * 100) / left) / 100 : null;
}

/** `$11.20 per month of updates`. */
export const formatPricePerMonth = (dollars: number): string => `${formatPrice(dollars)} per month of updates`;

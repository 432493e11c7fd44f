import { MIN_SALES, type MonthOfSales, type PriceHistory } from '#contract/price-estimates.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { medianOf, toRounded } from './price-range.ts';
import type { AskedPrices, PaidPrice } from './queries.ts';

const MONTHS = 12;

/** The beginning of the first month of a price history that ends now. */
export function historyStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (MONTHS - 1), 1);
}

/** Sales by month, oldest first, and current asking prices. */
export function toPriceHistory(paid: readonly PaidPrice[], asked: AskedPrices | null): PriceHistory {
  const months = Map.groupBy(paid, ({ sold_at }) => monthOf(sold_at));
  const sorted = [...months].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    months: sorted.map(([month, sales]) =>
      toMonth(
        month,
        sales.map(({ price_cents }) => price_cents),
      ),
    ),
    asked: asked && { count: asked.count, low: toDollars(asked.low), median: toDollars(asked.median), high: toDollars(asked.high) },
  };
}

/** The month (UTC) of a time, `2026-05`. */
export const monthOf = (moment: number): string => toIso(moment).slice(0, 7);

function toMonth(month: string, prices: number[]): MonthOfSales {
  return prices.length < MIN_SALES ? { month, count: null, median: null } : { month, count: prices.length, median: toRounded(medianOf(prices)) };
}

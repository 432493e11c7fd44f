import { type ConditionGrade, MIN_PAGE_SALES, type ModelPrices, type PaidFigures, type PriceBand } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import { toDollars } from '#contract/shared/money.ts';
import { gigabytesOf, gradeOf } from './facts.ts';
import { historyStart, monthOf } from './history.ts';
import type { ModelSale } from './model-queries.ts';
import { middleOf, toRounded } from './price-range.ts';

const FIFTH = 0.2;
const MONTHS = 12;
const GRADES: (ConditionGrade | null)[] = [null, 'new', 'like_new', 'very_good', 'good', 'fair', 'poor'];

type Figures = Pick<ModelPrices, 'paid' | 'bands' | 'months' | 'daysToSell'>;

/** What sales say of a model: `paid` and `bands` from those since `recent` (epoch ms), the rest from all. Says nothing of fewer than five. */
export function figuresOf(sales: readonly ModelSale[], { now, recent }: { now: number; recent: number }): Figures {
  const working = sales.filter(({ condition }) => gradeOf(condition) !== 'broken');
  const latest = working.filter(({ sold_at }) => sold_at >= recent);
  return {
    paid: paidFor(latest),
    bands: bandsOf(latest),
    months: monthsOf(working, now),
    daysToSell: daysToSellOf(working),
  };
}

/** By storage, smallest first; of each, first all conditions and then each. */
function bandsOf(sales: readonly ModelSale[]): PriceBand[] {
  const byStorage = [...Map.groupBy(sales, ({ storage }) => gigabytesOf(storage))].toSorted(([one], [other]) => (one ?? Infinity) - (other ?? Infinity));
  return byStorage.flatMap(([storage, ofStorage]) =>
    GRADES.flatMap((grade) => {
      const paid = paidFor(grade === null ? ofStorage : ofStorage.filter(({ condition }) => gradeOf(condition) === grade));
      return paid ? [{ storage, grade, ...paid }] : [];
    }),
  );
}

function monthsOf(sales: readonly ModelSale[], now: number): ModelPrices['months'] {
  const byMonth = Map.groupBy(sales, ({ sold_at }) => monthOf(sold_at));
  const first = new Date(historyStart(now));
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = monthOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1));
    return { month, paid: paidFor(byMonth.get(month) ?? []) };
  });
}

function paidFor(sales: readonly ModelSale[]): PaidFigures | null {
  if (sales.length < MIN_PAGE_SALES) return null;
  const prices = sales.map(({ price_cents }) => price_cents).toSorted((one, other) => one - other);
  return {
    count: sales.length,
    low: toRounded(middleOf(prices, FIFTH), Math.floor),
    median: toRounded(middleOf(prices, 0.5)),
    high: toRounded(middleOf(prices, 1 - FIFTH), Math.ceil),
  };
}

function daysToSellOf(sales: readonly ModelSale[]): ModelPrices['daysToSell'] {
  if (sales.length < MIN_PAGE_SALES) return null;
  const lengths = sales.map(({ listed_at, sold_at }) => Math.max(0, sold_at - listed_at) / days(1)).toSorted((one, other) => one - other);
  const at = (part: number): number => Math.max(1, Math.round(middleOf(lengths, part)));
  return { low: at(FIFTH), median: at(0.5), high: at(1 - FIFTH) };
}

/** Asking prices as a page shows them. */
export const toOnSale = (found: { count: number; from: number } | null): ModelPrices['onSale'] => found && { count: found.count, from: toDollars(found.from) };

import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { hasAtMost, isStorable } from './shared/text.ts';

/** A phone's condition, derived from the seller's description. */
export const ConditionGrade = z.enum(['new', 'like_new', 'very_good', 'good', 'fair', 'poor', 'broken']);
export type ConditionGrade = z.infer<typeof ConditionGrade>;

/** How a price compares with the price estimate; null when there's nothing to say, as for a higher price. */
export const Judgement = z.enum(['fair', 'good_price', 'check_why_so_low']);
export type Judgement = z.infer<typeof Judgement>;
const Months = z.int().nonnegative();

/** What a price range is based on, or why there is none; money in dollars. */
export const PriceReason = z.discriminatedUnion('kind', [
  /** Sales of the same model and storage in this shop in the last `days`. */
  reason('sales', { count: z.int().positive(), days: z.int().positive(), newestDays: z.int().nonnegative() }),
  /** Too few were sold here to base an estimate on. */
  reason('few_sales', { days: z.int().positive() }),
  /** Typical prices elsewhere for this age and new price; `since` purchase, or since the model's launch. */
  reason('curve', { since: z.enum(['purchase', 'launch']), months: Months, newPrice: Amount }),
  /** Older than the phones the curve was fitted to. */
  reason('beyond_curve', { months: Months }),
  reason('too_old', { months: Months }),
  reason('condition', { grade: ConditionGrade }),
  reason('condition_unknown', {}),
  reason('broken', {}),
  reason('new_price_unknown', {}),
  /** `instead`: the price that was used; null when there was none. */
  reason('new_price_not_believed', { said: Amount, instead: Amount.nullable() }),
  reason('age_unknown', {}),
  reason('year_not_believed', { year: z.int() }),
]);
export type PriceReason = z.infer<typeof PriceReason>;

/** In dollars, rounded so that no single sale can be recognized. */
export const PriceRange = z.object({ low: Amount, fair: Amount, high: Amount });
export type PriceRange = z.infer<typeof PriceRange>;

/** A price estimate with its reasons, and how the phone's price compares. Without a range, the shop isn't sure and doesn't guess. */
export const PriceEstimate = z.object({
  range: PriceRange.nullable(),
  confidence: z.enum(['high', 'medium', 'low']).nullable(),
  judgement: Judgement.nullable(),
  reasons: z.array(PriceReason),
});
export type PriceEstimate = z.infer<typeof PriceEstimate>;

/** Sales in a calendar month (UTC, `2026-05`). Below `MIN_SALES` sales, both values are null, so that no single sale can be recognized. */
export const MonthOfSales = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/u),
  count: z.int().positive().nullable(),
  median: Amount.nullable(),
});
export type MonthOfSales = z.infer<typeof MonthOfSales>;

export const PriceHistory = z.object({
  /** The last twelve months, oldest first, without months that have no sales. */
  months: z.array(MonthOfSales),
  /** The current asking prices; null when none are on sale. */
  asked: z.object({ count: z.int().positive(), low: Amount, median: Amount, high: Amount }).nullable(),
});
export type PriceHistory = z.infer<typeof PriceHistory>;

/** Fewer sales than this are never shown. */
export const MIN_SALES = 3;

export const priceEstimateCalls = {
  'GET /priceEstimate': {
    summary: 'Estimates a phone’s price from what its seller has filled in so far, and rates `resale_price`.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({
      brand: Typed('Brand'),
      model_name: Typed('Model name'),
      storage: Typed('Storage').default(''),
      condition: Typed('Condition').default(''),
      original_price: Typed('Original price').default(''),
      resale_price: Typed('Resale price').default(''),
      purchase_year: Typed('Purchase year').default(''),
      year_of_use: Typed('Year of use').default(''),
    }),
    reply: PriceEstimate,
  },
  'GET /priceHistory': {
    summary: 'Returns what phones of a model sold for, month by month, and the current asking prices.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({ brand: Typed('Brand'), model_name: Typed('Model name') }),
    reply: PriceHistory,
  },
} as const satisfies Record<string, Endpoint>;

function reason<K extends string, S extends z.ZodRawShape>(kind: K, shape: S) {
  return z.object({ kind: z.literal(kind), ...shape });
}

/** A value while it is being typed: anything that can't be parsed yet counts as unknown. */
function Typed(label: string) {
  return z
    .string(`Give ${label.charAt(0).toLowerCase()}${label.slice(1)} only once.`)
    .refine(hasAtMost(200), `${label} can have at most 200 characters.`)
    .refine(isStorable, `${label} contains a character that can’t be stored.`);
}

import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { hasAtMost, Id, isStorable } from './shared/text.ts';

/** A phone's condition, derived from the seller's description. */
export const ConditionGrade = z.enum(['new', 'like_new', 'very_good', 'good', 'fair', 'poor', 'broken']);
export type ConditionGrade = z.infer<typeof ConditionGrade>;

/** How a price compares with the price estimate; null when there's nothing to say, as for a higher price. */
export const Judgement = z.enum(['fair', 'good_price', 'check_why_so_low']);
export type Judgement = z.infer<typeof Judgement>;
const Months = z.int().nonnegative();

/** What may change a price besides model, storage and condition: each question about it, the best answer against all others, and a self-test passed. */
export const PriceFactor = z.enum(['battery', 'screen', 'body', 'works', 'repairs', 'accessories', 'tested']);
export type PriceFactor = z.infer<typeof PriceFactor>;

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
  /** Sales here show that phones with the best answer (`best`) sell for this many percent more, or those without it for less: a range. */
  reason('factor', { factor: PriceFactor, best: z.boolean(), direction: z.enum(['more', 'less']), low: z.int().positive(), high: z.int().positive() }),
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

/** Price pages show no figure of fewer sales than this, since they split them by storage and condition. */
export const MIN_PAGE_SALES = 5;

/** Of at least `MIN_PAGE_SALES` sales: the median, and from the cheapest to the most expensive fifth; in dollars, rounded like a range. */
export const PaidFigures = z.object({ count: z.int().positive(), low: Amount, median: Amount, high: Amount });
export type PaidFigures = z.infer<typeof PaidFigures>;

/** What one storage sold for, in gigabytes, null if unknown; of all conditions where `grade` is null. */
export const PriceBand = PaidFigures.extend({ storage: z.number().positive().nullable(), grade: ConditionGrade.nullable() });
export type PriceBand = z.infer<typeof PriceBand>;

/** A model of the catalog with its brand; `typical`: the median price of its recent sales, null if there are too few. */
export const PricedModel = z.object({ _id: z.string(), brand: z.string(), model_name: z.string(), typical: Amount.nullable() });
export type PricedModel = z.infer<typeof PricedModel>;

/** What a model sells for in this shop; whatever too few sales stand behind is null or left out. */
export const ModelPrices = z.object({
  _id: z.string(),
  brand: z.string(),
  model_name: z.string(),
  /** The shop's brand that lists it, null if it has none. */
  category: z.string().nullable(),
  launch_price: Amount.nullable(),
  /** `2019-09` or `2019`. */
  released: z.string().nullable(),
  updates: z.object({ until: z.string(), source: z.string() }).nullable(),
  /** In the last `days` days, whatever the storage and condition. */
  paid: PaidFigures.nullable(),
  /** In the same days. */
  bands: z.array(PriceBand),
  days: z.int().positive(),
  /** The range that the shop would estimate for one in good condition without any sales; null if it is unsure. */
  estimate: PriceRange.nullable(),
  /** The last twelve months, oldest first. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/u), paid: PaidFigures.nullable() })),
  /** Days from listing to sale: the median, and from the fastest to the slowest fifth. */
  daysToSell: z.object({ low: z.int(), median: z.int(), high: z.int() }).nullable(),
  onSale: z.object({ count: z.int().positive(), from: Amount }).nullable(),
});
export type ModelPrices = z.infer<typeof ModelPrices>;

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
  'GET /modelPrices': {
    summary: 'Lists the models of the catalog by brand and name, newest first, each with the median price of its sales in the last 180 days.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    reply: z.array(PricedModel),
  },
  'GET /modelPrices/:id': {
    summary: 'Returns what a model of the catalog sells for: by storage and condition, by month, and how fast; nothing of fewer than five sales.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    params: z.object({ id: Id }),
    reply: ModelPrices,
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

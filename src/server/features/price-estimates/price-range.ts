import { type ConditionGrade, type Judgement, MIN_SALES, type PriceEstimate, type PriceRange, type PriceReason } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import { toDollars } from '#contract/shared/money.ts';
import { remember } from '../../remember.ts';
import { DRAWN_FROM, LEVEL, type Since, shareOfNew } from './curve.ts';
import { type FactorEffect, factorReasons, shiftOf, type Traits } from './factors.ts';
import { ageOf, gigabytesOf, gradeOf, monthsBetween } from './facts.ts';

/** A seller's description of a phone, as typed; money in cents, null if not given. */
export type PriceInput = {
  brand: string;
  newPriceCents: number | null;
  priceCents: number | null;
  storage: string;
  condition: string;
  purchaseYear: string;
  yearOfUse: string;
  /** What is known of it besides; without, it counts as an average one. */
  traits?: Traits;
};

/** A phone of the same model and storage that was paid for in this shop. */
export type Sale = { priceCents: number; newPriceCents: number; condition: string; soldAt: number; traits?: Traits };

/** A model's launch data, apart from what its sellers say; times in epoch milliseconds. */
export type Launch = { priceCents: number | null; releasedAt: number | null };

export type Known = { now: number; sales: readonly Sale[]; launch: Launch | null; factors?: readonly FactorEffect[] };

const NO_FACTORS: readonly FactorEffect[] = [];

/** How many days a sale counts. */
export const SALES_DAYS = 180;
/** With this many sales, the curve isn't used anymore. */
const ENOUGH_SALES = 5;
const MANY_SALES = 8;
/** With fewer sales, they are combined with the curve, which weighs as much as this many. */
const CURVE_WEIGHT = 2;
/** The least spread, in logarithms: prices of the same phone vary by at least this much, even if few sales show it. */
const LEAST_SPREAD = 0.08;

/** Price factors relative to ordinary used condition. The shop's own choice: its sales show the effect of condition only once there are enough. */
export const CONDITION_FACTORS: Record<Exclude<ConditionGrade, 'broken'>, number> = {
  new: 1.2,
  like_new: 1.12,
  very_good: 1.06,
  good: 1,
  fair: 0.85,
  poor: 0.65,
};
/** How much wider a range without a grade is, in logarithms. */
const UNGRADED_SPREAD = 0.1;
/** The curve is extended to this multiple of its years; the range grows with it. */
const LONGEST = 2;
const BEYOND_SPREAD = 0.15;

/** How far a new price may be from a known one to be plausible: discounts and larger storages. */
const BELIEVED = { least: 0.5, most: 1.7 };
/** Below this share of a range's low end a price needs a check. */
const SUSPICIOUS = 0.6;

/** The brand whose phones keep their value best. */
const isApple = remember((brand) => toFacetKey(brand) === 'apple');
const MONTHS = 12;

/** An estimate in logarithms of cents. */
type Estimate = { at: number; low: number; high: number };

/**
 * What sales say, of phones that aren't broken. `graded`: the estimate of an average phone in a condition whose factor is 1; `ungraded`: of one whose
 * condition isn't clear. Both, and the median of the new prices, are null with fewer than `MIN_SALES`.
 */
type Summary = { count: number; newestAt: number; newPriceCents: number | null; graded: Estimate | null; ungraded: Estimate | null };

type Around = Pick<Known, 'now' | 'launch'> & { summary: Summary };

type NewPrice = { dollars: number | null; reasons: PriceReason[] };

type Curved = { estimate: Estimate | null; reasons: PriceReason[]; isSure: boolean };

const NOTHING: Curved = { estimate: null, reasons: [], isSure: false };

/**
 * Estimates a phone's price: from what the same model and storage sold for here in the last `SALES_DAYS` days and, below `ENOUGH_SALES` of them, from
 * the curve of its age and new price, adjusted for condition. If facts are missing or contradict each other, the reasons say so; without a range the
 * shop isn't sure.
 */
export function priceEstimateOf(input: PriceInput, known: Known): PriceEstimate {
  const grade = gradeOf(input.condition);
  if (grade === 'broken') return unsure([{ kind: 'broken' }]);
  const { now, launch, factors = NO_FACTORS } = known;
  const summary = summaryOf(known.sales, factors);
  const shift = shiftOf(input.traits ?? {}, factors);
  const sold = toEstimate(summary, grade, shift);
  const isEnough = sold !== null && summary.count >= ENOUGH_SALES;
  const around = { now, launch, summary };
  const curve = isEnough ? withoutCurve(input, around) : curveOf(input, around);
  const condition: PriceReason = grade === null ? { kind: 'condition_unknown' } : { kind: 'condition', grade };
  const reasons: PriceReason[] = [
    sold ? salesReason(summary, now) : { kind: 'few_sales', days: SALES_DAYS },
    ...curve.reasons,
    condition,
    ...factorReasons(input.traits ?? {}, factors),
  ];
  const graded = curve.estimate && { ...curve.estimate, at: curve.estimate.at + Math.log(factorOf(grade)) + shift };
  const estimate = sold && graded ? mix(sold, summary.count, graded) : (sold ?? graded);
  if (!estimate) return unsure(reasons);
  const range = toRange(estimate, grade === null ? UNGRADED_SPREAD : 0);
  const confidence = grade === null ? 'low' : summary.count >= MANY_SALES ? 'high' : isEnough || curve.isSure ? 'medium' : 'low';
  return { range, confidence, judgement: judge(input.priceCents, range), reasons };
}

const unsure = (reasons: PriceReason[]): PriceEstimate => ({ range: null, confidence: null, judgement: null, reasons });

/** The estimate of a phone whose traits shift its price so far. */
function toEstimate({ graded, ungraded }: Summary, grade: ConditionGrade | null, shift: number): Estimate | null {
  const average = grade === null ? ungraded : graded;
  return average && { ...average, at: average.at + Math.log(factorOf(grade)) + shift };
}

/** The summaries of lists of sales that are asked for again, with the factors they were made with. */
const summaries = new WeakMap<readonly Sale[], { factors: readonly FactorEffect[]; summary: Summary }>();

function summaryOf(all: readonly Sale[], factors: readonly FactorEffect[]): Summary {
  const known = summaries.get(all);
  if (known?.factors === factors) return known.summary;
  const sales = all.filter(({ condition }) => gradeOf(condition) !== 'broken');
  const isEnough = sales.length >= MIN_SALES;
  const logOf = (sale: Sale): number => Math.log(sale.priceCents) - shiftOf(sale.traits ?? {}, factors);
  const summary = {
    count: sales.length,
    newestAt: sales.reduce((newest, { soldAt }) => Math.max(newest, soldAt), 0),
    newPriceCents: isEnough ? medianOf(sales.map(({ newPriceCents }) => newPriceCents)) : null,
    graded: isEnough ? estimateOf(sales.map((sale) => logOf(sale) - Math.log(factorOf(gradeOf(sale.condition))))) : null,
    ungraded: isEnough ? estimateOf(sales.map(logOf)) : null,
  };
  summaries.set(all, { factors, summary });
  return summary;
}

function estimateOf(logs: number[]): Estimate {
  const sorted = logs.toSorted((one, other) => one - other);
  const at = middleOf(sorted, 0.5);
  return { at, low: Math.min(middleOf(sorted, 0.2) - at, -LEAST_SPREAD), high: Math.max(middleOf(sorted, 0.8) - at, LEAST_SPREAD) };
}

const factorOf = (grade: ConditionGrade | null): number => (grade === null || grade === 'broken' ? 1 : CONDITION_FACTORS[grade]);

/** The value below which this part of the sorted values lies. */
export function middleOf(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

/** Reports an implausible new price even if nothing is computed from it: buyers see it struck through. */
function withoutCurve(input: PriceInput, known: Around): Curved {
  return {
    ...NOTHING,
    reasons: newPriceOf(input, known).reasons.filter(({ kind }) => kind !== 'new_price_unknown'),
  };
}

/** The new price to use: the seller's, unless other data contradicts it. */
function newPriceOf({ newPriceCents }: PriceInput, { launch, summary }: Around): NewPrice {
  const yardstick = launch?.priceCents ?? summary.newPriceCents;
  const instead = yardstick === null || !isOfCurve(toDollars(yardstick)) ? null : toDollars(Math.round(yardstick));
  if (newPriceCents === null) return { dollars: instead, reasons: instead === null ? [{ kind: 'new_price_unknown' }] : [] };
  const input = toDollars(newPriceCents);
  const isNear = instead === null || (input >= instead * BELIEVED.least && input <= instead * BELIEVED.most);
  if (isNear && isOfCurve(input)) return { dollars: input, reasons: [] };
  return { dollars: isNear ? null : instead, reasons: [{ kind: 'new_price_not_believed', said: input, instead: isNear ? null : instead }] };
}

/** The median of amounts; 0 if there are none. */
export function medianOf(amounts: readonly number[]): number {
  return middleOf(
    amounts.toSorted((one, other) => one - other),
    0.5,
  );
}

const isOfCurve = (dollars: number): boolean => dollars >= DRAWN_FROM.newPrice.least && dollars <= DRAWN_FROM.newPrice.most;

function curveOf(input: PriceInput, known: Around): Curved {
  const { now, launch } = known;
  const releasedAt = launch?.releasedAt ?? null;
  const age = ageOf(input, { now, releasedAt });
  const newPrice = newPriceOf(input, known);
  const since: Since = releasedAt === null ? 'purchase' : 'launch';
  const months = releasedAt === null ? age.months : monthsBetween(releasedAt, now);
  const reasons = [...newPrice.reasons, ...(age.notBelieved === null ? [] : [{ kind: 'year_not_believed', year: age.notBelieved } as const])];
  if (months === null) return { ...NOTHING, reasons: [...reasons, { kind: 'age_unknown' }] };
  if (newPrice.dollars === null) return { ...NOTHING, reasons };
  const years = months / MONTHS;
  const most = DRAWN_FROM.years[since];
  if (years > most * (since === 'purchase' ? LONGEST : 1)) return { ...NOTHING, reasons: [...reasons, { kind: 'too_old', months }] };
  const share = shareOfNew(since, { years, newPrice: newPrice.dollars, storage: gigabytesOf(input.storage), isApple: isApple(input.brand) });
  const beyond = Math.max(0, years - most) * BEYOND_SPREAD;
  const [low, high] = LEVEL.spread;
  return {
    estimate: { at: Math.log(newPrice.dollars * share * 100), low: low - beyond, high: high + beyond / 2 },
    reasons: [{ kind: 'curve', since, months, newPrice: newPrice.dollars }, ...(beyond > 0 ? [{ kind: 'beyond_curve', months } as const] : []), ...reasons],
    isSure: reasons.length === 0 && beyond === 0,
  };
}

function salesReason({ count, newestAt }: Summary, now: number): PriceReason {
  return { kind: 'sales', count, days: SALES_DAYS, newestDays: Math.max(0, Math.floor((now - newestAt) / days(1))) };
}

function mix(sales: Estimate, count: number, curve: Estimate): Estimate {
  const weight = count / (count + CURVE_WEIGHT);
  const between = (one: number, other: number): number => one * weight + other * (1 - weight);
  return { at: between(sales.at, curve.at), low: between(sales.low, curve.low), high: between(sales.high, curve.high) };
}

function toRange({ at, low, high }: Estimate, extra: number): PriceRange {
  return {
    low: toRounded(Math.exp(at + low - extra), Math.floor),
    fair: toRounded(Math.exp(at)),
    high: toRounded(Math.exp(at + high + extra), Math.ceil),
  };
}

/** Cents as dollars, rounded to a plausible precision. */
export function toRounded(cents: number, round: (value: number) => number = Math.round): number {
  const dollars = cents / 100;
  const step = stepOf(dollars);
  return Math.max(1, round(dollars / step) * step);
}

/** Rounds so that no single price can be recognized: to 5 dollars from 100 on, to 10 from 500, to 25 from 1,500. */
const stepOf = (dollars: number): number => (dollars < 100 ? 1 : dollars < 500 ? 5 : dollars < 1500 ? 10 : 25);

/** The verdict on a price compared with its range. Prices above the range get none, because sellers may ask what they like. */
export function judge(priceCents: number | null, range: PriceRange | null): Judgement | null {
  if (priceCents === null || range === null) return null;
  const price = toDollars(priceCents);
  if (price < range.low * SUSPICIOUS) return 'check_why_so_low';
  if (price < range.low) return 'good_price';
  return price <= range.high ? 'fair' : null;
}

import type { PriceEstimate, PriceFactor, PriceReason } from '#contract/price-estimates.ts';
import { formatPrice } from '../../ui/money.ts';
import { GRADE_NAMES } from './grade-names.ts';

const SURE: Record<NonNullable<PriceEstimate['confidence']>, string> = {
  high: 'We’re confident in this estimate.',
  medium: 'This is an estimate.',
  low: 'This is a rough estimate.',
};

/** What a factor's best answer says, and the others. */
const FACTORS: Record<PriceFactor, { best: string; other: string }> = {
  battery: { best: 'Battery health of 90% or more', other: 'Battery health below 90%' },
  screen: { best: 'No scratches on the screen', other: 'Scratches on the screen' },
  body: { best: 'Back and frame like new', other: 'Marks on the back or frame' },
  works: { best: 'Everything works', other: 'Something minor doesn’t work' },
  repairs: { best: 'Never repaired', other: 'Repaired before' },
  tested: { best: 'Passed a test on the phone itself', other: 'Not tested on the phone itself' },
  accessories: { best: 'With box and charger', other: 'Without its box' },
};

const MONTHS = 12;

const SENTENCES: { [K in PriceReason['kind']]: (reason: Extract<PriceReason, { kind: K }>) => string } = {
  sales: ({ count, days, newestDays }) => `In the last ${days} days, ${count} of this model with this storage sold here, the latest ${daysAgo(newestDays)}.`,
  few_sales: ({ days }) => `Fewer than three of this model with this storage sold here in the last ${days} days, so we can’t go by our own sales yet.`,
  curve: ({ since, months, newPrice }) =>
    `Phones that cost ${formatPrice(newPrice)} new usually sell for about this much ${describeAge(months)} after ${since === 'launch' ? 'launch' : 'purchase'}.`,
  beyond_curve: ({ months }) => `We have little data on phones that are ${describeAge(months)} old, so the range is wide.`,
  too_old: ({ months }) => `It’s ${describeAge(months)} old, and we have too little data on phones that age.`,
  condition: ({ grade }) => `Based on its condition: ${GRADE_NAMES[grade]}.`,
  condition_unknown: () => 'We couldn’t match its condition to a grade, so the range is wider.',
  factor: ({ factor, best, direction, low, high }) =>
    `${FACTORS[factor][best ? 'best' : 'other']}: sells for ${low === high ? '' : `${low} to `}${high}% ${direction} here.`,
  broken: () => 'The price of a broken phone depends on what’s broken.',
  new_price_unknown: () => 'We don’t know what it cost new.',
  new_price_not_believed: ({ said, instead }) =>
    `An original price of ${formatPrice(said)} is unusual for this phone${instead === null ? '.' : `, so we used ${formatPrice(instead)}.`}`,
  age_unknown: () => 'We don’t know how old it is.',
  year_not_believed: ({ year }) => `It can’t have been bought in ${year}.`,
};

/** Returns the reasons, one sentence each, and the confidence. */
export function describeReasons({ reasons, confidence }: PriceEstimate): string[] {
  return [
    // Each sentence takes its own kind of reason.
    ...reasons.map((reason) => (SENTENCES[reason.kind] as (reason: PriceReason) => string)(reason)),
    ...(confidence === null ? [] : [SURE[confidence]]),
  ];
}

function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/** Rounds the age, which isn't known to the day: years from two on, months below. */
function describeAge(months: number): string {
  return months < 2 * MONTHS ? plural(Math.max(months, 1), 'month') : plural(Math.round(months / MONTHS), 'year');
}

function daysAgo(days: number): string {
  return days === 0 ? 'today' : `${plural(days, 'day')} ago`;
}

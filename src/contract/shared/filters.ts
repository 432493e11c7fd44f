import { z } from 'zod';
import { CONDITION_CHECK_KEYS, type ConditionCheck } from './condition-checks.ts';
import { checkAmount } from './money.ts';
import { NearQuery, WithinQuery } from './near.ts';
import { isStorable } from './text.ts';

const MAX_VALUES = 30;
/** A round amount above every price. */
const MAX_BOUND_CENTS = 100_000_000;

const YES = ['1', 'true', 'yes', 'on'];
const NO = ['', '0', 'false', 'no', 'off'];

const MONTHS_REFUSED = 'Security updates must be a number of months, such as 12, 24 or 36.';
const MOST_MONTHS = 120;

/** The least months of security updates left. An empty form field means no limit. */
const MonthsLeft = z
  .string('Give security updates only once.')
  .max(100, { error: MONTHS_REFUSED, abort: true })
  .transform((input) => input.trim())
  .refine((input) => /^(?:\d{1,3})?$/u.test(input) && Number(input) <= MOST_MONTHS, MONTHS_REFUSED)
  .transform((input) => (input === '' ? null : Number(input)))
  .default(null);

/** The filters of a list of phones on sale, all optional. Defaults come last, so that a filter that isn't asked for costs nothing. */
export const filterShape = {
  priceFrom: PriceBound('The lowest price'),
  priceTo: PriceBound('The highest price'),
  storage: Values('Storage'),
  condition: Values('Condition'),
  color: Values('Color'),
  /** Names of the shop's brands. */
  brand: Values('Brand'),
  model: Values('Model'),
  ram: Values('Memory'),
  /** Years in which phones were bought. */
  year: Values('Year'),
  place: Values('Place'),
  /** Phones whose manufacturer promises at least this many more months of security updates. */
  updates: MonthsLeft,
  /** What the seller's answers about the condition must say, each of them. */
  checks: Given('Condition details')
    .transform((given, context) => {
      const unknown = given.find((check) => !(CONDITION_CHECK_KEYS as string[]).includes(check));
      if (unknown === undefined) return [...new Set(given as ConditionCheck[])];
      context.addIssue({ code: 'custom', message: `Condition details must be among ${CONDITION_CHECK_KEYS.join(', ')}.` });
      return z.NEVER;
    })
    .default(() => []),
  /** `1`: only listings of verified sellers. */
  verified: z
    .string('`verified` must be 1 or left out.')
    .max(100, { error: '`verified` must be 1 or left out.', abort: true })
    .transform((input) => input.trim().toLowerCase())
    .refine((input) => YES.includes(input) || NO.includes(input), '`verified` must be 1 or left out.')
    .transform((input) => YES.includes(input))
    .default(false),
  /** Where to look from, `45.5,-122.7` or a city. Alone it narrows nothing. */
  near: NearQuery,
  /** The largest distance from `near`, `25` (miles) or `40km`; listings of unknown cities don't match. Without `near` it narrows nothing. */
  within: WithinQuery,
};
const Filters = z.object(filterShape);
export type Filters = z.output<typeof Filters>;
export const PRICE_RANGE_REFUSED = { message: 'The highest price can’t be below the lowest.', path: ['priceTo'] };

/** The filters as a client sends them. */
export type FilterQuery = {
  priceFrom?: string;
  priceTo?: string;
  storage?: string[];
  condition?: string[];
  color?: string[];
  brand?: string[];
  model?: string[];
  ram?: string[];
  year?: string[];
  place?: string[];
  checks?: string[];
  updates?: string;
  verified?: string;
  near?: string;
  within?: string;
};

/** Refines a query with these filters. */
export function isPriceRange({ priceFrom, priceTo }: Pick<Filters, 'priceFrom' | 'priceTo'>): boolean {
  return priceFrom === undefined || priceTo === undefined || priceFrom <= priceTo;
}

/** One end of a price range, as typed; parsed to whole cents. An empty form field means no limit. */
function PriceBound(label: string) {
  return z
    .string(`Give ${label.charAt(0).toLowerCase()}${label.slice(1)} only once.`)
    .max(200, `${label} must be an amount in dollars, such as 199 or 1,299.50.`)
    .transform((typed, context) => {
      if (typed.trim() === '') return undefined;
      const checked = checkAmount(label, typed, { least: 0, most: MAX_BOUND_CENTS });
      if ('cents' in checked) return checked.cents;
      context.addIssue({ code: 'custom', message: checked.message });
      return z.NEVER;
    })
    .optional();
}

/** One value or several (`storage=128 GB&storage=256 GB`): a listing with any of them matches. */
function Values(label: string) {
  return Given(label).default(() => []);
}

function Given(label: string) {
  return z.preprocess(
    (given) => (Array.isArray(given) ? given : [given]),
    z
      .array(z.string().max(200, `${label} can have at most 200 characters.`).refine(isStorable, `${label} contains a character that can’t be stored.`))
      .max(MAX_VALUES, `${label}: choose up to ${MAX_VALUES}.`)
      .transform((values) => values.filter((value) => value.trim() !== '')),
  );
}

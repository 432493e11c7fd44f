import type { ConditionGrade } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import { toYear } from '../../db/search-keys.ts';
import { remember } from '../../remember.ts';

/** The first match counts: `like new, but the screen is cracked` means a broken phone. */
const GRADES: readonly [ConditionGrade, RegExp][] = [
  [
    'broken',
    /(?<!\b(?:no|without|nothing) )\b(?:broken|faulty|defective|defect|cracked|damaged|dead|not working|(?:for|as) (?:spare )?parts|spares|won['’]?t turn on)\b/u,
  ],
  ['like_new', /\b(?:like|as|almost|nearly|near) new\b|\bmint\b|\bpristine\b|\bopen(?:ed)? box\b|\brefurbished\b/u],
  [
    'new',
    /(?:^new|\bbrand new)\b(?! (?:battery|screen|display|glass|lcd|oled|back|case|cover|camera|charger|parts?)\b)|\bsealed\b|\bunopened\b|\bnever used\b/u,
  ],
  ['very_good', /\bvery good\b|\bexcellent\b|\bgreat\b/u],
  ['poor', /\bpoor\b|\bbad\b|\bheavily (?:used|worn)\b/u],
  ['good', /\bgood\b/u],
  ['fair', /\bfair\b|\bacceptable\b|\baverage\b|\bok(?:ay)?\b|\bworn\b|\bwell used\b/u],
];
/** Negations; the grade after one isn't guessed. */
const TURNS = /\b(?:not|never|isn['’]?t|hardly)\b(?! (?:working|used\b))/u;

const UNITS: Record<string, number> = { m: 1 / 1024, g: 1, t: 1024 };

const MONTHS = 12;
const MAX_YEARS_OF_USE = 30;
/** The end of a longer number or of a fraction, such as ½, isn't a number of its own. */
const PERIOD = /(?<!\d[.,]?|[⁄/])(\d{1,2}(?:[.,]\d)?) ?(?:(y|yr|yrs|year|years)|(m|mo|mos|month|months))\b/gu;

const MONTH_MS = days(365.25 / MONTHS);

/** Used for this much longer than the seller has owned it, a phone was bought used. */
const USED_BEFORE_MONTHS = 18;

/** How old a phone is, and the implausible year, if one was given. */
export type Age = { months: number | null; notBelieved: number | null };

/** The grade that a condition text names; null unless it is clear. */
export const gradeOf = remember((condition): ConditionGrade | null => {
  const input = toFacetKey(condition);
  if (TURNS.test(input)) return null;
  return GRADES.find(([, words]) => words.test(input))?.[0] ?? null;
});

/** The first size that a storage text names, in gigabytes; null if it names none. `8/256` and `8 GB RAM, 256 GB` name memory first. */
export const gigabytesOf = remember((storage): number | null => {
  const input = toFacetKey(storage).replace(/^\d{1,2}(?:gb)? ?ram\b[ ,;/+|&-]*/u, '');
  const [, first = input] = /^\d{1,2}(?:gb)? ?[/+] ?(\d{2,4}(?:gb)?|\dtb)$/u.exec(input) ?? [];
  const [, amount, unit = 'g'] = /^(\d{1,4}(?:\.\d+)?)(?!,?\d) ?(?:([mgt])b)?/u.exec(first) ?? [];
  const size = Number(amount ?? 0) * (UNITS[unit] ?? 0);
  return size > 0 ? size : null;
});

/** Reads a phone's age from what a seller typed. Ignores a year in the future or before the model's launch; then only the years of use count. */
export function ageOf(input: { purchaseYear: string; yearOfUse: string }, { now, releasedAt }: { now: number; releasedAt: number | null }): Age {
  const year = toYear(input.purchaseYear);
  const used = monthsOfUse(input.yearOfUse);
  if (year === 0) return { months: used, notBelieved: null };
  const isTrue = year <= new Date(now).getUTCFullYear() && (releasedAt === null || year >= new Date(releasedAt).getUTCFullYear());
  if (!isTrue) return { months: used, notBelieved: year };
  const owned = monthsBetween(middleOf(year, now), now);
  return { months: used !== null && used > owned + USED_BEFORE_MONTHS ? used : owned, notBelieved: null };
}

/** How many months a text such as `2`, `1.5 years`, `1 year 3 months` or `Less than a year` names; null if it names none. */
export const monthsOfUse = remember((text): number | null => {
  const input = toFacetKey(text);
  const bare = /^(\d{1,2}(?:[.,]\d)?)\+?$/u.exec(input)?.[1];
  if (bare !== undefined) {
    const years = Number(bare.replace(',', '.'));
    return years <= MAX_YEARS_OF_USE ? Math.round(years * MONTHS) : null;
  }
  if (/\b(?:less than|under|not yet|below) (?:a|one|1) year\b/u.test(input)) return MONTHS / 2;
  if (/^(?:a|one) (?:year)\b/u.test(input)) return MONTHS;
  let months: number | null = null;
  for (const [, amount = '', years] of input.matchAll(PERIOD)) {
    const number = Number(amount.replace(',', '.'));
    months = (months ?? 0) + (years === undefined ? number : number * MONTHS);
  }
  return months === null || months > MAX_YEARS_OF_USE * MONTHS ? null : Math.round(months);
});

/** A storage text as sales are kept by. */
export const storageKeyOf = remember(toFacetKey);

/** Whole months between two times, 0 if the second isn't later. */
export const monthsBetween = (from: number, to: number): number => Math.max(0, Math.round((to - from) / MONTH_MS));

/** The middle of the elapsed part of a year, since the month of purchase is unknown. */
function middleOf(year: number, now: number): number {
  const [begin, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  return (begin + Math.min(end, now)) / 2;
}

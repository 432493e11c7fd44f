import { parsePriceCents } from '#contract/shared/money.ts';
import { isBlank, isStorable } from '#contract/shared/text.ts';
import { RefusedLine } from './fault.ts';

const NOTHING = /^(?:-|–|—|n\/?a|null|none|unknown|\?)$/iu;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const EARLIEST = 1983;
const LATEST = 2100;

/** The highest plausible price of a phone. */
const HIGHEST = { dollars: 50_000, euros: 50_000, rupees: 5_000_000 } as const;

/** Without its unit only a whole number by itself counts: `UFS 3.1` and `LPDDR5` aren't sizes. */
const SIZE =
  /(?<!\d)(\d{1,9}(?:\.\d{1,9})?)\s{0,9}(tb|gb|mb)(?![\p{L}\p{N}])(?!\s{0,9}ram)|(?<![\p{L}\p{N}.])(\d{1,9})(?!\.?[\p{L}\p{N}])(?!\s{0,9}(?:[tgm]b|ram))/giu;
const IN_GIGABYTES = { tb: 1024, gb: 1, mb: 1 / 1024 } as const;

/** Several texts: a list, or one text separated by commas or semicolons. */
export function readTexts(label: string, value: unknown, max: number): string[] {
  const parts = Array.isArray(value) ? value : (readText(label, value, 2000)?.split(/[,;|]/u) ?? []);
  const texts = parts.flatMap((part) => readText(label, part, max) ?? []);
  return [...new Set(texts)].slice(0, 200);
}

/** Normalizes a text for storing; null if there is none. Throws `RefusedLine` for a value that isn't a valid text. */
export function readText(label: string, value: unknown, max: number): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw new RefusedLine(`${label} is not text.`);
  const text = String(value).trim();
  if (isBlank(text) || NOTHING.test(text)) return null;
  if (/^[=@]/u.test(text)) throw new RefusedLine(`${label} begins like a formula of a spreadsheet (${text.slice(0, 20)}). Write what it says instead.`);
  if (text.length > max) throw new RefusedLine(`${label} has more than ${max} characters.`);
  if (!isStorable(text)) throw new RefusedLine(`${label} contains a character that can’t be stored.`);
  return text;
}

/** A month from a column that must contain one. */
export function readMonth(label: string, value: unknown): string | null {
  const text = readText(label, value, 100);
  if (text === null) return null;
  const month = findMonth(text);
  if (month === null) throw new RefusedLine(`${label}: “${text.slice(0, 40)}” is not a month. Write it as 2019-09, or the year alone.`);
  return month;
}

/** Finds a month (`2019-09`) or a year in `2019-09-20`, `2019, September` or `2019`; null if there is none. */
export function findMonth(text: string): string | null {
  const [, year] = /(?<!\d)((?:19|20|21)\d\d)(?!\d)/u.exec(text) ?? [];
  if (!year || Number(year) < EARLIEST || Number(year) > LATEST) return null;
  const [, digits] = /(?<!\d)(?:19|20|21)\d\d-(\d{2})(?!\d)/u.exec(text) ?? [];
  // The first one: “2018, December. Released 2019, January” is about December.
  const named = (text.toLowerCase().match(/[a-z]{3,}/gu) ?? []).map((word) => MONTHS.indexOf(word.slice(0, 3))).find((at) => at >= 0) ?? -1;
  const month = digits ? Number(digits) : named + 1;
  return month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : year;
}

/** A price in hundredths of its currency. */
export function readPrice(label: string, value: unknown, currency: keyof typeof HIGHEST): number | null {
  const text = readText(label, value, 40);
  if (text === null) return null;
  const hundredths = parsePriceCents(text);
  if (hundredths === null || hundredths < 100 || hundredths > HIGHEST[currency] * 100)
    throw new RefusedLine(`${label}: “${text}” is not a price in ${currency}. Write it as 699 or 699.99.`);
  return hundredths;
}

/** Finds sizes in gigabytes in `64 / 128GB`, `1TB`, `64GB 4GB RAM` (without sizes called RAM) or a list of these, and skips implausible ones. */
export function findSizes(value: unknown, { atMost, isRam = false }: { atMost: number; isRam?: boolean }): number[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((part) => typeof part === 'string' || typeof part === 'number').map(String);
  const sizes = texts.flatMap((text) =>
    [...(isRam ? text.replaceAll(/ram/giu, ' ') : text).slice(0, 500).matchAll(SIZE)].map(
      ([, size, unit, bare]) => Number(size ?? bare) * IN_GIGABYTES[(unit?.toLowerCase() ?? 'gb') as keyof typeof IN_GIGABYTES],
    ),
  );
  const sane = sizes.filter((size) => size >= 0.0625 && size <= atMost).map((size) => Math.round(size * 1000) / 1000);
  return [...new Set(sane)].sort((one, other) => one - other);
}

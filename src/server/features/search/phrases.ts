import { MAX_PRICE_CENTS, parsePriceCents } from '#contract/shared/money.ts';

/** What a search names besides words: an amount, or memory and storage together. Prices in cents. */
export type Phrases = { priceFrom: number | null; priceTo: number | null; ram: string | null; storage: string | null; rest: string };

// Spaces are single here: see `readPhrases`.
const AMOUNT = String.raw`[$€£]? ?(\d[\d,]*(?:\.\d{1,2})?) ?(?:\$|usd|dollars?|bucks)?`;
const END = String.raw`(?![\p{L}\p{N}./])`;
const BETWEEN = new RegExp(`(?:between|from) ${AMOUNT} (?:and|to) ${AMOUNT}${END}`, 'u');
const RANGE = new RegExp(String.raw`(?<![\p{L}\p{N}])\$ ?(\d[\d,]*) ?[-–] ?\$? ?(\d[\d,]*)${END}`, 'u');
const AT_MOST = new RegExp(String.raw`(?:(?<!\p{L})(?:under|below|less than|cheaper than|up to|at most|not over)|[<≤]=?) ?${AMOUNT}${END}`, 'u');
const AT_LEAST = new RegExp(String.raw`(?:(?<!\p{L})(?:over|above|more than|at least)|[>≥]=?) ?${AMOUNT}${END}`, 'u');
/** Phones are also called Max and Mini, so these only count with a currency. */
const MAX = new RegExp(String.raw`(?<!\p{L})(?:max(?:imum)?|budget) ?(?:price)? ?(?:of|:)? ?\$ ?(\d[\d,]*(?:\.\d{1,2})?)${END}`, 'u');
const MIN = new RegExp(String.raw`(?<!\p{L})(?:min(?:imum)?|from) ?(?:price)? ?(?:of|:)? ?\$ ?(\d[\d,]*(?:\.\d{1,2})?)${END}`, 'u');
const DOLLARS = new RegExp(String.raw`(?<![\p{L}\p{N}])\$ ?(\d[\d,]*(?:\.\d{1,2})?)${END}`, 'u');

const RAM_SIZES = '1|2|3|4|6|8|10|12|16|18|24';
const STORAGE_SIZES = '8|16|32|64|128|256|512|1024';
const BOTH = new RegExp(String.raw`(?<![\p{L}\p{N}.])(${RAM_SIZES}) ?(?:gb)? ?(?:ram)? ?[/+.\-|,] ?(${STORAGE_SIZES}) ?(?:gb|rom)?(?![\p{L}\p{N}])`, 'u');
const RAM = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:(${RAM_SIZES}) ?gb ram|ram ?:? ?(${RAM_SIZES}) ?gb)(?![\p{L}\p{N}])`, 'u');

/** Extracts amounts (`under 300`, `$200-$300`) and memory (`8/256`, `8 gb ram`) from a lowercase text; `rest` is what remains. */
export function readPhrases(text: string): Phrases {
  const found: Phrases = { priceFrom: null, priceTo: null, ram: null, storage: null, rest: text.replace(/\s+/gu, ' ') };
  const take = (pattern: RegExp, use: (one: string, other: string) => boolean): void => {
    const match = pattern.exec(found.rest);
    if (match && use(match[1] ?? match[2] ?? '', match[2] ?? '')) found.rest = found.rest.replace(match[0], ' ');
  };
  const price = (amount: string): number | null => {
    const cents = parsePriceCents(amount);
    return cents !== null && cents <= MAX_PRICE_CENTS ? cents : null;
  };
  const between = (from: string, to: string): boolean => {
    const [low, high] = [price(from), price(to)];
    if (low === null || high === null || low > high) return false;
    Object.assign(found, { priceFrom: low, priceTo: high });
    return true;
  };
  take(BETWEEN, between);
  take(RANGE, between);
  const end = (name: 'priceFrom' | 'priceTo') => (amount: string) => {
    const cents = found[name] === null ? price(amount) : null;
    if (cents !== null) found[name] = cents;
    return cents !== null;
  };
  for (const pattern of [AT_MOST, MAX]) take(pattern, end('priceTo'));
  for (const pattern of [AT_LEAST, MIN]) take(pattern, end('priceFrom'));
  if (found.priceFrom === null) take(DOLLARS, end('priceTo'));
  take(BOTH, (ram, storage) => {
    if (Number(ram) >= Number(storage)) return false;
    Object.assign(found, { ram: `${ram}gb`, storage: `${storage}gb` });
    return true;
  });
  if (found.ram === null)
    take(RAM, (ram) => {
      found.ram = `${ram}gb`;
      return true;
    });
  return found;
}

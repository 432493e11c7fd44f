/** Digits, or a number in words; `digits`: how many it stands for. */
export type NumberToken = { text: string; at: number; digits: number; isWord: boolean };
/** Numbers with nothing but separators between them. `isWeak[i]`: what is after number i also separates the items of a list. */
export type NumberRun = { numbers: NumberToken[]; isWeak: boolean[]; hasPlus: boolean };

type Token = { text: string; at: number; kind: 'digits' | 'word' | 'space' | 'mark' };

const TOKENS = /[\p{L}\p{M}\p{N}]+|\s+|[^\s\p{L}\p{M}\p{N}]/gu;
const SINGLE = ['zero', 'oh', 'o', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const WORD_DIGITS = new Map([...SINGLE.map((word) => [word, 1] as const), ...[...TEENS, ...TENS].map((word) => [word, 2] as const)]);
const TIMES = new Map([
  ['double', 2],
  ['triple', 3],
]);
const SPOKEN_MARKS = new Set(['dash', 'hyphen', 'minus', 'space', 'plus', 'then']);
const STRONG = new Set('+()./-–—‐‑_*•·~|\\#[]');
const WEAK = new Set(',:;=&<>\'"‘’“”«»');
const CURRENCIES = new Set('$€£¥');
const UNIT_MARKS = new Set('%″′$€£¥°');
/** Of inches, which are few. */
const INCH_MARK = '"';
const UNITS = new Set(
  'hundred thousand gb tb mb kb mah mp mpx hz khz mhz ghz inch inches mm cm kg g grams gram month months year years day days week weeks hour hours hrs min mins minute minutes percent dollars dollar bucks usd eur euro euros pound pounds gbp km miles mile cycles w watt watts am pm pieces pcs photos'.split(
    ' ',
  ),
);

/** The runs of numbers in a text, without prices, sizes, dates and times; and how many other words there are. */
export function findNumberRuns(text: string): { runs: NumberRun[]; words: number } {
  const tokens = [...text.matchAll(TOKENS)].map((match): Token => ({ text: match[0], at: match.index, kind: kindOf(match[0]) }));
  const measures = findMeasures(tokens);
  const runs: NumberRun[] = [];
  let words = 0;
  let isOpen = false;
  let hasPlus = false;
  let isWeak = false;
  let times = 1;
  tokens.forEach((token, index) => {
    const number = measures.has(index) ? null : toNumber(token, times);
    if (number) {
      const run = isOpen ? runs.at(-1) : undefined;
      run?.isWeak.push(isWeak);
      if (run) run.numbers.push(number);
      else runs.push({ numbers: [number], isWeak: [], hasPlus });
      [isOpen, hasPlus, isWeak, times] = [true, false, false, 1];
    } else if (TIMES.has(lower(token))) times = TIMES.get(lower(token)) ?? 1;
    else if (!measures.has(index) && isSeparator(token)) {
      hasPlus ||= token.text === '+';
      isWeak ||= WEAK.has(token.text) || token.text.includes('\n');
    } else {
      if (token.kind === 'word') words += 1;
      [isOpen, hasPlus, isWeak, times] = [false, false, false, 1];
    }
  });
  return { runs, words };
}

const lower = ({ text }: Token): string => text.toLowerCase();

function kindOf(text: string): Token['kind'] {
  if (/^\p{Nd}+$/u.test(text)) return 'digits';
  if (/^\s/u.test(text)) return 'space';
  return /^[\p{L}\p{M}\p{N}]/u.test(text) ? 'word' : 'mark';
}

function toNumber(token: Token, times: number): NumberToken | null {
  const { text, at, kind } = token;
  if (kind === 'digits') return { text, at, digits: text.length * times, isWord: false };
  const digits = kind === 'word' ? WORD_DIGITS.get(lower(token)) : undefined;
  return digits === undefined ? null : { text, at, digits: digits * times, isWord: true };
}

function isSeparator(token: Token): boolean {
  if (token.kind === 'space') return true;
  return token.kind === 'mark' ? STRONG.has(token.text) || WEAK.has(token.text) : SPOKEN_MARKS.has(lower(token));
}

/** The indexes of tokens that are part of a price, a size, a date or a time. */
function findMeasures(tokens: Token[]): Set<number> {
  const measures = new Set<number>();
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.kind !== 'digits' && !WORD_DIGITS.has(token ? lower(token) : '')) continue;
    const next = tokens[index + 1];
    const unit = next?.kind === 'space' && !next.text.includes('\n') ? tokens[index + 2] : next;
    const isPriced =
      CURRENCIES.has(tokens[index - 1]?.text ?? '') || CURRENCIES.has(tokens[index - 1]?.kind === 'space' ? (tokens[index - 2]?.text ?? '') : '');
    const isInches = unit?.text === INCH_MARK && (token?.text.length ?? 0) <= 2;
    if (isPriced || isInches || (unit && (UNITS.has(lower(unit)) || UNIT_MARKS.has(unit.text)))) measures.add(index);
    if (isPriced) for (const at of restOfPrice(tokens, index)) measures.add(at);
    for (const at of [...dateAt(tokens, index), ...timeAt(tokens, index)]) measures.add(at);
  }
  return measures;
}

/** The thousands and cents of a price, as in $1,299.50; not more groups than a price has. */
function restOfPrice(tokens: Token[], index: number): number[] {
  const isGroup = (at: number, mark: string, digits: number): boolean =>
    tokens[at]?.text === mark && tokens[at + 1]?.kind === 'digits' && tokens[at + 1]?.text.length === digits;
  const rest = isGroup(index + 1, ',', 3) ? [index + 2] : [];
  const last = rest.at(-1) ?? index;
  const isFurther = ['.', ','].includes(tokens[last + 3]?.text ?? '') && tokens[last + 4]?.kind === 'digits';
  return isGroup(last + 1, '.', 2) && !isFurther ? [...rest, last + 2] : rest;
}

const isUpTo = (token: Token | undefined, most: number): boolean => token?.kind === 'digits' && token.text.length <= 2 && Number(token.text) <= most;
const isYear = (token: Token | undefined): boolean => token?.kind === 'digits' && /^(?:19|20)\d\d$/u.test(token.text);

/** As in 2026-11-23, 23/11/2026 or 23.11.2026. */
function dateAt(tokens: Token[], index: number): number[] {
  const [first, mark, second, other, third] = tokens.slice(index, index + 5);
  if (!mark || !['-', '.', '/'].includes(mark.text) || other?.text !== mark.text) return [];
  const isDate = (isYear(first) && isUpTo(second, 12) && isUpTo(third, 31)) || (isUpTo(first, 31) && isUpTo(second, 31) && isYear(third));
  return isDate ? [index, index + 2, index + 4] : [];
}

/** As in 10:30; not one of more numbers with colons between them. */
function timeAt(tokens: Token[], index: number): number[] {
  const [first, mark, second, after] = tokens.slice(index, index + 4);
  const isTime = mark?.text === ':' && isUpTo(first, 23) && isUpTo(second, 59) && second?.text.length === 2;
  return isTime && after?.text !== ':' && tokens[index - 1]?.text !== ':' ? [index, index + 2] : [];
}

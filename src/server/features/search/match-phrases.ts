import { MAX_PRICE_CENTS, parsePriceCents } from '#contract/shared/money.ts';
import type { Chunk } from './chunks.ts';
import { EXCLUSIONS, RULES } from './grammar/grammar.ts';
import type { Outcome, Rule } from './grammar/rule.ts';

/** A phrase found in a search: its chunks, and what it stands for. `words`: the chunks of its `<word>`s. */
export type Phrase = { first: number; last: number; outcomes: Outcome[]; words: number[] };

type Token = { text: string; chunk: number; isFirst: boolean; isLast: boolean };
/** The value read at a token, and how many tokens it took; null if there is none. */
type Slot = (tokens: readonly Token[], at: number) => { value: number; used: number } | null;
type Element = ReadonlySet<string> | Slot;
type Sequence = { elements: Element[]; rule: Rule };
/** Sequences by the words that they begin with, and those that begin with an amount. */
type Grammar = { byWord: Map<string, Sequence[]>; byAmount: Sequence[] };

type Found = { end: number; values: number[]; rule: Rule; outcomes: Outcome[] };

const CURRENCY = new Set(['$', '€', '£']);
const CURRENCY_WORDS = new Set(['$', '€', '£', 'usd', 'dollar', 'dollars', 'buck', 'bucks']);
const GIGABYTES = new Map(Object.entries({ gb: 1, gig: 1, gigs: 1, gigabyte: 1, gigabytes: 1, tb: 1024 }));
/** A number before one of these is no price. */
const UNITS = new Set(
  'gb gig gigs gigabyte gigabytes tb g k mp megapixel megapixels mah inch inches " ” ″ % percent day days week weeks month months year years mm hz sim sims stars star mi mile miles km kilometer kilometers'.split(
    ' ',
  ),
);
/** Whether a number before this word is an amount of something. */
export const isUnit = (word: string | undefined): boolean => word !== undefined && UNITS.has(word);

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = /^\d+(?:[.,]\d+)*$/u;
const PLAIN_NUMBER = /^\d{1,6}(?:[.,]\d{1,3})?$/u;

const SLOTS: Record<string, Slot> = { usd: readAmount, money: readMoney, gb: readGigabytes, n: readNumber, year: readYear, word: readWord };

const GRAMMAR = compile(RULES);
const EXCLUDING = compile(EXCLUSIONS);

/** Every word that phrases consist of. */
export const PHRASE_WORDS: ReadonlySet<string> = new Set(
  [...RULES, ...EXCLUSIONS].flatMap(({ phrases }) => phrases.flatMap((phrase) => phrase.split(' ').flatMap((part) => (isSlot(part) ? [] : literalsOf(part))))),
);

/** Finds the phrases of a search from left to right, the longest first. `isNamed` returns whether something on sale is called so. */
export function matchPhrases(chunks: readonly Chunk[], isNamed: (word: string) => boolean): Phrase[] {
  const tokens = chunks.flatMap(({ tokens: own }, chunk) =>
    own.map((text, index): Token => ({ text, chunk, isFirst: index === 0, isLast: index === own.length - 1 })),
  );
  const phrases: Phrase[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = tokens[at]?.isFirst ? (longest(GRAMMAR, tokens, at, isNamed) ?? longest(EXCLUDING, tokens, at, isNamed)) : null;
    if (found) {
      const isExclusion = found.outcomes[0]?.is === 'not';
      phrases.push({
        first: tokens[at]?.chunk ?? 0,
        last: tokens[found.end - 1]?.chunk ?? 0,
        outcomes: found.outcomes,
        words: isExclusion ? found.values : [],
      });
    }
    at = found?.end ?? at + 1;
  }
  return phrases;
}

function longest({ byWord, byAmount }: Grammar, tokens: readonly Token[], at: number, isNamed: (word: string) => boolean): Found | null {
  let best: Found | null = null;
  const text = tokens[at]?.text ?? '';
  const beginning = byWord.get(text) ?? [];
  for (const { elements, rule } of mayBeAmount(text) ? [...beginning, ...byAmount] : beginning) {
    const match = matchAt(elements, tokens, at);
    if (!match || match.end <= (best?.end ?? at) || !tokens[match.end - 1]?.isLast) continue;
    if (rule.unlessNamed && isNamed(text)) continue;
    const outcomes = rule.toOutcomes(match.values);
    if (outcomes) best = { ...match, rule, outcomes };
  }
  return best;
}

/** Whether a year, a price, or another number may begin here. */
const mayBeAmount = (text: string): boolean => /^\d/u.test(text) || CURRENCY.has(text) || NUMBER_WORDS.includes(text);

function matchAt(elements: readonly Element[], tokens: readonly Token[], start: number): { end: number; values: number[] } | null {
  const values: number[] = [];
  let at = start;
  for (const element of elements) {
    const token = tokens[at];
    if (!token) return null;
    if (typeof element === 'function') {
      const read = element(tokens, at);
      if (!read) return null;
      values.push(read.value);
      at += read.used;
    } else if (element.has(token.text)) at += 1;
    else return null;
  }
  return { end: at, values };
}

function compile(rules: readonly Rule[]): Grammar {
  const grammar: Grammar = { byWord: new Map(), byAmount: [] };
  for (const rule of rules)
    for (const phrase of rule.phrases)
      for (const elements of expand(phrase.split(' '))) {
        const [first] = elements;
        if (typeof first === 'function') grammar.byAmount.push({ elements, rule });
        else for (const word of first ?? []) grammar.byWord.set(word, [...(grammar.byWord.get(word) ?? []), { elements, rule }]);
      }
  return grammar;
}

/** Every sequence that a phrase allows, with and without its optional parts. */
function expand(parts: readonly string[]): Element[][] {
  const [part, ...rest] = parts;
  if (part === undefined) return [[]];
  const isOptional = part.endsWith('?');
  const element = toElement(isOptional ? part.slice(0, -1) : part);
  const after = expand(rest);
  const whole = after.map((elements) => [element, ...elements]);
  return isOptional ? [...whole, ...after] : whole;
}

function toElement(part: string): Element {
  const slot = isSlot(part) ? SLOTS[part.slice(1, -1)] : undefined;
  return slot ?? new Set(literalsOf(part));
}

function isSlot(part: string): boolean {
  return /^<[a-z]+>\??$/u.test(part);
}

function literalsOf(part: string): string[] {
  return (part.endsWith('?') ? part.slice(0, -1) : part).split('|');
}

/** An amount in cents, with or without a currency. */
function readAmount(tokens: readonly Token[], at: number): ReturnType<Slot> {
  const before = CURRENCY.has(tokens[at]?.text ?? '') ? 1 : 0;
  const typed = tokens[at + before]?.text ?? '';
  const next = tokens[at + before + 1]?.text ?? '';
  if (!NUMBER.test(typed) || typed.length > 12 || UNITS.has(next)) return null;
  const cents = parsePriceCents(typed);
  if (cents === null || cents > MAX_PRICE_CENTS) return null;
  return { value: cents, used: before + 1 + (CURRENCY_WORDS.has(next) ? 1 : 0) };
}

function readMoney(tokens: readonly Token[], at: number): ReturnType<Slot> {
  const read = readAmount(tokens, at);
  return read && read.used > 1 ? read : null;
}

function readGigabytes(tokens: readonly Token[], at: number): ReturnType<Slot> {
  const read = readNumber(tokens, at);
  const factor = GIGABYTES.get(tokens[at + 1]?.text ?? '');
  return read && factor !== undefined && Number.isInteger(read.value) && read.value > 0 ? { value: read.value * factor, used: 2 } : null;
}

function readNumber(tokens: readonly Token[], at: number): ReturnType<Slot> {
  const typed = tokens[at]?.text ?? '';
  const spelled = NUMBER_WORDS.indexOf(typed);
  if (spelled > 0) return { value: spelled, used: 1 };
  if (!PLAIN_NUMBER.test(typed)) return null;
  // `5,000` is five thousand, and `6,1` six and a tenth.
  return { value: Number(/,\d{3}$/u.test(typed) ? typed.replace(',', '') : typed.replace(',', '.')), used: 1 };
}

function readYear(tokens: readonly Token[], at: number): ReturnType<Slot> {
  const typed = tokens[at]?.text ?? '';
  return /^(?:199|20\d)\d$/u.test(typed) && !UNITS.has(tokens[at + 1]?.text ?? '') ? { value: Number(typed), used: 1 } : null;
}

/** The chunk of any word. */
function readWord(tokens: readonly Token[], at: number): ReturnType<Slot> {
  const token = tokens[at];
  return token && /\p{L}/u.test(token.text) ? { value: token.chunk, used: 1 } : null;
}

import type { IndexState } from './index-state.ts';
import { type Phrases, readPhrases } from './phrases.ts';
import { completionsOf, correct, DIMENSIONS, mergePostings, type Posting } from './vocabulary.ts';
import { distanceOf, fold, partsOf, wordsOf } from './words.ts';

/** A word of a search, with where it occurs in the search index. */
export type Word = { text: string; posting: Posting };

/** The interpretation of a search. */
export type Understood = {
  words: Word[];
  /** Words that match nothing on sale, as typed. */
  ignored: string[];
  priceFrom: number | null;
  priceTo: number | null;
  /** Whether it only says that phones are wanted. */
  isAnyPhone: boolean;
  /** The whole search with typos corrected; null if there were none. */
  corrected: string | null;
  /** The folded search, for comparing with exact names. */
  folded: string;
};

const MAX_WORDS = 32;
/** Words that don't tell which phone is meant, unless something on sale has them in its name. */
export const FILLERS = new Set(
  'a an and any at best buy cell cellphone cheap cheapest color colour deal for from get gb good handy i in is it looking me mobile mobiles my need of offer on or phone phones please price rom ram sale second hand secondhand sell selling smartphone some the used want with'.split(
    ' ',
  ),
);

/** Sellers' praise: 10/10, 9 by 10. */
const GRADE = /(?<![\p{L}\p{N}])(?:\d{1,2}(?:\.\d)?)\s?(?:\/|by|out of)\s?10(?![\p{L}\p{N}])/gu;

type Reading = { words: string[]; corrected: boolean } | null;

const MAX_PIECES = 4;

/** `shown`: the words as the corrected search shows them, including fillers. */
type FoundWords = { words: Word[]; ignored: string[]; shown: string[]; isCorrected: boolean };

/** Interprets a search by the words of what is on sale. Exact words take precedence; only unknown words are treated as typos. */
export function understand(state: IndexState, search: string): Understood {
  const phrases = readPhrases(search.normalize('NFKC').toLowerCase());
  const folded = wordsOf(search).join(' ');
  const words = splitWords(state, phrases.rest, folded);
  const saysLittle = words.length > 0 && words.every((word) => FILLERS.has(word));
  const found = saysLittle ? { words: [], ignored: [], shown: words, isCorrected: false } : readWords(state, words);
  addSize(state, found, 'ram', phrases.ram);
  addSize(state, found, 'storage', phrases.storage);
  return {
    words: found.words,
    ignored: found.ignored,
    priceFrom: phrases.priceFrom,
    priceTo: phrases.priceTo,
    isAnyPhone: saysLittle && found.words.length === 0,
    corrected: found.isCorrected ? [...found.shown, ...pricesOf(phrases)].join(' ') : null,
    folded,
  };
}

/** The words of a text, with model numbers in one piece and without grades. */
function splitWords(state: IndexState, text: string, folded: string): string[] {
  const whole = readWholeNumber(state, folded);
  if (whole !== null) return [whole];
  let rest = text;
  for (const chunk of text.split(/\s+/u).slice(0, MAX_WORDS * 4)) {
    const number = readNumber(state, chunk);
    if (number !== null) rest = rest.replace(chunk, ` ${number} `);
  }
  return wordsOf(rest.replace(GRADE, ' ')).slice(0, MAX_WORDS);
}

/** A model number in several words that is the whole search: `VFD 710`. */
function readWholeNumber(state: IndexState, folded: string): string | null {
  const joined = folded.replaceAll(' ', '');
  if (joined === folded || joined.length < 5 || !/\p{L}/u.test(joined) || !/\d/u.test(joined)) return null;
  const posting = lookUp(state, joined);
  return posting?.number && !posting.model ? joined : null;
}

/** Where a word occurs in something on sale; undefined if nowhere. */
function lookUp(state: IndexState, word: string): Posting | undefined {
  const posting = state.vocabulary.words.get(word);
  return posting && weigh(state, posting) > 0 ? posting : undefined;
}

function weigh(state: IndexState, posting: Posting): number {
  let most = 0;
  for (const dimension of DIMENSIONS) {
    let sum = 0;
    for (const number of posting[dimension] ?? []) sum += state.values[dimension].live[number] ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}

/** A model number in one piece, however it was written: `SM-G973F/DS`. */
function readNumber(state: IndexState, chunk: string): string | null {
  const joined = fold(chunk).replace(/[^\p{L}\p{N}]+/gu, '');
  if (!/\p{L}/u.test(joined) || !/\d/u.test(joined) || joined.length < 4 || /^[\p{L}\p{N}]+$/u.test(chunk)) return null;
  return state.vocabulary.words.get(joined)?.number ? joined : null;
}

function readWords(state: IndexState, words: string[]): FoundWords {
  const found: FoundWords = { words: [], ignored: [], shown: [], isCorrected: false };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    if (joinsNext(state, word, next)) {
      addWord(state, found, word + next);
      index += 1;
    } else if (lookUp(state, word)) addWord(state, found, word);
    else if (FILLERS.has(word)) found.shown.push(word);
    else if (!addBeginning(state, found, word)) {
      const joined = joinWithSlip(state, word, next);
      const reading: Reading = joined === null ? readWord(state, word) : { words: [joined], corrected: true };
      if (joined !== null) index += 1;
      if (!reading) found.ignored.push(word);
      found.isCorrected ||= reading?.corrected ?? false;
      for (const text of reading?.words ?? []) addWord(state, found, text);
    }
  }
  return found;
}

/** Whether two words belong together despite the space: `i phone`. */
function joinsNext(state: IndexState, word: string, next: string | undefined): boolean {
  if (next === undefined || !lookUp(state, word + next)) return false;
  return word.length === 1 || !lookUp(state, word) || !lookUp(state, next) || state.categoryNames.some((name) => fold(name) === word + next);
}

function addWord(state: IndexState, found: FoundWords, text: string): void {
  found.shown.push(text);
  const posting = lookUp(state, text);
  if (posting) addPosting(found, text, posting);
}

function addPosting({ words }: FoundWords, text: string, posting: Posting): void {
  if (words.length < MAX_WORDS && words.every((word) => word.text !== text)) words.push({ text, posting });
}

/** Adds the words that an unknown one begins, or the one of them that is nearly typed; false if there are none. */
function addBeginning(state: IndexState, found: FoundWords, start: string): boolean {
  const words = completionsOf(state.vocabulary, start, (posting) => weigh(state, posting) > 0);
  if (words.length === 0) return false;
  const near = correct(state.vocabulary, start, (posting) => weigh(state, posting));
  const meant = near !== null && words.includes(near) ? [near] : words;
  found.shown.push(start);
  addPosting(found, meant.length === 1 ? (meant[0] ?? start) : start, mergePostings(meant.map((word) => state.vocabulary.words.get(word) ?? {})));
  return true;
}

/** Two unknown words that together are one word with a typo: `gal xy`. */
function joinWithSlip(state: IndexState, word: string, next: string | undefined): string | null {
  if (next === undefined || lookUp(state, word) || lookUp(state, next)) return null;
  const near = correct(state.vocabulary, word + next, (posting) => weigh(state, posting));
  return near !== null && distanceOf(word + next, near) <= 1 ? near : null;
}

function readWord(state: IndexState, word: string): Reading {
  const parts = partsOf(word).length > 0 ? partsOf(word) : null;
  if (parts?.every((part) => lookUp(state, part))) return { words: parts, corrected: false };
  const weighOnSale = (posting: Posting) => weigh(state, posting);
  if (parts) {
    const mended = parts.map((part) => (lookUp(state, part) ? part : correct(state.vocabulary, part, weighOnSale)));
    if (mended.every((part) => part !== null)) return { words: mended, corrected: true };
  }
  const near = correct(state.vocabulary, word, weighOnSale);
  if (near !== null) return { words: [near], corrected: true };
  const pieces = segment(state, word);
  return pieces && pieces.length <= MAX_PIECES ? { words: pieces, corrected: false } : null;
}

/** Splits a compound into the fewest known words; null if that is impossible. */
function segment(state: IndexState, word: string): string[] | null {
  if (word.length > 40) return null;
  const best: (string[] | null)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    best[end] = null;
    for (let start = 0; start < end; start += 1) {
      const before = best[start];
      const piece = word.slice(start, end);
      if (!before || (piece.length < 2 && !/\d/u.test(piece)) || !lookUp(state, piece)) continue;
      const shortest = best[end];
      if (!shortest || before.length + 1 < shortest.length) best[end] = [...before, piece];
    }
  }
  return best[word.length] ?? null;
}

function addSize(state: IndexState, { words, ignored, shown }: FoundWords, dimension: 'ram' | 'storage', size: string | null): void {
  if (size === null) return;
  shown.push(size);
  const numbers = state.vocabulary.words.get(size)?.[dimension];
  if (numbers) words.push({ text: size, posting: { [dimension]: numbers } });
  else ignored.push(size);
}

/** The amounts of a search, as displayed. */
function pricesOf({ priceFrom, priceTo }: Phrases): string[] {
  if (priceFrom !== null && priceTo !== null) return [`${dollars(priceFrom)}-${dollars(priceTo)}`];
  if (priceTo !== null) return [`under ${dollars(priceTo)}`];
  return priceFrom === null ? [] : [`over ${dollars(priceFrom)}`];
}

const dollars = (cents: number): string => `$${cents / 100}`;

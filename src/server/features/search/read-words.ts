import type { IndexState } from './index-state.ts';
import { isUnit } from './match-phrases.ts';
import { completionsOf, correct, DIMENSIONS, type Dimension, mergePostings, type Posting } from './vocabulary.ts';
import { distanceOf, foldName, partsOf, piecesOf } from './words.ts';

/** Words that don't tell which phone is meant, unless something on sale has them in its name. */
const FILLERS = new Set(
  `a about again all also am an and any anyone anything are at be been best buy buying by can cell cellphone cellphones color colour condition could cost costs
  deal deals device devices do does for from get gets getting good got great handset handy has have having hello hey hi i id im in is it its just like looking
  love lowest me mobile mobiles model models must my near need needs nice of offer offers ok on one ones only or our out phone phones please pls preferably preowned
  price priced prices ram rom really reasonable sale search searching second secondhand hand seeking sell selling she should so some someone something smartphone
  smartphones smart still such thank thanks that the them there these they this to too used very wanna want wanted wants was we what where which who will with
  would you your yours cheap cheapest gb but both either ideally maybe quite pretty much okay series kind type sort thing`.split(/\s+/u),
);

const MAX_FOUND = 32;
/** One digit is rather an amount, and four are a year. */
const BARE_NUMBER = /^\d{2,3}$/u;
const MAX_PIECES = 4;
const MAX_COMPOUND = 40;

/** A word of a search, with where it occurs in the search index, and the chunks of the search that it comes from. */
export type Word = { text: string; posting: Posting; first: number; last: number };

/** A word of a search outside phrases, with its chunks. */
export type Piece = { text: string; first: number; last: number };

/** What was made of the words; `shown`: as the corrected search shows them, including fillers. `at`: their chunk. */
export type FoundWords = { words: Word[]; ignored: { text: string; at: number }[]; shown: { text: string; at: number }[]; isCorrected: boolean };

type Reading = { words: string[]; corrected: boolean } | null;

export const isFiller = (word: string): boolean => FILLERS.has(word);

/** Looks up each word, or what is meant by it, and adds it to what was found. */
export function readWords(state: IndexState, pieces: Piece[], found: FoundWords): void {
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (!piece) return;
    const { text, first, last } = piece;
    const following = pieces[index + 1];
    // What a phrase stands between doesn't belong together: `Moto E dual SIM 2nd gen` names no `e2nd`.
    const next = following && following.first <= last + 1 ? following : undefined;
    if (next && joinsNext(state, text, next.text)) {
      addKnown(state, found, { text: text + next.text, first, last: next.last });
      index += 1;
    } else if (next && text === 'or' && addAlternative(state, found, next)) index += 1;
    else if (lookUp(state, text)) addKnown(state, found, piece);
    else if (FILLERS.has(text)) found.shown.push({ text, at: first });
    else if (!addBeginning(state, found, piece)) index += readUnknown(state, found, piece, next);
  }
}

/** Reads a word that nothing on sale contains as typed; returns how many of the following words it took. */
function readUnknown(state: IndexState, found: FoundWords, { text, first, last }: Piece, next: Piece | undefined): number {
  const joined = next ? joinWithSlip(state, text, next.text) : null;
  const reading: Reading =
    joined === null ? ((isUnit(next?.text) ? null : readNumber(state, found, text)) ?? readWord(state, text)) : { words: [joined], corrected: true };
  if (!reading) found.ignored.push({ text, at: first });
  found.isCorrected ||= reading?.corrected ?? false;
  for (const word of reading?.words ?? []) addKnown(state, found, { text: word, first, last: joined === null ? last : (next?.last ?? last) });
  return joined === null ? 0 : 1;
}

/** Where a word occurs in something on sale; undefined if nowhere. Everyday words don't stand for a condition. */
function lookUp(state: IndexState, word: string): Posting | undefined {
  const posting = state.vocabulary.words.get(word);
  if (!posting || !isOnSale(state, posting)) return undefined;
  if (!FILLERS.has(word) || posting.condition === undefined) return posting;
  const { condition: _, ...others } = posting;
  return isOnSale(state, others) ? others : undefined;
}

const isOnSale = ({ values }: IndexState, posting: Posting): boolean =>
  DIMENSIONS.some((dimension) => posting[dimension]?.some((number) => (values[dimension].live[number] ?? 0) > 0));

const weigh = (state: IndexState, posting: Posting): number => Math.max(...DIMENSIONS.map((dimension) => weighIn(state, posting, dimension)));

function weighIn({ values }: IndexState, posting: Posting, dimension: Dimension): number {
  let sum = 0;
  for (const number of posting[dimension] ?? []) sum += values[dimension].live[number] ?? 0;
  return sum;
}

/** What a word most often is among what is on sale. */
export function mainDimension(state: IndexState, posting: Posting): Dimension {
  const weights = DIMENSIONS.map((dimension) => weighIn(state, posting, dimension));
  return DIMENSIONS[weights.indexOf(Math.max(...weights))] ?? 'model';
}

/** The word of something on sale that is meant; null if there is none, or it is an everyday word. */
export function resolveWord(state: IndexState, word: string, { exactly = false } = {}): { text: string; posting: Posting } | null {
  const known = lookUp(state, word);
  if (known) return { text: word, posting: known };
  const near = exactly || FILLERS.has(word) ? null : correctWord(state, word);
  const posting = near === null ? undefined : lookUp(state, near);
  return near !== null && posting ? { text: near, posting } : null;
}

const LONG_WORD = 5;

/**
 * The word of something on sale that an unknown one is a typo of; null if none is near, or if it is a name itself. Only a long word with the right first
 * letter is a misspelled color or place, since neither “fold” means gold nor “lite” lime, and none is a misspelled condition.
 */
export const correctWord = (state: IndexState, word: string): string | null =>
  state.isNameWord(word)
    ? null
    : correct(state.vocabulary, word, (posting, candidate) => {
        const dimension = mainDimension(state, posting);
        const isMeant = dimension === 'model' || ((dimension === 'color' || dimension === 'place') && word.length >= LONG_WORD && candidate[0] === word[0]);
        return isMeant ? weigh(state, posting) : 0;
      });

/** Whether two words belong together despite the space: `i phone`. */
export function joinsNext(state: IndexState, word: string, next: string): boolean {
  if (!lookUp(state, word + next)) return false;
  return word.length === 1 || !lookUp(state, word) || !lookUp(state, next) || state.categoryNames.some((name) => foldName(name) === word + next);
}

/** Makes `black or blue` one word that stands for both: not in names of several words, where it would be unclear what the alternatives are. */
function addAlternative(state: IndexState, found: FoundWords, next: Piece): boolean {
  const before = found.words.at(-1);
  const other = resolveWord(state, next.text);
  if (!before || !other || before.last !== next.first - 2) return false;
  const earlier = found.words.at(-2);
  const isAfterBrand = earlier !== undefined && state.categoryNames.some((name) => foldName(name) === earlier.text);
  const isPartOfName = before.posting.model !== undefined && earlier?.last === before.first - 1 && !isAfterBrand;
  if (!haveInCommon(before.posting, other.posting) || isPartOfName) return false;
  found.shown.push({ text: `or ${other.text}`, at: next.first });
  found.isCorrected ||= other.text !== next.text;
  widen(before, { ...other, last: next.last });
  return true;
}

/** Whether two words may be said of the same: two colors, two sizes. */
export const haveInCommon = (one: Posting, other: Posting): boolean =>
  DIMENSIONS.some((dimension) => one[dimension] !== undefined && other[dimension] !== undefined);

/** Lets a word stand for another one as well. */
export function widen(word: Word, { text, posting, last }: Omit<Word, 'first'>): void {
  Object.assign(word, { text: `${word.text} or ${text}`, posting: mergePostings([word.posting, posting]), last });
}

function addKnown(state: IndexState, found: FoundWords, piece: Piece): void {
  found.shown.push({ text: piece.text, at: piece.first });
  const posting = lookUp(state, piece.text);
  if (posting) addWord(found, { ...piece, posting });
}

export function addWord({ words }: FoundWords, word: Word): void {
  if (words.length < MAX_FOUND && words.every(({ text }) => text !== word.text)) words.push(word);
}

/** Adds the words that an unknown one begins, or the one of them that is nearly typed; false if there are none. */
function addBeginning(state: IndexState, found: FoundWords, { text: start, first, last }: Piece): boolean {
  const words = completionsOf(state.vocabulary, start, (posting) => isOnSale(state, posting));
  if (words.length === 0) return false;
  const near = correctWord(state, start);
  const meant = near !== null && words.includes(near) ? [near] : words;
  const posting = mergePostings(meant.map((word) => state.vocabulary.words.get(word) ?? {}));
  found.shown.push({ text: start, at: first });
  addWord(found, { text: meant.length === 1 ? (meant[0] ?? start) : start, posting, first, last });
  return true;
}

/** Two unknown words that together are one word with a typo: `gal xy`. */
function joinWithSlip(state: IndexState, word: string, next: string): string | null {
  if ([word, next].some((one) => lookUp(state, one) || state.isNameWord(one))) return null;
  const near = correctWord(state, word + next);
  return near !== null && distanceOf(word + next, near) <= 1 ? near : null;
}

/** The word that a number without its letter stands for, among the models that the words before name: `samsung 21`. Of several, the one most on sale. */
function readNumber({ names, models, values }: IndexState, { words }: FoundWords, number: string): Reading {
  const named = words.findLast(({ posting }) => posting.model !== undefined)?.posting.model;
  if (!named || !BARE_NUMBER.test(number)) return null;
  const possible = new Set(named);
  const meant = new Map<string, number>();
  for (const model of names.byPiece.get(number) ?? []) {
    const live = possible.has(model) ? (values.model.live[model] ?? 0) : 0;
    const word = models[model]?.words.find((one) => piecesOf(one).includes(number));
    if (live > 0 && word !== undefined) meant.set(word, (meant.get(word) ?? 0) + live);
  }
  const most = [...meant].reduce<[string | null, number]>((best, one) => (one[1] > best[1] ? one : best), [null, 0])[0];
  return most === null ? null : { words: [most], corrected: true };
}

function readWord(state: IndexState, word: string): Reading {
  const parts = partsOf(word).length > 0 ? partsOf(word) : null;
  if (parts?.every((part) => lookUp(state, part))) return { words: parts, corrected: false };
  if (parts) {
    const mended = parts.map((part) => (lookUp(state, part) ? part : correctWord(state, part)));
    if (mended.every((part) => part !== null)) return { words: mended, corrected: true };
  }
  const near = correctWord(state, word);
  if (near !== null) return { words: [near], corrected: true };
  const pieces = segment(state, word);
  return pieces && pieces.length <= MAX_PIECES && isCompound(state, pieces) ? { words: pieces, corrected: false } : null;
}

/** Whether a phone can be meant by these words written as one: an everyday word needs a name beside it, so that a Fairphone is no phone in fair condition. */
function isCompound(state: IndexState, pieces: string[]): boolean {
  const others = pieces.filter((piece) => !isFiller(piece));
  return others.length === pieces.length || others.some((piece) => mainDimension(state, lookUp(state, piece) ?? {}) === 'model');
}

/** Splits a compound into the fewest known words; null if that is impossible. The digits of a number are no words. */
function segment(state: IndexState, word: string): string[] | null {
  if (word.length > MAX_COMPOUND || !/\p{L}/u.test(word)) return null;
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

import { LRUCache } from 'lru-cache';
import SearchableMap from 'minisearch/SearchableMap';
import { distanceOf, spellingsOf, wordsOf } from './words.ts';

/** What a listing is found by. Each has few different values, however many listings there are. */
export const DIMENSIONS = ['model', 'number', 'storage', 'condition', 'color', 'ram', 'place'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Distinct texts, numbered from 0 in order of arrival; `live` counts the listings on sale that have each. */
export type Values = { keys: string[]; numbers: Map<string, number>; live: number[] };

/** Where a word occurs: for each dimension, the numbers of the values that contain it. */
export type Posting = Partial<Record<Dimension, number[]>>;

export type Vocabulary = {
  /** Every word, with where it occurs. */
  words: Map<string, Posting>;
  /** Words that a typo may stand for: neither short ones nor ones with digits. */
  names: SearchableMap<true>;
  /** What some words may be typos of; emptied with every new name. */
  near: LRUCache<string, Near[]>;
};

/** A name that may be meant, by its cost: the lower, the nearer. */
type Near = { word: string; cost: number };

const MIN_NAME = 4;
/** Fewer letters begin too many words. */
const MIN_START = 3;
const MAX_COMPLETIONS = 50;
/** Including words of phones that are sold, so that a search stays quick. */
const MAX_SEEN = 1000;
const NAME = /^\p{L}+$/u;
/** Of so many words the names near them are remembered: one search asks for the same word up to three times. */
const MOST_NEAR = 5000;

export const createValues = (): Values => ({ keys: [], numbers: new Map(), live: [] });

/** A text's number: the next one, if it is new. */
export function intern({ keys, numbers, live }: Values, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = keys.length;
  keys.push(key);
  live.push(0);
  numbers.set(key, number);
  return number;
}

export const createVocabulary = (): Vocabulary => ({ words: new Map(), names: new SearchableMap(), near: new LRUCache({ max: MOST_NEAR }) });

/** Indexes a text by its words and their spellings. */
export function addText(vocabulary: Vocabulary, dimension: Dimension, number: number, text: string): void {
  const own = wordsOf(text);
  addWords(vocabulary, dimension, number, spellingsOf(own), new Set(own));
}

/** Indexes a value by every word that it can be found by. */
export function addWords({ words, names, near }: Vocabulary, dimension: Dimension, number: number, found: Iterable<string>, own: ReadonlySet<string>): void {
  for (const word of found) {
    const posting = words.get(word) ?? {};
    if (!words.has(word)) words.set(word, posting);
    // A typo may only stand for a word as written, not for two joined ones.
    if (word.length >= MIN_NAME && own.has(word) && NAME.test(word) && !names.has(word)) {
      names.set(word, true);
      near.clear();
    }
    const numbers = posting[dimension];
    if (numbers) numbers.push(number);
    else posting[dimension] = [number];
  }
}

/** The words that begin with `start` and for which `isLive` holds: at most fifty, among the first thousand. */
export function completionsOf({ words, names }: Vocabulary, start: string, isLive: (posting: Posting) => boolean): string[] {
  if (start.length < MIN_START || !NAME.test(start)) return [];
  const found: string[] = [];
  let seen = 0;
  for (const word of names.atPrefix(start).keys()) {
    if (isLive(words.get(word) ?? {})) found.push(word);
    seen += 1;
    if (found.length === MAX_COMPLETIONS || seen === MAX_SEEN) break;
  }
  return found;
}

/** Where any of these words occurs. */
export function mergePostings(postings: readonly Posting[]): Posting {
  const merged: Posting = {};
  for (const dimension of DIMENSIONS) {
    const numbers = new Set(postings.flatMap((posting) => posting[dimension] ?? []));
    if (numbers.size > 0) merged[dimension] = [...numbers];
  }
  return merged;
}

/** The word most likely meant by one that nothing on sale contains; null if none is close. `weigh` returns how often a candidate is on sale. */
export function correct(vocabulary: Vocabulary, word: string, weigh: (posting: Posting, word: string) => number): string | null {
  if (word.length < MIN_NAME || !NAME.test(word)) return null;
  let best: (Near & { weight: number }) | null = null;
  for (const candidate of namesNear(vocabulary, word)) {
    if (best !== null && candidate.cost > best.cost) continue;
    const weight = weigh(vocabulary.words.get(candidate.word) ?? {}, candidate.word);
    if (weight === 0) continue;
    if (best === null || candidate.cost < best.cost || weight > best.weight) best = { ...candidate, weight };
  }
  return best?.word ?? null;
}

function namesNear({ names, near }: Vocabulary, word: string): Near[] {
  const known = near.get(word);
  if (known) return known;
  const found: Near[] = [];
  // Swapped neighbors count as two edits there, and as one typo here.
  for (const candidate of names.fuzzyGet(word, word.length >= 6 ? 3 : 2).keys()) {
    const distance = distanceOf(word, candidate);
    // People rarely get the first letter wrong, and hardly ever that and another one.
    if (distance > (candidate[0] === word[0] ? slipsIn(candidate.length > word.length ? candidate : word) : 1)) continue;
    found.push({ word: candidate, cost: distance + (candidate[0] === word[0] ? 0 : 0.6) + Math.abs(candidate.length - word.length) * 0.1 });
  }
  near.set(word, found);
  return found;
}

/** How many typos are tolerated: one in a short word, two in a long one. */
const slipsIn = (word: string): number => (word.length >= 7 ? 2 : 1);

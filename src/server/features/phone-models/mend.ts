import { distanceOf } from '../search/index.ts';

/** Words of model names, to correct typos: by their first letter, which hardly anybody gets wrong. */
export type Lexicon = { known: Map<string, number>; byLetter: Map<string, string[]>; mended: Map<string, string> };

const MIN_LENGTH = 4;
const MAX_LENGTH = 14;
const LONG = 7;
const MOST_CACHED = 5000;
const LETTERS = /^\p{L}+$/u;

export const createLexicon = (): Lexicon => ({ known: new Map(), byLetter: new Map(), mended: new Map() });

/** Counts a word. */
export function learnWord({ known, byLetter }: Lexicon, word: string): void {
  const count = known.get(word) ?? 0;
  known.set(word, count + 1);
  if (count > 0 || word.length < MIN_LENGTH || !LETTERS.test(word)) return;
  const letter = word[0] ?? '';
  byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
}

/** The known word most likely meant by an unknown one; returns the same word if none is close or it is too short to tell. */
export function mendWord(lexicon: Lexicon, word: string): string {
  if (lexicon.known.has(word) || word.length < MIN_LENGTH || word.length > MAX_LENGTH || !LETTERS.test(word)) return word;
  const before = lexicon.mended.get(word);
  if (before !== undefined) return before;
  const mended = findNear(lexicon, word);
  if (lexicon.mended.size >= MOST_CACHED) lexicon.mended.clear();
  lexicon.mended.set(word, mended);
  return mended;
}

function findNear({ known, byLetter }: Lexicon, word: string): string {
  let [best, lowest] = [word, Number.POSITIVE_INFINITY];
  for (const candidate of byLetter.get(word[0] ?? '') ?? []) {
    if (Math.abs(candidate.length - word.length) > 2) continue;
    const distance = distanceOf(word, candidate);
    if (distance > (Math.max(candidate.length, word.length) >= LONG ? 2 : 1)) continue;
    // Of two equally close words, prefer the one in more names.
    const cost = distance - Math.min((known.get(candidate) ?? 0) / 10_000, 0.9);
    if (cost < lowest) [best, lowest] = [candidate, cost];
  }
  return best;
}

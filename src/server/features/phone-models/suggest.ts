import { lettersOf, wordsOf } from '../search/index.ts';
import type { Directory, Entry } from './directory.ts';
import { mendWord } from './mend.ts';
import { atomsOf, squeeze } from './names.ts';
import { recognize } from './recognize.ts';

/** A model that may be meant, and its number if that was typed. */
export type ModelHit = { entry: Entry; number: string | null };

type Ranked = { entry: Entry; score: number; isByNumber: boolean };

const MIN_NUMBER = 3;

/** What was typed, split once for all models. */
type Typed = { joined: string; whole: string[]; beginning: string; isNumber: boolean };

/**
 * Suggests the models most likely meant by what was typed so far, by name or by number. Tolerates typos and, if nothing matches exactly, additional
 * words.
 */
export function suggestModels(directory: Directory, typed: string, limit: number): ModelHit[] {
  const found = suggestExactly(directory, typed, limit);
  if (found.length > 0) return found;
  const mended = mendWords(directory, typed);
  const near = mended === typed ? found : suggestExactly(directory, mended, limit);
  if (near.length > 0) return near;
  const { model } = recognize(directory, typed);
  return model ? [{ entry: model, number: null }] : [];
}

function suggestExactly({ entries }: Directory, text: string, limit: number): ModelHit[] {
  const typed = toTyped(text);
  if (typed.joined === '') return [];
  const letters = lettersOf(typed.joined);
  const best: Ranked[] = [];
  for (const entry of entries) {
    // Most lack some of the letters, which the bit sets tell without a comparison.
    const byName = (entry.nameLetters & letters) === letters ? (rankName(entry, typed) ?? 0) : 0;
    const byNumber = typed.isNumber && (entry.numberLetters & letters) === letters ? (rankNumber(entry, typed.joined) ?? 0) : 0;
    const rank = Math.max(byName, byNumber);
    if (rank > 0) keepBest(best, { entry, score: rank + entry.weight, isByNumber: byNumber > byName }, limit);
  }
  return best.map(({ entry, isByNumber }) => ({ entry, number: isByNumber ? numberOf(entry, typed.joined) : null }));
}

function toTyped(text: string): Typed {
  const atoms = atomsOf(text).map((atom) => atom.text);
  const joined = atoms.join('');
  return { joined, whole: atoms.map((atom) => ` ${atom} `), beginning: ` ${atoms.at(-1) ?? ''}`, isNumber: isNumberLike(joined) };
}

const isNumberLike = (joined: string): boolean => joined.length >= MIN_NUMBER && /\d/u.test(joined) && /\p{L}/u.test(joined);

/** How well a name matches: null if not at all. */
function rankName({ bare, whole, pieces }: Entry, typed: Typed): number | null {
  const { joined } = typed;
  if (bare.startsWith(joined) || whole.startsWith(joined)) return bare === joined || whole === joined ? 9 : 7;
  if (pieces.includes(typed.beginning)) {
    const last = typed.whole.length - 1;
    if (typed.whole.every((atom, index) => index === last || pieces.includes(atom))) return pieces.includes(typed.whole[last] ?? '') ? 6 : 5;
  }
  return joined.length >= MIN_NUMBER && whole.includes(joined) ? 3 : null;
}

function rankNumber({ joinedNumbers }: Entry, joined: string): number | null {
  const at = joinedNumbers.indexOf(joined);
  if (at < 0) return null;
  if (`${joinedNumbers}|`.includes(`|${joined}|`)) return 10;
  return joinedNumbers.includes(`|${joined}`) ? 8 : 4;
}

/** Inserts into the sorted list of the best, which has `limit` entries at most. */
function keepBest(best: Ranked[], one: Ranked, limit: number): void {
  if (best.length === limit && one.score <= (best.at(-1)?.score ?? 0)) return;
  const at = best.findIndex(({ score }) => score < one.score);
  best.splice(at < 0 ? best.length : at, 0, one);
  if (best.length > limit) best.pop();
}

const numberOf = (entry: Entry, joined: string): string | null => entry.numbers.find((number) => squeeze(number).includes(joined)) ?? null;

function mendWords({ lexicon }: Directory, text: string): string {
  return wordsOf(text)
    .flatMap((word) => (lexicon.known.has(word) ? [word] : (word.match(/\d+|[^\d]+/gu) ?? [])))
    .map((word) => mendWord(lexicon, word))
    .join(' ');
}

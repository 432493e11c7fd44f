import { correct, wordsOf } from '../shelf/index.ts';
import type { Directory, Entry } from './directory.ts';
import { atomsOf, squeeze } from './names.ts';

/** A model that what was typed may mean, and its number if that was typed. */
export type ModelHit = { entry: Entry; number: string | null };

type Ranked = ModelHit & { rank: number };

const MIN_NUMBER = 3;

const isNumberLike = (joined: string): boolean => joined.length >= MIN_NUMBER && /\d/u.test(joined) && /\p{L}/u.test(joined);

const numberOf = (entry: Entry, joined: string): string | null => entry.numbers.find((number) => squeeze(number).includes(joined)) ?? null;

/** How well a name fits: null when not at all. */
const rankName = ({ bare, whole, pieces }: Entry, joined: string, atoms: readonly string[]): number | null => {
  if (bare === joined || whole === joined) return 9;
  if (bare.startsWith(joined) || whole.startsWith(joined)) return 7;
  const last = atoms.length - 1;
  if (atoms.every((atom, index) => pieces.includes(index === last ? ` ${atom}` : ` ${atom} `))) {
    return atoms.every((atom) => pieces.includes(` ${atom} `)) ? 6 : 5;
  }
  return joined.length >= MIN_NUMBER && whole.includes(joined) ? 3 : null;
};

const rankNumber = ({ joinedNumbers }: Entry, joined: string): number | null => {
  const at = joinedNumbers.indexOf(joined);
  if (at < 0) return null;
  if (`${joinedNumbers}|`.includes(`|${joined}|`)) return 10;
  return joinedNumbers.includes(`|${joined}`) ? 8 : 4;
};

const yearOf = ({ released }: Entry): number => Number(released?.slice(0, 4) ?? 0);

/** The likeliest first: by fit, then those that the shop itself wrote down, then the newest. */
const inOrder = (one: Ranked, other: Ranked): number =>
  other.rank - one.rank ||
  Number(other.entry.origin === 'shop') - Number(one.entry.origin === 'shop') ||
  yearOf(other.entry) - yearOf(one.entry) ||
  one.entry.whole.length - other.entry.whole.length ||
  (one.entry.id < other.entry.id ? -1 : 1);

const suggestExactly = ({ entries }: Directory, words: string, limit: number): ModelHit[] => {
  const atoms = atomsOf(words).map(({ text }) => text);
  const joined = atoms.join('');
  if (joined === '') return [];
  const found: Ranked[] = [];
  const mayBeNumber = isNumberLike(joined);
  for (const entry of entries) {
    const byName = rankName(entry, joined, atoms);
    const byNumber = mayBeNumber ? rankNumber(entry, joined) : null;
    if (byName === null && byNumber === null) continue;
    const isByNumber = (byNumber ?? 0) > (byName ?? 0);
    found.push({ entry, number: isByNumber ? numberOf(entry, joined) : null, rank: Math.max(byName ?? 0, byNumber ?? 0) });
  }
  return found
    .sort(inOrder)
    .slice(0, limit)
    .map(({ entry, number }) => ({ entry, number }));
};

const mend = ({ vocabulary }: Directory, word: string): string =>
  vocabulary.words.has(word) ? word : (correct(vocabulary, word, (posting) => posting.model?.length ?? 0) ?? word);

/** The models that what was typed so far most likely means, by name or by number; slips are forgiven where nothing fits as it stands. */
export const suggestModels = (directory: Directory, typed: string, limit: number): ModelHit[] => {
  const found = suggestExactly(directory, typed, limit);
  if (found.length > 0) return found;
  const mended = wordsOf(typed)
    .flatMap((word) => (directory.vocabulary.words.has(word) ? [word] : (word.match(/\d+|[^\d]+/gu) ?? [])))
    .map((word) => mend(directory, word));
  return suggestExactly(directory, mended.join(' '), limit);
};

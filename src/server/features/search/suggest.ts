import { pause } from '../../turns.ts';
import type { IndexState, Model } from './index-state.ts';
import { understand } from './understand.ts';
import { correct } from './vocabulary.ts';
import { countDifferent, distanceOf, lettersOf, wordsOf, wordsOfName } from './words.ts';

/** A model, or a whole brand (`modelName` null), as a completion of what was typed so far. */
export type Suggested = { category: number; modelName: number | null; listings: number };

/** Longer searches are cut. */
const MAX_TYPED = 40;
/** Of a shop that names each phone differently, not all names are compared. */
const MOST_COMPARED = 300;
/** So many names are ranked before requests are served in between. */
const NAMES_A_TURN = 2000;

type Ranked = Suggested & { rank: number };

/** Completions of what was typed, best match first and then the most offered; tolerates typos. */
export async function suggest(state: IndexState, typed: string, limit: number): Promise<Suggested[]> {
  const found = await suggestExactly(state, wordsOf(typed), limit);
  if (found.length > 0) return found;
  const mended = wordsOf(typed).map((word) => mend(state, word));
  return suggestExactly(state, mended, limit);
}

async function suggestExactly(state: IndexState, words: string[], limit: number): Promise<Suggested[]> {
  const beginning = words.at(-1);
  if (beginning === undefined) return [];
  const finished = words.slice(0, -1);
  const letters = lettersOf(words.join(''));
  const byName = new Map<string, Ranked>();
  for (let number = 0; number < state.models.length; number += 1) {
    if (number % NAMES_A_TURN === NAMES_A_TURN - 1) await pause();
    const model = state.models[number];
    const listings = state.values.model.live[number] ?? 0;
    // Most lack some of the letters, which the bit sets tell without a comparison.
    if (!model || listings === 0 || ((model.letters | model.brandLetters) & letters) !== letters) continue;
    const rank = rankOf(model, finished, beginning);
    if (rank === null) continue;
    const { category, name } = model;
    const key = `${category} ${name}`;
    const known = byName.get(key);
    byName.set(key, { category, modelName: name, listings: listings + (known?.listings ?? 0), rank: Math.max(rank, known?.rank ?? 0) });
  }
  // Texts, because numbers differ between processes.
  const nameOf = ({ modelName }: Ranked): string => state.modelNames.keys[modelName ?? -1] ?? '';
  const models = [...byName.values()].sort((one, other) => other.rank - one.rank || other.listings - one.listings || (nameOf(one) < nameOf(other) ? -1 : 1));
  const brands = finished.length > 0 ? [] : brandsThatBegin(state, beginning);
  return [...brands, ...models].slice(0, limit).map(({ category, modelName, listings }) => ({ category, modelName, listings }));
}

/** How well a model's words match each typed word, of which the last may be unfinished: null if not at all. */
function rankOf({ words: own, joined, brandWords }: Model, finished: readonly string[], beginning: string): number | null {
  for (const word of finished) if (!own.includes(word) && !brandWords.includes(word) && !joined.includes(word)) return null;
  if (own.includes(beginning)) return 4;
  if (joined.startsWith(beginning)) return 3;
  if (own.some((word) => word.startsWith(beginning))) return 2;
  if (brandWords.some((word) => word.startsWith(beginning))) return finished.length > 0 ? 2 : 1;
  return joined.includes(beginning) && beginning.length >= 3 ? 1 : null;
}

function brandsThatBegin({ categories, categoryNames }: IndexState, beginning: string): Ranked[] {
  return categoryNames.flatMap((name, category) => {
    const listings = categories.live[category] ?? 0;
    const begins = wordsOfName(name).some((word) => word.startsWith(beginning));
    return begins && listings > 0 ? [{ category, modelName: null, listings, rank: 5 }] : [];
  });
}

function mend(state: IndexState, word: string): string {
  if (state.vocabulary.words.has(word)) return word;
  const near = correct(state.vocabulary, word, (posting) => posting.model?.length ?? 0);
  return near ?? word;
}

/** Models that may be meant by a search with too few results: those whose names begin like it, or else the closest ones. */
export async function likelyModels(state: IndexState, search: string, limit: number): Promise<Suggested[]> {
  const completed = await suggestExactly(state, wordsOf(search), limit);
  const models = completed.filter(({ modelName }) => modelName !== null);
  return models.length > 0 ? models : nearestModels(state, search, limit);
}

function nearestModels(state: IndexState, search: string, limit: number): Suggested[] {
  const typed = understand(state, search).folded.replaceAll(' ', '').slice(0, MAX_TYPED);
  const near = comparable(state, typed).flatMap(({ category, name, joined, listings }) => {
    // At least half of what was typed must be right: two edits turn “s2” into any other two characters.
    const most = Math.min(mostEdits(joined), Math.floor(typed.length / 2));
    const distance = distanceOf(typed, joined, most);
    return distance <= most ? [{ category, modelName: name, listings, distance }] : [];
  });
  near.sort((one, other) => one.distance - other.distance || other.listings - one.listings);
  const once = [...new Map(near.map((one) => [one.modelName, one])).values()];
  return once.slice(0, limit).map(({ category, modelName, listings }) => ({ category, modelName, listings }));
}

const mostEdits = (joined: string): number => Math.max(2, Math.floor(joined.length / 3));

/** The models that may be near by their lengths and letters: of very many, those with the most letters in common, since comparing names takes long. */
function comparable({ models, values }: IndexState, typed: string) {
  const letters = lettersOf(typed);
  const byDifference: { category: number; name: number; joined: string; listings: number }[][] = [];
  for (const [number, { category, name, joined, letters: own }] of models.entries()) {
    const listings = values.model.live[number] ?? 0;
    if (listings === 0 || joined === '' || Math.abs(joined.length - typed.length) > 4) continue;
    const difference = countDifferent(letters, own);
    if (difference > 2 * mostEdits(joined)) continue;
    byDifference[difference] ??= [];
    if ((byDifference[difference]?.length ?? 0) < MOST_COMPARED) byDifference[difference]?.push({ category, name, joined, listings });
  }
  return byDifference.flat().slice(0, MOST_COMPARED);
}

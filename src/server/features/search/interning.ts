import type { IndexState } from './index-state.ts';
import { addText, addWords, type Dimension, intern } from './vocabulary.ts';
import { lettersOf, piecesOf, spellingsOf, wordsOf } from './words.ts';

const SIZE = /(?<!\d)(\d+)(?:gb|tb)/gu;
/** People leave out the unit (`iphone 12 256`); below this, a number is more likely part of a model’s name. */
const MIN_BARE_GB = 16;

/** Shorter ones are more often parts of names than model numbers. */
const MIN_NUMBER = 4;

/** The number of a brand's model by its name as written; indexes a new one by its words. */
export function internModel(state: IndexState, category: number, brandKey: string, modelKey: string): number {
  const ofBrand = modelNumbersOf(state, category, brandKey);
  const known = ofBrand.get(modelKey);
  if (known !== undefined) return known;
  const number = intern(state.values.model, `${category}\n${brandKey}\n${modelKey}`);
  ofBrand.set(modelKey, number);
  const brandWords = [...new Set([...wordsOf(state.categoryNames[category] ?? ''), ...wordsOf(brandKey)])];
  const all = wordsOf(modelKey);
  const words = all.filter((word) => !brandWords.includes(word));
  const name = intern(state.modelNames, modelKey);
  state.nameCategories[name] ??= category;
  const pairs = words.slice(1).map((word, at) => (words[at] ?? '') + word);
  const joined = words.join('');
  const spelled = { words, pieces: words.map(piecesOf), pairs, joined, letters: lettersOf(joined), brandLetters: lettersOf(brandWords.join('')) };
  state.models[number] = { category, name, ...spelled, brandWords, weights: null, weighedAmong: 0 };
  state.modelsOfCategory[category] ??= [];
  state.modelsOfCategory[category].push(number);
  countNames(state, category, words);
  for (const piece of new Set(spelled.pieces.flat())) addTo(state.names.byPiece, piece, number);
  addWords(
    state.vocabulary,
    'model',
    number,
    new Set([...spellingsOf(all), ...spellingsOf(words), ...spellingsOf(brandWords)]),
    new Set([...all, ...brandWords]),
  );
  return number;
}

/** The numbers of a brand's models, for this spelling of the brand. */
function modelNumbersOf({ modelNumbers }: IndexState, category: number, brandKey: string): Map<string, number> {
  modelNumbers[category] ??= new Map();
  const ofCategory = modelNumbers[category];
  const known = ofCategory.get(brandKey);
  if (known) return known;
  const made = new Map<string, number>();
  ofCategory.set(brandKey, made);
  return made;
}

function countNames({ names }: IndexState, category: number, words: string[]): void {
  names.byBrand[category] ??= new Map();
  names.counts[category] = (names.counts[category] ?? 0) + 1;
  for (const counted of [names.all, names.byBrand[category] ?? names.all]) for (const word of new Set(words)) counted.set(word, (counted.get(word) ?? 0) + 1);
}

function addTo(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list) list.push(number);
  else lists.set(key, [number]);
}

/** The number of a text; indexes a new one by its words. */
export function internText(state: IndexState, dimension: Exclude<Dimension, 'model'>, key: string): number {
  const values = state.values[dimension];
  const before = values.keys.length;
  const number = intern(values, key);
  if (number < before) return number;
  if (dimension !== 'number') addText(state.vocabulary, dimension, number, key);
  if (dimension === 'storage') {
    const bare = [...key.matchAll(SIZE)].map(([, size]) => size ?? '').filter((size) => Number(size) >= MIN_BARE_GB);
    addWords(state.vocabulary, dimension, number, new Set(bare), new Set());
  }
  if (dimension === 'number') addWords(state.vocabulary, dimension, number, numbersIn(key), new Set());
  return number;
}

/** Finds `g973f` and `smg973f` in `sm g973f ds`: words that are model numbers, alone or joined with their neighbors. */
function numbersIn(key: string): Set<string> {
  const words = wordsOf(key);
  const joined = words.flatMap((word, index) => {
    const two = word + (words[index + 1] ?? '');
    return [word, two, two + (words[index + 2] ?? '')];
  });
  return new Set(joined.filter((word) => word.length >= MIN_NUMBER && /\d/u.test(word)));
}

import type { IndexState, Model } from './index-state.ts';
import { isFiller } from './read-words.ts';
import type { Understood } from './understand.ts';
import { wordsOfName } from './words.ts';

/** How well a model's name matches the search: exactly the same, the whole name included, or a part of it (1 to 8, higher for a larger part). */
const SAME_NAME = 10;
const WHOLE_NAME = 9;
const PARTS = 7;

/** In a brand with at least this many models, a word in a quarter of their names is a product line, which people leave out. */
const LINE_SHARE = 0.25;
const OWN_SHARE = 0.9;
const MIN_MODELS = 8;
const LINE_WEIGHT = 0.3;
const FILLER_WEIGHT = 0.2;

/** Words that rarely distinguish phones with the same name. */
const ASIDES = new Set(['2g', '3g', '4g', '5g', 'lte', 'nfc', 'dual', 'sim', 'duos', 'global', 'international']);

export type Candidate = { model: number; score: number; share: number };

const MAX_CANDIDATES = 12;
/** So many models are weighed for one search. */
const MOST_WEIGHED = 4000;
const NAMED_BRAND = 1.6;
const IN_ORDER = 1.1;
const SCALE = 5;
const MAX_SCORE = 400;

/** The rank of each model that all words allow; 0 for the others. */
export function rankAllowed(state: IndexState, understood: Understood, allowed: Uint8Array): Uint8Array {
  const input = inputIn(understood);
  const ranks = new Uint8Array(allowed.length);
  const joined = understood.folded.replaceAll(' ', '');
  state.models.forEach((model, number) => {
    if (allowed[number] !== 1) return;
    const { share } = coverageOf(state, model, input);
    const isNamed = model.joined !== '' && (joined === model.joined || model.brandWords.some((brand) => joined === brand + model.joined));
    ranks[number] = isNamed ? SAME_NAME : share === 1 ? WHOLE_NAME : 1 + Math.floor(share * PARTS);
  });
  return ranks;
}

const inputIn = ({ words, phraseWords }: Understood): Set<string> => new Set([...words.map(({ text }) => text), ...phraseWords]);

/** How much of a model's name the search covers: the weight, and the share of the whole name (0 to 1). */
function coverageOf(state: IndexState, model: Model, input: ReadonlySet<string>): { share: number; weight: number } {
  const { words, pairs } = model;
  const weights = weightsOf(state, model);
  let [all, covered] = [0, 0];
  let isJoinedBefore = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const pair = pairs[index];
    const weight = weights[index] ?? 0;
    const isJoined = pair !== undefined && input.has(pair);
    const isWhole = isJoined || isJoinedBefore || input.has(word);
    all += weight;
    covered += isWhole ? weight : weight * shareInput(word, model.pieces[index] ?? [], input);
    isJoinedBefore = isJoined;
  }
  return { share: all === 0 ? 0 : covered / all, weight: covered };
}

/** The weight of each of a model's words, computed again once there are a tenth more models. */
function weightsOf(state: IndexState, model: Model): number[] {
  if (model.weights === null || state.models.length > model.weighedAmong * 1.1) {
    model.weights = model.words.map((word) => weigh(state, model.category, word));
    model.weighedAmong = state.models.length;
  }
  return model.weights;
}

/** How distinctive a word of a model's name is: the rarer among all names, the more. */
function weigh(state: IndexState, category: number, word: string): number {
  const rarity = Math.log2(1 + state.models.length / (state.names.all.get(word) ?? 1));
  const tellsLittle = ASIDES.has(word) || isFiller(word.replace(/(?<!\d)\d+$/u, ''));
  return rarity * (isLine(state, category, word) ? LINE_WEIGHT : 1) * (tellsLittle ? FILLER_WEIGHT : 1);
}

/** Whether a model's name only names a line of its brand's phones, such as Galaxy, or nothing but the brand. */
export function namesOnlyLine({ names }: IndexState, { category, words }: Model): boolean {
  return words.every((word) => !/\p{N}/u.test(word) && (names.byBrand[category]?.get(word) ?? 0) > 1);
}

function isLine({ names }: IndexState, category: number, word: string): boolean {
  const ofBrand = names.counts[category] ?? 0;
  return ofBrand >= MIN_MODELS && (names.byBrand[category]?.get(word) ?? 0) > ofBrand * LINE_SHARE;
}

/** Whether hardly any other brand has a word in its names: `Galaxy`, but not `Ultra`. */
const isOwn = ({ names }: IndexState, category: number, word: string): boolean =>
  (names.byBrand[category]?.get(word) ?? 0) >= (names.all.get(word) ?? 0) * OWN_SHARE;

/** The share of a word that the search has in parts: `pro` and `13` of `13pro`. */
function shareInput(word: string, pieces: readonly string[], input: ReadonlySet<string>): number {
  let letters = 0;
  for (const piece of pieces) if (input.has(piece)) letters += piece.length;
  return letters / word.length;
}

/**
 * The models that a long text is most likely about, best first: the more of a name it contains, and the more distinctive that part, the likelier. Only of
 * the brand that it names, if it names one.
 */
export function guessModels(state: IndexState, understood: Understood): Candidate[] {
  const input = inputIn(understood);
  const order = understood.words.map(({ text }) => text);
  const brands = brandsGiven(state, order);
  const seen = new Set<number>();
  const candidates: Candidate[] = [];
  // The rarest words first: if there are too many models, others than theirs are hardly meant.
  const postings = understood.words.map(({ posting }) => posting.model ?? []).toSorted((one, other) => one.length - other.length);
  for (const numbers of postings) {
    for (const number of numbers) {
      const model = state.models[number];
      if (seen.has(number) || !model || (state.values.model.live[number] ?? 0) === 0) continue;
      if (seen.size === MOST_WEIGHED) break;
      seen.add(number);
      const isOfBrand = brands.has(model.category) || model.brandWords.some((word) => order.includes(word));
      if (brands.size > 0 && !isOfBrand) continue;
      const { share, weight } = coverageOf(state, model, input);
      if (weight === 0) continue;
      const brand = isOfBrand ? NAMED_BRAND : 1;
      const isInOrder = model.words.every((word, index) => index === 0 || order.indexOf(word) >= order.indexOf(model.words[index - 1] ?? ''));
      candidates.push({ model: number, share, score: Math.min(MAX_SCORE, Math.round(weight * share ** 3 * brand * (isInOrder ? IN_ORDER : 1) * SCALE)) });
    }
  }
  candidates.sort((one, other) => other.score - one.score || one.model - other.model);
  const best = candidates[0]?.score ?? 0;
  return candidates.filter(({ score }) => score > 0 && score >= best * 0.3).slice(0, MAX_CANDIDATES);
}

/** Whether a word stands in a model's name or brand, or is two words of its name written as one. */
export const isInName = ({ words, pairs, brandWords }: Model, word: string): boolean =>
  brandWords.includes(word) || words.includes(word) || pairs.includes(word);

/** Whether a word names a brand. */
export const isBrandWord = ({ categoryNames }: IndexState, word: string): boolean =>
  categoryNames.some((name) => wordsOfName(name).includes(word) || wordsOfName(name).join('') === word);

/** The numbers of the brands that a search's words name, directly or by one of their product lines. */
function brandsGiven(state: IndexState, words: readonly string[]): Set<number> {
  const text = ` ${words.join(' ')} `;
  const lines = words.filter((word) => word.length > 3 && !isFiller(word));
  return new Set(
    state.categoryNames.flatMap((name, number) => {
      const own = wordsOfName(name);
      const isNamed = own.length > 0 && (text.includes(` ${own.join('')} `) || text.includes(` ${own.join(' ')} `));
      const isGiven = isNamed || lines.some((word) => isLine(state, number, word) && isOwn(state, number, word));
      return isGiven && (state.categories.live[number] ?? 0) > 0 ? [number] : [];
    }),
  );
}

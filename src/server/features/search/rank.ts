import { remember } from '../../remember.ts';
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
/** Models that are less likely than this part of the likeliest aren't meant. */
const LEAST_SHARE = 0.3;

/** How well each of these models' names matches the search. */
export function rankModels(state: IndexState, understood: Understood, numbers: Iterable<number>): Map<number, number> {
  const input = inputIn(understood);
  const ranks = new Map<number, number>();
  const joined = understood.folded.replaceAll(' ', '');
  for (const number of numbers) {
    const model = state.models[number];
    if (!model) continue;
    const { share } = coverageOf(state, model, input);
    const isNamed = model.joined !== '' && (joined === model.joined || model.brandWords.some((brand) => joined === brand + model.joined));
    ranks.set(number, isNamed ? SAME_NAME : share === 1 ? WHOLE_NAME : 1 + Math.floor(share * PARTS));
  }
  return ranks;
}

const inputIn = ({ words, phraseWords }: Understood): Set<string> => new Set([...words.map(({ text }) => text), ...phraseWords]);

/** The weight of what a search covers of a model's name, and its share of the whole name (0 to 1). */
type Coverage = { share: number; weight: number };

function coverageOf(state: IndexState, model: Model, input: ReadonlySet<string>): Coverage {
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
  // `phone2` tells as little as `phone`, but `a52` more than `a`.
  const tellsLittle = ASIDES.has(word) || isFiller(word) || isFiller(word.replace(/(?<=\p{L}\p{L})\d+$/u, ''));
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
  // The rarest words first: models that have none of them are hardly meant.
  const words = understood.words
    .map(({ text, posting }) => ({ text, numbers: [...(posting.model ?? []), ...(state.names.byPiece.get(text) ?? [])] }))
    .toSorted((one, other) => one.numbers.length - other.numbers.length);
  let best = 0;
  for (const [at, { numbers }] of words.entries()) {
    // Models that have none of the words before can't be likelier than if the rest were all of their names.
    const rest = [...words.slice(at).map(({ text }) => text), ...understood.phraseWords];
    const highest = toScore(mostLikely(rest.map((word) => reachOf(state, word))) * NAMED_BRAND * IN_ORDER);
    if (highest === 0 || highest < best * LEAST_SHARE) break;
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
      const score = toScore(likelihoodOf({ share, weight }) * brand * (isInOrder ? IN_ORDER : 1));
      best = Math.max(best, score);
      candidates.push({ model: number, share, score });
    }
  }
  candidates.sort((one, other) => other.score - one.score || one.model - other.model);
  return candidates.filter(({ score }) => score > 0 && score >= best * LEAST_SHARE).slice(0, MAX_CANDIDATES);
}

const toScore = (likelihood: number): number => Math.min(MAX_SCORE, Math.round(likelihood * SCALE));

const likelihoodOf = ({ share, weight }: Coverage): number => weight * share ** 3;

/** The most that a word alone covers of any model's name, and how likely it makes one at most. */
type Reach = { weight: number; likelihood: number };

const NO_REACH: Reach = { weight: 0, likelihood: 0 };

/** How likely these words together make any model at most: as likely as if they were its whole name. */
function mostLikely(all: Reach[]): number {
  const reaches = all.filter(({ weight }) => weight > 0);
  const [weight, likelihood] = (['weight', 'likelihood'] as const).map((key) => reaches.reduce((sum, reach) => sum + reach[key], 0));
  // The likelihood is the name's weight times the fourth power of the share, and (a + b)⁴ is at most 2³ (a⁴ + b⁴).
  return Math.min(weight ?? 0, reaches.length ** 3 * (likelihood ?? 0));
}

const reaches = new WeakMap<IndexState, { among: number; ofWord: Map<string, Reach> }>();

/** Computed again for each word once there are more models, because weights change with them. */
function reachOf(state: IndexState, word: string): Reach {
  const known = reaches.get(state);
  const current = known?.among === state.models.length ? known : { among: state.models.length, ofWord: new Map<string, Reach>() };
  if (current !== known) reaches.set(state, current);
  const before = current.ofWord.get(word);
  if (before) return before;
  const numbers = [...(state.vocabulary.words.get(word)?.model ?? []), ...(state.names.byPiece.get(word) ?? [])];
  // Anybody can search for other words, which would fill the memory.
  if (numbers.length === 0) return NO_REACH;
  const reach = numbers.length > MOST_WEIGHED ? { weight: Number.POSITIVE_INFINITY, likelihood: Number.POSITIVE_INFINITY } : findReach(state, word, numbers);
  current.ofWord.set(word, reach);
  return reach;
}

function findReach(state: IndexState, word: string, numbers: readonly number[]): Reach {
  const reach = { ...NO_REACH };
  const input = new Set([word]);
  for (const number of numbers) {
    const model = state.models[number];
    if (!model) continue;
    const coverage = coverageOf(state, model, input);
    reach.weight = Math.max(reach.weight, coverage.weight);
    reach.likelihood = Math.max(reach.likelihood, likelihoodOf(coverage));
  }
  return reach;
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
  const given = new Set<number>();
  state.categoryNames.forEach((name, number) => {
    const isNamed = spellingsOfBrand(name).some((spelling) => text.includes(spelling));
    const isGiven = isNamed || lines.some((word) => isLine(state, number, word) && isOwn(state, number, word));
    if (isGiven && (state.categories.live[number] ?? 0) > 0) given.add(number);
  });
  return given;
}

/** A brand's name between spaces, as one word and as several. */
const spellingsOfBrand = remember((name): readonly string[] => {
  const own = wordsOfName(name);
  return own.length === 0 ? [] : [...new Set([` ${own.join('')} `, ` ${own.join(' ')} `])];
});

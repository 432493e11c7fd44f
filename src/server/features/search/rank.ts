import type { IndexState, Model } from './index-state.ts';
import { FILLERS, type Understood } from './understand.ts';
import { wordsOf } from './words.ts';

/** How well the name of a model fits what was typed: called just so, its whole name said, or a part of it (1 to 8, the more the higher). */
const SAME_NAME = 10;
const WHOLE_NAME = 9;
const PARTS = 7;

/** Of a brand with so many models, a word that a quarter of them have names a line: people leave it out. */
const LINE_SHARE = 0.25;
const MIN_MODELS = 8;
const LINE_WEIGHT = 0.3;
const FILLER_WEIGHT = 0.2;

/** What tells phones of one name apart only now and then. */
const ASIDES = new Set(['2g', '3g', '4g', '5g', 'lte', 'nfc', 'dual', 'sim', 'duos', 'global', 'international']);

const PIECES = /\p{L}+|\d+/gu;

export type Candidate = { model: number; score: number; share: number };

const MAX_CANDIDATES = 12;
const NAMED_BRAND = 1.6;
const OTHER_BRAND = 0.4;
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
    const isNamed = joined === model.joined || model.brandWords.some((brand) => joined === brand + model.joined);
    ranks[number] = isNamed ? SAME_NAME : share === 1 ? WHOLE_NAME : 1 + Math.floor(share * PARTS);
  });
  return ranks;
}

const inputIn = ({ words }: Understood): Set<string> => new Set(words.map(({ text }) => text));

/** How much of a model's name was said: its weight, and its share of the whole name (0 to 1). */
function coverageOf(state: IndexState, model: Model, input: ReadonlySet<string>): { share: number; weight: number } {
  const { words } = model;
  const weights = weightsOf(state, model);
  let [all, covered] = [0, 0];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    const weight = weights[index] ?? 0;
    if (next !== undefined && input.has(word + next)) {
      const both = weight + (weights[index + 1] ?? 0);
      all += both;
      covered += both;
      index += 1;
    } else {
      all += weight;
      covered += input.has(word) ? weight : weight * shareInput(word, input);
    }
  }
  return { share: all === 0 ? 0 : covered / all, weight: covered };
}

/** The weight of each of a model's words, weighed anew when there are a tenth more models than then. */
function weightsOf(state: IndexState, model: Model): number[] {
  if (model.weights === null || state.models.length > model.weighedAmong * 1.1) {
    model.weights = model.words.map((word) => weigh(state, model.category, word));
    model.weighedAmong = state.models.length;
  }
  return model.weights;
}

/** How much a word of a model's name tells: the rarer it is among all names, the more. */
function weigh(state: IndexState, category: number, word: string): number {
  const rarity = Math.log2(1 + state.models.length / (state.names.all.get(word) ?? 1));
  const tellsLittle = ASIDES.has(word) || FILLERS.has(word.replace(/(?<!\d)\d+$/u, ''));
  return rarity * (isLine(state, category, word) ? LINE_WEIGHT : 1) * (tellsLittle ? FILLER_WEIGHT : 1);
}

function isLine({ names }: IndexState, category: number, word: string): boolean {
  const ofBrand = names.counts[category] ?? 0;
  return ofBrand >= MIN_MODELS && (names.byBrand[category]?.get(word) ?? 0) > ofBrand * LINE_SHARE;
}

/** The part of a word that was said in pieces: `pro` and `13` of `13pro`. */
function shareInput(word: string, input: ReadonlySet<string>): number {
  let letters = 0;
  for (const piece of word.match(PIECES) ?? []) if (piece !== word && input.has(piece)) letters += piece.length;
  return letters / word.length;
}

/** Which models a long text is most likely about, best first: the more of its name the text says, and the more that name tells, the likelier. */
export function guessModels(state: IndexState, understood: Understood): Candidate[] {
  const input = inputIn(understood);
  const order = understood.words.map(({ text }) => text);
  const brands = brandsGiven(state, input);
  const seen = new Set<number>();
  const candidates: Candidate[] = [];
  for (const { posting } of understood.words) {
    for (const number of posting.model ?? []) {
      const model = state.models[number];
      if (seen.has(number) || !model || (state.values.model.live[number] ?? 0) === 0) continue;
      seen.add(number);
      const { share, weight } = coverageOf(state, model, input);
      if (weight === 0) continue;
      const isOfBrand = brands.has(model.category) || model.brandWords.some((word) => input.has(word));
      const brand = isOfBrand ? NAMED_BRAND : brands.size > 0 ? OTHER_BRAND : 1;
      const isInOrder = model.words.every((word, index) => index === 0 || order.indexOf(word) >= order.indexOf(model.words[index - 1] ?? ''));
      candidates.push({ model: number, share, score: Math.min(MAX_SCORE, Math.round(weight * share ** 3 * brand * (isInOrder ? IN_ORDER : 1) * SCALE)) });
    }
  }
  candidates.sort((one, other) => other.score - one.score || one.model - other.model);
  const best = candidates[0]?.score ?? 0;
  return candidates.filter(({ score }) => score > 0 && score >= best * 0.3).slice(0, MAX_CANDIDATES);
}

/** Of every brand that is named, by itself or by one of its lines, the number. */
function brandsGiven(state: IndexState, input: ReadonlySet<string>): Set<number> {
  return new Set(
    state.categoryNames.flatMap((name, number) => {
      const words = wordsOf(name);
      const isNamed = words.length > 0 && (input.has(words.join('')) || words.every((word) => input.has(word)));
      const isGiven = isNamed || [...input].some((word) => word.length > 3 && isLine(state, number, word));
      return isGiven && (state.categories.live[number] ?? 0) > 0 ? [number] : [];
    }),
  );
}

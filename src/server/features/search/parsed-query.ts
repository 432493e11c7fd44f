import type { SearchFilters } from '../../ports/search-engine.ts';
import type { IndexState } from './index-state.ts';
import { createListingFilter, type Demands, NO_DEMANDS, NO_FILTERS } from './listing-filter.ts';
import { selectRows } from './pages.ts';
import { type Candidate, guessModels, isBrandWord, isInName, namesOnlyLine } from './rank.ts';
import { isFiller, mainDimension, type Word } from './read-words.ts';
import { needsFacts, type Requirement, type Test, testsOfRequirement } from './requirements.ts';
import { type Understood, understand } from './understand.ts';
import { DIMENSIONS, type Dimension } from './vocabulary.ts';

/** What a search looks for among the phones currently on sale. */
export type ParsedQuery = {
  understood: Understood;
  /** Whether something on sale has all words; or only some, so that models were guessed; or none. */
  kind: 'all' | 'guessed' | 'nothing';
  /** Words that every result must contain. */
  words: Word[];
  /** The only models to return; null: any. */
  models: number[] | null;
  /** What every result must have, and how that is tested. */
  required: Requirement[];
  tests: Test[][];
  /** How many bytes its tests take. */
  bytes: number;
  /** What only ranks the results of a guess, like its words. */
  preferred: Requirement[];
  /** What nothing on sale has, and so is not required. */
  unmet: Requirement[];
  /** How well a row matches the guess, and how well one of this model can at most. */
  scoreOf(row: number): number;
  mostOf(model: number): number;
  /** Adds the bounds that the search itself names to the filters. */
  narrow(filters: SearchFilters): SearchFilters;
};

/** The bonus for a listing that also has what the search names besides the model. */
const BONUS: Partial<Record<Dimension, number>> = { storage: 3, ram: 2, color: 2, number: 6, condition: 1, place: 1 };
const MAX_BONUS = 20;
const REQUIREMENT_BONUS = 1;

/** Whether parsing a search needs the listings' facts. */
export const asksForFacts = (state: IndexState, search: string): boolean => understand(state, search).requirements.some(needsFacts);

/** What words say of a phone: if not all fit, the last are left out. */
const IMPORTANCE = ['brand', 'model', 'number', 'storage', 'ram', 'place', 'condition', 'color'] as const;

/**
 * Parses a search: returns all its words if something on sale has them all, otherwise the models it is most likely about. Requirements that nothing among
 * those has are left out.
 */
export function parseQuery(state: IndexState, search: string): ParsedQuery {
  const understood = understand(state, search);
  const parsed = parseWords(state, understood);
  const required: Requirement[] = [];
  const unmet: Requirement[] = [];
  const tests: Test[][] = [];
  for (const requirement of understood.requirements) {
    const isVague = requirement.condition.about === 'price' && requirement.condition.isVague === true;
    const more = testsOfRequirement(state, requirement);
    const isTested = parsed.kind !== 'nothing' && (isVague || more.length > 0);
    const filters = isVague ? narrowBy([requirement], NO_FILTERS) : NO_FILTERS;
    if (isTested && !anyFits(state, { ...parsed, tests: [...tests, ...more] }, filters)) unmet.push(requirement);
    else {
      required.push(requirement);
      tests.push(...more);
    }
  }
  const bytes = tests.flat().reduce((sum, { table }) => sum + table.length, 0);
  const narrow = (filters: SearchFilters): SearchFilters => narrowBy(required, filters);
  if (parsed.kind !== 'guessed') return { ...parsed, understood, required, tests, bytes, preferred: [], unmet, narrow };
  const bonus = bonusFor(tests);
  const scoreOf = (row: number): number => parsed.scoreOf(row) + bonus.scoreOf(row);
  const mostOf = (model: number): number => parsed.mostOf(model) + bonus.mostOf();
  return { ...parsed, understood, required: [], tests: [], bytes, preferred: required, unmet, narrow, scoreOf, mostOf };
}

/** Adds the bounds that requirements name to the filters. */
export function narrowBy(required: Requirement[], filters: SearchFilters): SearchFilters {
  const narrowed = { ...filters };
  for (const { condition } of required) {
    if (condition.about === 'price') {
      narrowed.priceFrom = most(narrowed.priceFrom, condition.from);
      narrowed.priceTo = least(narrowed.priceTo, condition.to);
    }
    if (condition.about === 'updates') narrowed.monthsLeft = most(narrowed.monthsLeft, condition.months);
    if (condition.about === 'verified') narrowed.verified = true;
  }
  return narrowed;
}

type ParsedWords = Pick<ParsedQuery, 'kind' | 'words' | 'models' | 'scoreOf' | 'mostOf'>;

function parseWords(state: IndexState, understood: Understood): ParsedWords {
  const whole = { scoreOf: () => 0, mostOf: () => 0, models: null };
  const specific = understood.words.filter(({ text }) => !isFiller(text));
  if (specific.length === 0) return { ...whole, kind: understood.isAnyPhone || understood.requirements.length > 0 ? 'all' : 'nothing', words: [] };
  const candidates = guessModels(state, understood);
  const named = namedIn(state, understood, candidates);
  // Everyday words only count inside the name of a model.
  const words = candidates.some(({ share }) => share === 1) ? understood.words : specific;
  // If a whole model is named, others that happen to contain all the words weren't meant.
  if (anyFits(state, { words, models: named.length > 0 ? named : null })) return { ...whole, kind: 'all', words };
  const numbers = words.filter(isNumber);
  if (numbers.length > 0 && anyFits(state, { words: numbers })) return { ...whole, kind: 'guessed', words: numbers, ...bonusOf(state, words) };
  const guessed = guess(state, understood, candidates);
  if (guessed) return { ...whole, ...guessed };
  return { ...whole, kind: 'guessed', words: asManyAsFit(state, words) };
}

/** The models whose whole names the search gives: those that have most of its words, then the likeliest. */
function namedIn(state: IndexState, { words }: Understood, candidates: Candidate[]): number[] {
  const best = candidates[0]?.score;
  const whole = candidates.flatMap(({ model: number, share, score }) => {
    const model = state.models[number];
    if (!model || share !== 1 || namesOnlyLine(state, model)) return [];
    return [{ number, score, found: words.filter(({ text }) => isInName(model, text)).length }];
  });
  if (!whole.some(({ score }) => score === best)) return [];
  const most = Math.max(...whole.map(({ found }) => found));
  const named = whole.filter(({ found }) => found === most);
  return named.filter(({ score }) => score === named[0]?.score).map(({ number }) => number);
}

const most = (one: number | null, other: number | null): number | null => (one === null ? other : other === null ? one : Math.max(one, other));

const least = (one: number | null, other: number | null): number | null => (one === null ? other : other === null ? one : Math.min(one, other));

function anyFits(state: IndexState, demands: Partial<Demands>, filters: SearchFilters = NO_FILTERS): boolean {
  return selectRows(state, createListingFilter(state, filters, { ...NO_DEMANDS, ...demands }), 'newest', { limit: 1, after: null }).length > 0;
}

/** Whether a word is a model's number, such as SM-G973F, and nothing else. */
function isNumber({ text, posting }: Word): boolean {
  return text.length >= 4 && posting.number !== undefined && posting.model === undefined && /\p{L}/u.test(text) && /\d/u.test(text);
}

type Bonus = { scoreOf(row: number): number; mostOf(): number };

function bonusOf(state: IndexState, words: Word[]): Bonus {
  const { columns } = state.rows;
  const tests = words.flatMap(({ posting }) =>
    DIMENSIONS.flatMap((dimension) => {
      const numbers = dimension === 'model' ? undefined : posting[dimension];
      return numbers === undefined ? [] : [{ column: columns[dimension], numbers: new Set(numbers), worth: BONUS[dimension] ?? 1 }];
    }),
  );
  const most = Math.min(
    MAX_BONUS,
    tests.reduce((sum, { worth }) => sum + worth, 0),
  );
  return {
    scoreOf(row) {
      let sum = 0;
      for (const { column, numbers, worth } of tests) if (numbers.has(column[row] ?? 0)) sum += worth;
      return Math.min(MAX_BONUS, sum);
    },
    mostOf: () => most,
  };
}

function bonusFor(tests: Test[][]): Bonus {
  return {
    scoreOf: (row) => tests.filter((any) => any.some(({ column, table }) => table[column[row] ?? 0] === 1)).length * REQUIREMENT_BONUS,
    mostOf: () => tests.length * REQUIREMENT_BONUS,
  };
}

function guess(state: IndexState, understood: Understood, candidates: Candidate[]): ParsedWords | null {
  if (candidates.length === 0) return null;
  const scores = new Map(candidates.map(({ model, score }) => [model, score]));
  const bonus = bonusOf(state, understood.words);
  const { model } = state.rows.columns;
  return {
    kind: 'guessed',
    words: [],
    models: candidates.map((candidate) => candidate.model),
    scoreOf: (row) => (scores.get(model[row] ?? 0) ?? 0) + bonus.scoreOf(row),
    mostOf: (number) => (scores.get(number) ?? 0) + bonus.mostOf(),
  };
}

/** Without a named model: as many of the words as occur together, those first that say most of the phone, in whatever order they were typed. */
function asManyAsFit(state: IndexState, words: Word[]): Word[] {
  const fitting: Word[] = [];
  const byImportance = words.map((word) => ({ word, importance: IMPORTANCE.indexOf(kindOf(state, word)) }));
  byImportance.sort((one, other) => one.importance - other.importance || (one.word.text < other.word.text ? -1 : 1));
  for (const { word } of byImportance) if (anyFits(state, { words: [...fitting, word] })) fitting.push(word);
  return fitting;
}

function kindOf(state: IndexState, { text, posting }: Word): (typeof IMPORTANCE)[number] {
  if (text.split(' or ').some((part) => isBrandWord(state, part))) return 'brand';
  const dimension = mainDimension(state, posting);
  return dimension === 'model' && !/\p{L}/u.test(text) ? 'number' : dimension;
}

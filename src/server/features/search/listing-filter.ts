import type { SearchFilters } from '../../ports/search-engine.ts';
import type { IndexState } from './index-state.ts';
import { bitsOf } from './listing-facts.ts';
import { intersect, type ModelSet, tableOf } from './model-sets.ts';
import type { Word } from './read-words.ts';
import type { Column, Test } from './requirements.ts';
import { spotsWithin } from './spots.ts';
import { DIMENSIONS, type Dimension, type Values } from './vocabulary.ts';

export const TEXT_GROUPS = ['model', 'storage', 'condition', 'color', 'ram', 'place'] as const;
type TextGroup = (typeof TEXT_GROUPS)[number];
export type Group = TextGroup | 'brand' | 'year';

/** Filters that match everything. */
export const NO_FILTERS: SearchFilters = {
  categoryId: null,
  categoryIds: null,
  texts: { model: [], storage: [], condition: [], color: [], ram: [], place: [] },
  years: [],
  checks: [],
  priceFrom: null,
  priceTo: null,
  verified: false,
  monthsLeft: null,
  month: 0,
  near: null,
  withinKm: null,
};

const PRICE = 1;
const VERIFIED = 2;
const UPDATES = 4;
const FIRST_GROUP = 8;
export const BITS = { price: PRICE, verified: VERIFIED, updates: UPDATES };

export type ListingFilter = {
  /** Matching models; null: all. */
  models: ModelSet | null;
  /** Those of them with sorted rows that may have all words, and that may pass all filters, too; null: all. */
  named: ModelSet | null;
  likely: ModelSet | null;
  /** A row must pass one test of each entry. */
  words: Test[][];
  groups: (Test & { group: Group | 'distance' | 'checks'; bit: number })[];
  priceFrom: number;
  priceTo: number;
  /** Allowed sellers; null: any. */
  verified: Uint8Array | null;
  /** The month until which there must be security updates; 0: any. */
  updatesFrom: number;
  month: number;
};

/** Known years are below this. */
export const YEARS = 2100;

/** What a search demands of a listing besides its filters: every word somewhere in it, one of the models, and one test of each entry. */
export type Demands = { words: readonly Word[]; models: readonly number[] | null; tests: readonly Test[][] };

export const NO_DEMANDS: Demands = { words: [], models: null, tests: [] };

/** Compiles filters and a search's demands. */
export function createListingFilter(state: IndexState, filters: SearchFilters, { words, models: among, tests: others }: Demands): ListingFilter {
  const lists: (readonly number[])[] = words.filter(modelOnly).map(({ posting }) => posting.model ?? []);
  if (among !== null) lists.push(among);
  if (filters.categoryId !== null) lists.push(state.modelsOfCategory[state.categories.numbers.get(filters.categoryId) ?? -1] ?? []);
  const models = lists.length === 0 ? null : intersect(state.models.length, lists);
  const tests = words.filter((word) => !modelOnly(word)).map((word) => testsOf(state, word));
  const groups = groupsOf(state, filters);
  const named = tests.reduce((before: ModelSet | null, any) => modelsWith(state, before, any), models);
  return {
    models,
    named,
    likely: groups.reduce((before: ModelSet | null, test) => modelsWith(state, before, [test]), named),
    words: [...tests, ...others],
    groups,
    priceFrom: filters.priceFrom ?? 0,
    priceTo: filters.priceTo ?? Number.MAX_SAFE_INTEGER,
    verified: filters.verified ? state.verified : null,
    updatesFrom: filters.monthsLeft === null ? 0 : filters.month + filters.monthsLeft,
    month: filters.month,
  };
}

/** Those of the models that have sorted rows which may pass one of the tests; null: all. */
function modelsWith({ models, orders: { modelsOf } }: IndexState, among: ModelSet | null, tests: Test[]): ModelSet | null {
  const table = new Uint8Array(models.length);
  const numbers: number[] = [];
  const add = (model: number): void => {
    if (table[model] === 1 || (among !== null && among.table[model] !== 1)) return;
    table[model] = 1;
    numbers.push(model);
  };
  for (const { dimension, numbers: values = [] } of tests) {
    if (dimension === undefined) return among;
    if (dimension === 'model') for (const model of values) add(model);
    else {
      const { models: inOrder, starts } = modelsOf[dimension];
      for (const value of values) for (let place = starts[value] ?? 0; place < (starts[value + 1] ?? 0); place += 1) add(inOrder[place] ?? 0);
    }
  }
  return { numbers, table };
}

const modelOnly = ({ posting }: Word): boolean => DIMENSIONS.every((dimension) => dimension === 'model' || posting[dimension] === undefined);

function testsOf(state: IndexState, { posting }: Word): Test[] {
  return (Object.keys(posting) as Dimension[]).map((dimension) => {
    const numbers = posting[dimension] ?? [];
    return { dimension, numbers, column: state.rows.columns[dimension], table: tableOf(state.values[dimension].keys.length, numbers) };
  });
}

function groupsOf(state: IndexState, { texts, years, checks, categoryIds, near, withinKm }: SearchFilters): ListingFilter['groups'] {
  const { columns } = state.rows;
  const groups: ListingFilter['groups'] = [];
  const add = (group: Group | 'distance' | 'checks', column: Column, length: number, numbers: readonly number[], dimension?: Dimension) =>
    groups.push({ group, column, numbers, table: tableOf(length, numbers), bit: FIRST_GROUP << groups.length, ...(dimension && { dimension }) });
  for (const group of TEXT_GROUPS) {
    const keys = texts[group];
    if (keys.length === 0) continue;
    const numbers = group === 'model' ? modelsCalled(state, keys) : numbersOf(state.values[group], keys);
    add(group, columns[group], state.values[group].keys.length, numbers, group);
  }
  if (categoryIds !== null) add('brand', columns.category, state.categories.keys.length, numbersOf(state.categories, categoryIds));
  if (years.length > 0) add('year', columns.year, YEARS, years);
  if (checks.length > 0) {
    const { values } = state.facts.flags;
    const all = bitsOf(checks);
    const meeting = values.flatMap((flags, number) => ((flags & all) === all ? [number] : []));
    add('checks', columns.flags, values.length, meeting);
  }
  if (near !== null && withinKm !== null) add('distance', columns.spot, state.spots.keys.length, spotsWithin(state.spots, near, withinKm));
  return groups;
}

function modelsCalled(state: IndexState, keys: string[]): number[] {
  const names = new Set(numbersOf(state.modelNames, keys));
  return state.models.flatMap((model, number) => (names.has(model.name) ? [number] : []));
}

const numbersOf = ({ numbers }: Values, keys: string[]): number[] => keys.flatMap((key) => numbers.get(key) ?? []);

/** Whether a row is on sale and matches everything except the filters. */
export function fits(state: IndexState, { models, words }: ListingFilter, row: number): boolean {
  const { columns } = state.rows;
  if (columns.alive[row] !== 1) return false;
  if (models !== null && models.table[columns.model[row] ?? 0] !== 1) return false;
  for (const tests of words) {
    let found = false;
    for (const { column, table } of tests)
      if (table[column[row] ?? 0] === 1) {
        found = true;
        break;
      }
    if (!found) return false;
  }
  return true;
}

/** Whether a row is on sale and matches everything. */
export function matches(state: IndexState, listingFilter: ListingFilter, row: number): boolean {
  if (!fits(state, listingFilter, row)) return false;
  const { groups, priceFrom, priceTo, verified, updatesFrom } = listingFilter;
  const { columns } = state.rows;
  const price = columns.price[row] ?? 0;
  if (price < priceFrom || price > priceTo || (columns.updates[row] ?? 0) < updatesFrom) return false;
  for (const { column, table } of groups) if (table[column[row] ?? 0] !== 1) return false;
  return verified === null || verified[columns.seller[row] ?? 0] === 1;
}

/** Whether no filter narrows the rows further. */
export function isUnfiltered(listingFilter: ListingFilter): boolean {
  const { groups, verified, updatesFrom } = listingFilter;
  return groups.length === 0 && !isPriced(listingFilter) && verified === null && updatesFrom === 0;
}

export const isPriced = ({ priceFrom, priceTo }: ListingFilter): boolean => priceFrom > 0 || priceTo < Number.MAX_SAFE_INTEGER;

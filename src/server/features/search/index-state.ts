import { orderByPrice } from './prices.ts';
import type { IndexRow } from './queries.ts';
import { append, createRows, findRow, idOf, type Rows, sortRows } from './rows.ts';
import { addText, addWords, createValues, createVocabulary, DIMENSIONS, type Dimension, intern, type Values, type Vocabulary } from './vocabulary.ts';
import { spellingsOf, wordsOf } from './words.ts';

/** A model of a brand as sellers write it. */
export type Model = {
  category: number;
  /** Its number among the names of all models, whatever the brand. */
  name: number;
  /** The words of its name; those of its brand beside them are left out. */
  words: string[];
  /** The same as people may write it in one. */
  joined: string;
  /** Brand and category. */
  brandWords: string[];
  /** How much each of its words tells, as of so many models. */
  weights: number[] | null;
  weighedAmong: number;
};

/** Everything on sale, as one process holds it in memory to search and count. */
export type IndexState = {
  rows: Rows;
  values: Record<Dimension, Values>;
  vocabulary: Vocabulary;
  models: Model[];
  /** By category, brand and name as they are written. */
  modelNumbers: Map<string, Map<string, number>>[];
  modelNames: Values;
  /** The brand that a model's name was first seen of. */
  nameCategories: number[];
  /** In how many models' names each word stands: of all brands, and of each. */
  names: { all: Map<string, number>; byBrand: Map<string, number>[]; counts: number[] };
  categories: Values;
  categoryNames: string[];
  sellers: Values;
  /** 1 for a seller whom the shop has verified, by the seller's number. */
  verified: Uint8Array;
  /** How many on sale get updates until each month. */
  updatesLive: Map<number, number>;
  /** Sorted rows grouped by model, each group in the order of their listing; `starts[m]` is where model m's begin. */
  byModel: { order: Uint32Array; starts: Uint32Array };
  /** Sorted rows in the order of their prices. */
  byPrice: Uint32Array;
  /** Goes up with every change: of a brand's listings, by the brand's number, and of who is verified. */
  versions: { ofCategory: number[]; ofVerified: number };
};

export const createIndexState = (categories: { id: string; name: string }[]): IndexState => {
  const state: IndexState = {
    rows: createRows(),
    values: Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, createValues()])) as Record<Dimension, Values>,
    vocabulary: createVocabulary(),
    models: [],
    modelNumbers: [],
    modelNames: createValues(),
    nameCategories: [],
    names: { all: new Map(), byBrand: [], counts: [] },
    categories: createValues(),
    categoryNames: [],
    sellers: createValues(),
    verified: new Uint8Array(64),
    updatesLive: new Map(),
    byModel: { order: new Uint32Array(0), starts: new Uint32Array(1) },
    byPrice: new Uint32Array(0),
    versions: { ofCategory: [], ofVerified: 0 },
  };
  for (const { id, name } of categories) addCategory(state, id, name);
  return state;
};

export const addCategory = ({ categories, categoryNames }: IndexState, id: string, name: string): number => {
  const number = intern(categories, id);
  categoryNames[number] = name;
  return number;
};

const countNames = ({ names }: IndexState, category: number, words: string[]): void => {
  names.byBrand[category] ??= new Map();
  names.counts[category] = (names.counts[category] ?? 0) + 1;
  for (const counted of [names.all, names.byBrand[category] ?? names.all]) for (const word of new Set(words)) counted.set(word, (counted.get(word) ?? 0) + 1);
};

/** The numbers of a brand's models, as it is written so. */
const modelNumbersOf = ({ modelNumbers }: IndexState, category: number, brandKey: string): Map<string, number> => {
  modelNumbers[category] ??= new Map();
  const ofCategory = modelNumbers[category];
  const known = ofCategory.get(brandKey);
  if (known) return known;
  const made = new Map<string, number>();
  ofCategory.set(brandKey, made);
  return made;
};

const internModel = (state: IndexState, category: number, brandKey: string, modelKey: string): number => {
  const ofBrand = modelNumbersOf(state, category, brandKey);
  const known = ofBrand.get(modelKey);
  if (known !== undefined) return known;
  const number = intern(state.values.model, `${category}\n${brandKey}\n${modelKey}`);
  ofBrand.set(modelKey, number);
  const brandWords = [...new Set([...wordsOf(state.categoryNames[category] ?? ''), ...wordsOf(brandKey)])];
  const all = wordsOf(modelKey);
  const own = all.filter((word) => !brandWords.includes(word));
  const words = own.length > 0 ? own : all;
  const name = intern(state.modelNames, modelKey);
  state.nameCategories[name] ??= category;
  state.models[number] = { category, name, words, joined: words.join(''), brandWords, weights: null, weighedAmong: 0 };
  countNames(state, category, words);
  addWords(
    state.vocabulary,
    'model',
    number,
    new Set([...spellingsOf(all), ...spellingsOf(words), ...spellingsOf(brandWords)]),
    new Set([...all, ...brandWords]),
  );
  return number;
};

const SIZE = /(?<!\d)(\d+)(?:gb|tb)/gu;
/** People leave the unit out (`iphone 12 256`); below this a number is more likely part of a model’s name. */
const MIN_BARE_GB = 16;

const internText = (state: IndexState, dimension: Exclude<Dimension, 'model'>, key: string): number => {
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
};

/** Shorter ones are parts of names more often than numbers of models. */
const MIN_NUMBER = 4;

/** `sm g973f ds` as `g973f` and `smg973f`: words that are numbers of models, alone or with those beside them. */
const numbersIn = (key: string): Set<string> => {
  const words = wordsOf(key);
  const joined = words.flatMap((word, index) => {
    const two = word + (words[index + 1] ?? '');
    return [word, two, two + (words[index + 2] ?? '')];
  });
  return new Set(joined.filter((word) => word.length >= MIN_NUMBER && /\d/u.test(word)));
};

const countUpdates = ({ updatesLive }: IndexState, month: number, by: 1 | -1): void => {
  updatesLive.set(month, (updatesLive.get(month) ?? 0) + by);
};

/** Of how many a value is on sale goes up or down. */
const count = (state: IndexState, row: number, by: 1 | -1): void => {
  const { columns } = state.rows;
  const { ofCategory } = state.versions;
  const category = columns.category[row] ?? 0;
  ofCategory[category] = (ofCategory[category] ?? 0) + 1;
  const add = (values: Values, number: number) => {
    values.live[number] = (values.live[number] ?? 0) + by;
  };
  for (const dimension of DIMENSIONS) add(state.values[dimension], columns[dimension][row] ?? 0);
  countUpdates(state, columns.updates[row] ?? 0, by);
  add(state.categories, category);
  add(state.modelNames, state.models[columns.model[row] ?? 0]?.name ?? 0);
};

/** Puts a row at the end without counting it; answers its place. */
export const fileRow = (state: IndexState, row: IndexRow): number => {
  const category = intern(state.categories, row.category_id);
  return append(state.rows, {
    id: row.id,
    created: row.created_at,
    price: row.price_cents,
    category,
    seller: internSeller(state, row.seller_id),
    year: row.year,
    updates: row.updates_month,
    model: internModel(state, category, row.brand_key, row.model_key),
    number: internText(state, 'number', row.number_key),
    storage: internText(state, 'storage', row.storage_key),
    condition: internText(state, 'condition', row.condition_key),
    color: internText(state, 'color', row.color_key),
    ram: internText(state, 'ram', row.ram_key),
    place: internText(state, 'place', row.place_key),
  });
};

const addRow = (state: IndexState, row: IndexRow): void => count(state, fileRow(state, row), 1);

/** Counts everything anew. */
export const countEverything = (state: IndexState): void => {
  const { columns, length } = state.rows;
  const countColumn = (values: Values, column: Uint32Array | Uint16Array): void => {
    const counts = new Uint32Array(values.keys.length);
    for (let row = 0; row < length; row += 1) if (columns.alive[row] === 1) counts[column[row] ?? 0] = (counts[column[row] ?? 0] ?? 0) + 1;
    values.live = [...counts];
  };
  for (const dimension of DIMENSIONS) countColumn(state.values[dimension], columns[dimension]);
  countColumn(state.categories, columns.category);
  state.updatesLive.clear();
  for (let row = 0; row < length; row += 1) if (columns.alive[row] === 1) countUpdates(state, columns.updates[row] ?? 0, 1);
  state.modelNames.live.fill(0);
  state.models.forEach(({ name }, model) => {
    state.modelNames.live[name] = (state.modelNames.live[name] ?? 0) + (state.values.model.live[model] ?? 0);
  });
};

const internSeller = (state: IndexState, id: string): number => {
  const number = intern(state.sellers, id);
  if (number >= state.verified.length) {
    const larger = new Uint8Array(number * 2);
    larger.set(state.verified);
    state.verified = larger;
  }
  return number;
};

export const setVerified = (state: IndexState, sellerId: string, verified: boolean): void => {
  const number = internSeller(state, sellerId);
  if ((state.verified[number] === 1) === verified) return;
  state.verified[number] = verified ? 1 : 0;
  state.versions.ofVerified += 1;
};

/** How long its model gets updates the catalogue may learn later. */
const setUpdates = (state: IndexState, row: number, month: number): void => {
  const { columns } = state.rows;
  const { ofCategory } = state.versions;
  if (columns.updates[row] === month) return;
  if (columns.alive[row] === 1) {
    countUpdates(state, columns.updates[row] ?? 0, -1);
    countUpdates(state, month, 1);
  }
  columns.updates[row] = month;
  const category = columns.category[row] ?? 0;
  ofCategory[category] = (ofCategory[category] ?? 0) + 1;
};

/** A listing as it is now: on the shelf while it is on sale. What a listing says of its phone never changes. */
export const placeRow = (state: IndexState, row: IndexRow, onSale: boolean): void => {
  const { rows } = state;
  const known = findRow(rows, row.created_at, row.id);
  const alive = known >= 0 && rows.columns.alive[known] === 1;
  if (known >= 0) setUpdates(state, known, row.updates_month);
  if (onSale === alive) return;
  if (known < 0) {
    addRow(state, row);
    return;
  }
  rows.columns.alive[known] = onSale ? 1 : 0;
  rows.dead += onSale ? -1 : 1;
  count(state, known, onSale ? 1 : -1);
};

/** Takes off those of a seller's listings for which `isGone` says so. */
export const takeOff = (state: IndexState, sellerId: string, isGone: (id: string) => boolean): void => {
  const { rows } = state;
  const seller = state.sellers.numbers.get(sellerId);
  for (let row = 0; row < rows.length; row += 1) {
    if (rows.columns.seller[row] !== seller || rows.columns.alive[row] !== 1 || !isGone(idOf(rows, row))) continue;
    rows.columns.alive[row] = 0;
    rows.dead += 1;
    count(state, row, -1);
  }
};

const groupByModel = ({ rows, models }: IndexState): IndexState['byModel'] => {
  const { model } = rows.columns;
  const starts = new Uint32Array(models.length + 1);
  for (let row = 0; row < rows.sorted; row += 1) starts[(model[row] ?? 0) + 1] = (starts[(model[row] ?? 0) + 1] ?? 0) + 1;
  for (let number = 0; number < models.length; number += 1) starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(rows.sorted);
  for (let row = 0; row < rows.sorted; row += 1) {
    const number = model[row] ?? 0;
    const place = next[number] ?? 0;
    order[place] = row;
    next[number] = place + 1;
  }
  return { order, starts };
};

/** Groups sorted rows by their models and orders them by their prices, anew. */
export const group = (state: IndexState): void => {
  state.byModel = groupByModel(state);
  state.byPrice = orderByPrice(state.rows);
};

/** Brings what came late and what left into order. */
const tidy = (state: IndexState): void => {
  state.rows = sortRows(state.rows);
  group(state);
};

const MAX_LATE = 4096;

/** Tidies when so much came late, or left, that looking through it would be felt. */
export const tidyIfNeeded = (state: IndexState): void => {
  const { length, sorted, dead } = state.rows;
  if (length - sorted > Math.max(MAX_LATE, sorted / 50) || dead > Math.max(MAX_LATE, sorted / 3)) tidy(state);
};

import { createFactValues, type FactValues } from './listing-facts.ts';
import { createOrders, type Orders } from './orders.ts';
import { createRows, type Rows } from './rows.ts';
import { createSpots, type Spots } from './spots.ts';
import { createValues, createVocabulary, DIMENSIONS, type Dimension, intern, type Values, type Vocabulary } from './vocabulary.ts';
import { wordsOfName } from './words.ts';

/** A model of a brand, as sellers write it. */
export type Model = {
  category: number;
  /** The number of its name among all models' names, of any brand. */
  name: number;
  /** The words of its name, without those of its brand; none if it's named like its brand. */
  words: string[];
  /** The letters and digits of each, if it has both. */
  pieces: string[][];
  /** Each word and the next as one: `promax`. */
  pairs: string[];
  /** All its words as one, as people may write it. */
  joined: string;
  /** The letters of these, and of the brand's words: see `lettersOf`. */
  letters: number;
  brandLetters: number;
  /** Words of brand and category. */
  brandWords: string[];
  /** How distinctive each of its words is, and how many models that was computed from. */
  weights: number[] | null;
  weighedAmong: number;
};

/** Everything on sale, in the memory of one process, for searching and counting. */
export type IndexState = {
  rows: Rows;
  values: Record<Dimension, Values>;
  vocabulary: Vocabulary;
  /** Distinct facts; the rows have them once `loadFacts` is done. */
  facts: FactValues;
  models: Model[];
  /** The numbers of each category's models. */
  modelsOfCategory: number[][];
  /** Numbers by category, brand and name as written. */
  modelNumbers: Map<string, Map<string, number>>[];
  modelNames: Values;
  /** The brand under which each model name was first seen. */
  nameCategories: number[];
  /** How many models' names contain each word: across all brands, and for each. `byPiece`: the models that have a word with this piece. */
  names: { all: Map<string, number>; byBrand: Map<string, number>[]; counts: number[]; byPiece: Map<string, number[]> };
  categories: Values;
  categoryNames: string[];
  sellers: Values;
  /** 1 for verified sellers, by the seller's number. */
  verified: Uint8Array;
  /** How many listings on sale get updates until each month. */
  updatesLive: Map<number, number>;
  /** Whether the name of a brand or model has this word, on sale or not. */
  isNameWord(word: string): boolean;
  /** Where cities are. */
  spots: Spots;
  /** Where in the rows' order each value is found. */
  orders: Orders;
  /** While the rows are being sorted again in the background: those that have changed since. */
  changed: Set<number> | null;
  /** Incremented by every change: of anything, of a brand's or a model's listings, by its number, and of verified sellers. */
  versions: { ofAll: number; ofCategory: number[]; ofModel: number[]; ofVerified: number };
};

export function createIndexState(categories: { id: string; name: string }[]): IndexState {
  const state: IndexState = {
    rows: createRows(),
    values: Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, createValues()])) as Record<Dimension, Values>,
    vocabulary: createVocabulary(),
    facts: createFactValues(),
    models: [],
    modelsOfCategory: [],
    modelNumbers: [],
    modelNames: createValues(),
    nameCategories: [],
    names: { all: new Map(), byBrand: [], counts: [], byPiece: new Map() },
    categories: createValues(),
    categoryNames: [],
    sellers: createValues(),
    verified: new Uint8Array(64),
    updatesLive: new Map(),
    isNameWord: (word) => state.categoryNames.some((name) => wordsOfName(name).includes(word)),
    spots: createSpots(),
    orders: createOrders(),
    changed: null,
    versions: { ofAll: 0, ofCategory: [], ofModel: [], ofVerified: 0 },
  };
  for (const { id, name } of categories) addCategory(state, id, name);
  return state;
}

export function addCategory({ categories, categoryNames }: IndexState, id: string, name: string): number {
  const number = intern(categories, id);
  categoryNames[number] = name;
  return number;
}

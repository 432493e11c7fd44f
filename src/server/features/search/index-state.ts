import { createRows, type Rows } from './rows.ts';
import { createValues, createVocabulary, DIMENSIONS, type Dimension, intern, type Values, type Vocabulary } from './vocabulary.ts';

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

export function createIndexState(categories: { id: string; name: string }[]): IndexState {
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
}

export function addCategory({ categories, categoryNames }: IndexState, id: string, name: string): number {
  const number = intern(categories, id);
  categoryNames[number] = name;
  return number;
}

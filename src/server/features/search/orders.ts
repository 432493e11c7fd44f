import { pause } from '../../turns.ts';
import { sortByPrice } from './prices.ts';
import type { Rows } from './rows.ts';
import { DIMENSIONS, type Dimension } from './vocabulary.ts';

/** The sorted rows of each model, which are side by side. */
export type ModelRows = {
  /** Where each model's rows begin and end, by its number. */
  starts: Uint32Array;
  ends: Uint32Array;
  /** The models in the order of their rows. */
  inOrder: Uint32Array;
};

/** Sorted rows grouped by a value, each group in listing order; `starts[n]` is where value n's group begins. */
export type Groups = { order: Uint32Array; starts: Uint32Array };

/** Which models have a sorted row with each value: those of value n are `models` from `starts[n]` to `starts[n + 1]`. */
export type ModelsOf = { models: Uint32Array; starts: Uint32Array };

/** What a row is found by besides its model. */
const FEATURES = DIMENSIONS.filter((dimension): dimension is Feature => dimension !== 'model');
export type Feature = Exclude<Dimension, 'model'>;

export type Orders = { byModel: ModelRows; modelsOf: Record<Feature, ModelsOf>; bySpot: Groups; byPrice: Uint32Array };

const NONE = new Uint32Array(0);

export const createOrders = (): Orders => ({
  byModel: { starts: NONE, ends: NONE, inOrder: NONE },
  modelsOf: forEachFeature(() => ({ models: NONE, starts: NONE })),
  bySpot: { order: NONE, starts: NONE },
  byPrice: NONE,
});

type Numbered = { keys: readonly string[] };

/** Groups and orders sorted rows, with pauses for requests. */
export async function orderRows(rows: Rows, { spots, values }: { spots: Numbered; values: Record<Dimension, Numbered> }): Promise<Orders> {
  const byModel = findModels(rows, values.model.keys.length);
  await pause();
  const modelsOf = forEachFeature((): ModelsOf => ({ models: NONE, starts: NONE }));
  for (const feature of FEATURES) {
    modelsOf[feature] = findModelsOf(rows, rows.columns[feature], values[feature].keys.length);
    await pause();
  }
  const bySpot = groupBy(rows, rows.columns.spot, spots.keys.length);
  await pause();
  return { byModel, modelsOf, bySpot, byPrice: await sortByPrice(rows) };
}

const forEachFeature = <T>(make: () => T): Record<Feature, T> => Object.fromEntries(FEATURES.map((feature) => [feature, make()])) as Record<Feature, T>;

/** Rows of a model are side by side, so a value is new to it unless its last model is the same. */
function findModelsOf({ sorted, columns: { model } }: Rows, column: Uint32Array, count: number): ModelsOf {
  const starts = new Uint32Array(count + 1);
  const last = new Int32Array(count).fill(-1);
  for (let row = 0; row < sorted; row += 1) {
    const value = column[row] ?? 0;
    if (last[value] === model[row]) continue;
    last[value] = model[row] ?? 0;
    starts[value + 1] = (starts[value + 1] ?? 0) + 1;
  }
  for (let value = 0; value < count; value += 1) starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  const next = starts.slice();
  const models = new Uint32Array(starts[count] ?? 0);
  last.fill(-1);
  for (let row = 0; row < sorted; row += 1) {
    const value = column[row] ?? 0;
    if (last[value] === model[row]) continue;
    last[value] = model[row] ?? 0;
    const place = next[value] ?? 0;
    models[place] = model[row] ?? 0;
    next[value] = place + 1;
  }
  return { models, starts };
}

function findModels({ sorted, columns: { model } }: Rows, count: number): ModelRows {
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  const inOrder: number[] = [];
  for (let row = 0; row < sorted; row += 1) {
    const number = model[row] ?? 0;
    if (row === 0 || model[row - 1] !== number) {
      starts[number] = row;
      inOrder.push(number);
    }
    ends[number] = row + 1;
  }
  return { starts, ends, inOrder: Uint32Array.from(inOrder) };
}

function groupBy({ byListing }: Rows, column: Uint32Array, count: number): Groups {
  const starts = new Uint32Array(count + 1);
  for (const row of byListing) starts[(column[row] ?? 0) + 1] = (starts[(column[row] ?? 0) + 1] ?? 0) + 1;
  for (let number = 0; number < count; number += 1) starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(byListing.length);
  for (const row of byListing) {
    const number = column[row] ?? 0;
    const place = next[number] ?? 0;
    order[place] = row;
    next[number] = place + 1;
  }
  return { order, starts };
}

import { pause } from './pause.ts';
import { sortByPrice } from './prices.ts';
import type { Rows } from './rows.ts';

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

export type Orders = { byModel: ModelRows; bySpot: Groups; byNumber: Groups; byPrice: Uint32Array };

const NONE = new Uint32Array(0);

export const createOrders = (): Orders => ({
  byModel: { starts: NONE, ends: NONE, inOrder: NONE },
  bySpot: { order: NONE, starts: NONE },
  byNumber: { order: NONE, starts: NONE },
  byPrice: NONE,
});

/** How many different values there are of each kind. */
type Sizes = { models: number; spots: number; numbers: number };

type Numbered = { keys: readonly string[] };

export const sizesOf = ({ models, spots, values }: { models: readonly unknown[]; spots: Numbered; values: { number: Numbered } }): Sizes => ({
  models: models.length,
  spots: spots.keys.length,
  numbers: values.number.keys.length,
});

/** Groups and orders sorted rows, with pauses for requests. */
export async function orderRows(rows: Rows, { models, spots, numbers }: Sizes): Promise<Orders> {
  const byModel = findModels(rows, models);
  await pause();
  const bySpot = groupBy(rows, rows.columns.spot, spots);
  await pause();
  const byNumber = groupBy(rows, rows.columns.number, numbers);
  await pause();
  return { byModel, bySpot, byNumber, byPrice: await sortByPrice(rows) };
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

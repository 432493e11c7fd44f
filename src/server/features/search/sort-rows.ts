import { pause } from '../../turns.ts';
import type { IndexState, Model } from './index-state.ts';
import { orderRows } from './orders.ts';
import { append, COLUMN_NAMES, compareByListing, createRows, findRow, ID_INTEGERS, idOf, type Rows, valuesIn, withRoom } from './rows.ts';

/** How many rows to copy between pauses. */
const BATCH = 50_000;
/**
 * Groups the rows on sale by model, drops the others, and orders everything again, with pauses for requests. Meanwhile the state is searched and
 * changed as before; what has changed is carried over at the end.
 */
export async function sortRows(state: IndexState): Promise<void> {
  if (state.changed) return;
  const changed = new Set<number>();
  state.changed = changed;
  const before = state.rows;
  const listed = before.columns.alive.slice(0, before.length);
  try {
    const rows = await copyRows(before, await groupByModel(state.models, before, await findListed(before, listed)));
    const orders = await orderRows(rows, state);
    for (const row of changed) if (row < listed.length) carryOver(before, row, rows, listed[row] === 1);
    for (let row = listed.length; row < before.length; row += 1) carryOver(before, row, rows, false);
    for (let row = 0; row < rows.length; row += 1) rows.dead += 1 - (rows.columns.alive[row] ?? 0);
    Object.assign(state, { rows, orders });
  } finally {
    state.changed = null;
  }
}

/** The rows that were on sale, in listing order. */
async function findListed(rows: Rows, alive: Uint8Array): Promise<Uint32Array> {
  const late: number[] = [];
  for (let row = rows.sorted; row < alive.length; row += 1) if (alive[row] === 1) late.push(row);
  late.sort((one, other) => compareByListing(rows, one, other));
  await pause();
  const listed = new Uint32Array(rows.sorted + late.length);
  let length = 0;
  let next = 0;
  for (const row of rows.byListing) {
    if (alive[row] !== 1) continue;
    for (; next < late.length && compareByListing(rows, late[next] ?? 0, row) < 0; next += 1) listed[length++] = late[next] ?? 0;
    listed[length++] = row;
  }
  for (; next < late.length; next += 1) listed[length++] = late[next] ?? 0;
  await pause();
  return listed.slice(0, length);
}

/** Rows in their new order, and where in it they are, in listing order. */
type Grouped = { order: Uint32Array; byListing: Uint32Array };

/** Orders rows by brand, then model, then as they were listed. */
async function groupByModel(models: Model[], { columns: { model } }: Rows, listed: Uint32Array): Promise<Grouped> {
  const numbers = models.map((_, number) => number).sort((one, other) => (models[one]?.category ?? 0) - (models[other]?.category ?? 0) || one - other);
  const next = new Uint32Array(models.length);
  for (const row of listed) next[model[row] ?? 0] = (next[model[row] ?? 0] ?? 0) + 1;
  let start = 0;
  for (const number of numbers) {
    const count = next[number] ?? 0;
    next[number] = start;
    start += count;
  }
  await pause();
  const order = new Uint32Array(listed.length);
  const byListing = new Uint32Array(listed.length);
  for (let place = 0; place < listed.length; place += 1) {
    const row = listed[place] ?? 0;
    const number = model[row] ?? 0;
    const to = next[number] ?? 0;
    order[to] = row;
    byListing[place] = to;
    next[number] = to + 1;
  }
  await pause();
  return { order, byListing };
}

async function copyRows(before: Rows, { order, byListing }: Grouped): Promise<Rows> {
  const { length } = order;
  const rows = createRows(withRoom(length));
  for (let start = 0; start < length; start += BATCH) {
    const end = Math.min(length, start + BATCH);
    for (const name of COLUMN_NAMES) copyColumn(before.columns[name], rows.columns[name], order, { start, end });
    await pause();
    for (let row = start; row < end; row += 1) {
      const from = (order[row] ?? 0) * ID_INTEGERS;
      for (let index = 0; index < ID_INTEGERS; index += 1) rows.ids[row * ID_INTEGERS + index] = before.ids[from + index] ?? 0;
    }
    await pause();
  }
  return Object.assign(rows, { length, sorted: length, byListing });
}

type Column = { [row: number]: number };

function copyColumn(from: Column, to: Column, order: Uint32Array, { start, end }: { start: number; end: number }): void {
  for (let row = start; row < end; row += 1) to[row] = from[order[row] ?? 0] ?? 0;
}

/** Brings a row up to date that was changed or added while the new ones were made; `isCopied`: whether it is among them. */
function carryOver(before: Rows, row: number, rows: Rows, isCopied: boolean): void {
  const { created, alive } = before.columns;
  const id = idOf(before, row);
  const copy = isCopied ? findRow(rows, created[row] ?? 0, id) : -1;
  if (copy >= 0) for (const name of ['alive', 'flags', 'measures', 'updates'] as const) rows.columns[name][copy] = before.columns[name][row] ?? 0;
  else if (alive[row] === 1) append(rows, { id, ...valuesIn(before, row) });
}

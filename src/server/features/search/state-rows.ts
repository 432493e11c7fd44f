import { pause } from '../../turns.ts';
import type { IndexState } from './index-state.ts';
import { internModel, internText } from './interning.ts';
import { type FactNumbers, internFacts } from './listing-facts.ts';
import type { FactRow, IndexRow, StateRow } from './queries.ts';
import { append, findRow, idOf, type NewRow } from './rows.ts';
import { sortRows } from './sort-rows.ts';
import { internSpot } from './spots.ts';
import { DIMENSIONS, intern, type Values } from './vocabulary.ts';

const MAX_LATE = 4096;
const NO_FACTS: FactNumbers = { flags: 0, measures: 0 };

/** Adds or updates a listing, which is found while it is on sale. An edited one gets a new row, because rows are sorted and grouped by their values. */
export function upsertRow(state: IndexState, row: StateRow, onSale: boolean): void {
  const { rows } = state;
  const known = findRow(rows, row.created_at, row.id);
  const alive = known >= 0 && rows.columns.alive[known] === 1;
  const facts = internFacts(state.facts, row);
  if (known >= 0) {
    setUpdates(state, known, row.updates_month);
    rows.columns.flags[known] = facts.flags;
    rows.columns.measures[known] = facts.measures;
    state.versions.ofAll += 1;
    state.changed?.add(known);
  }
  if (alive && onSale && isEdited(state, known, row)) setAlive(state, known, false);
  else if (onSale === alive) return;
  if (onSale && (known < 0 || isEdited(state, known, row))) addRow(state, row, facts);
  else setAlive(state, known, onSale);
}

function setAlive(state: IndexState, row: number, onSale: boolean): void {
  state.rows.columns.alive[row] = onSale ? 1 : 0;
  state.changed?.add(row);
  state.rows.dead += onSale ? -1 : 1;
  count(state, row, onSale ? 1 : -1);
}

/** Whether a listing's values differ from those in its row. */
function isEdited(state: IndexState, at: number, row: IndexRow): boolean {
  const { columns } = state.rows;
  const { id: _, ...values } = valuesOf(state, row, { flags: columns.flags[at] ?? 0, measures: columns.measures[at] ?? 0 });
  return Object.entries(values).some(([name, value]) => columns[name as keyof typeof values][at] !== value);
}

/** The catalog may learn later how long a model gets updates. */
function setUpdates(state: IndexState, row: number, month: number): void {
  const { columns } = state.rows;
  if (columns.updates[row] === month) return;
  if (columns.alive[row] === 1) {
    countUpdates(state, columns.updates[row] ?? 0, -1);
    countUpdates(state, month, 1);
  }
  columns.updates[row] = month;
  noteChange(state, row);
}

function noteChange({ rows: { columns }, versions }: IndexState, row: number): void {
  const { ofCategory, ofModel } = versions;
  const [category, model] = [columns.category[row] ?? 0, columns.model[row] ?? 0];
  ofCategory[category] = (ofCategory[category] ?? 0) + 1;
  ofModel[model] = (ofModel[model] ?? 0) + 1;
  versions.ofAll += 1;
}

function countUpdates({ updatesLive }: IndexState, month: number, by: 1 | -1): void {
  updatesLive.set(month, (updatesLive.get(month) ?? 0) + by);
}

function addRow(state: IndexState, row: StateRow, facts: FactNumbers): void {
  count(state, fileRow(state, row, facts), 1);
}

/** Gives a row its facts, unless a later change did. */
export function setFacts(state: IndexState, row: FactRow): void {
  const { columns } = state.rows;
  const known = findRow(state.rows, row.created_at, row.id);
  if (known < 0 || columns.flags[known] !== 0 || columns.measures[known] !== 0) return;
  const { flags, measures } = internFacts(state.facts, row);
  columns.flags[known] = flags;
  columns.measures[known] = measures;
  state.versions.ofAll += 1;
  state.changed?.add(known);
}

/** Adds a row that came on sale, or went off it, to the counts of each of its values. */
function count(state: IndexState, row: number, by: 1 | -1): void {
  const { columns } = state.rows;
  noteChange(state, row);
  const add = (values: Values, number: number) => {
    values.live[number] = (values.live[number] ?? 0) + by;
  };
  for (const dimension of DIMENSIONS) add(state.values[dimension], columns[dimension][row] ?? 0);
  countUpdates(state, columns.updates[row] ?? 0, by);
  add(state.categories, columns.category[row] ?? 0);
  add(state.spots, columns.spot[row] ?? 0);
  add(state.modelNames, state.models[columns.model[row] ?? 0]?.name ?? 0);
}

/** Appends a row without counting it; returns its position. */
export function fileRow(state: IndexState, row: IndexRow, facts = NO_FACTS): number {
  return append(state.rows, valuesOf(state, row, facts));
}

/** A listing's values by number; new texts get the next numbers. */
function valuesOf(state: IndexState, row: IndexRow, facts: FactNumbers): NewRow {
  const category = intern(state.categories, row.category_id);
  return {
    id: row.id,
    created: row.created_at,
    price: row.price_cents,
    category,
    seller: internSeller(state, row.seller_id),
    year: row.year,
    updates: row.updates_month,
    spot: internSpot(state.spots, row.city_lat, row.city_lng),
    ...facts,
    model: internModel(state, category, row.brand_key, row.model_key),
    number: internText(state, 'number', row.number_key),
    storage: internText(state, 'storage', row.storage_key),
    condition: internText(state, 'condition', row.condition_key),
    color: internText(state, 'color', row.color_key),
    ram: internText(state, 'ram', row.ram_key),
    place: internText(state, 'place', row.place_key),
  };
}

/** A seller's number: the next one, if they are new. */
export function internSeller(state: IndexState, id: string): number {
  const number = intern(state.sellers, id);
  if (number >= state.verified.length) {
    const larger = new Uint8Array(number * 2);
    larger.set(state.verified);
    state.verified = larger;
  }
  return number;
}

/** Removes those of a seller's listings for which `isGone` returns true. */
export function takeOff(state: IndexState, sellerId: string, isGone: (id: string) => boolean): void {
  const { rows } = state;
  const seller = state.sellers.numbers.get(sellerId);
  for (let row = 0; row < rows.length; row += 1) {
    if (rows.columns.seller[row] !== seller || rows.columns.alive[row] !== 1 || !isGone(idOf(rows, row))) continue;
    setAlive(state, row, false);
  }
}

/** Recomputes all counts, with pauses for requests. */
export async function countEverything(state: IndexState): Promise<void> {
  const { columns, length } = state.rows;
  const countColumn = (values: Values, column: Uint32Array | Uint16Array): void => {
    const counts = new Uint32Array(values.keys.length);
    for (let row = 0; row < length; row += 1) if (columns.alive[row] === 1) counts[column[row] ?? 0] = (counts[column[row] ?? 0] ?? 0) + 1;
    values.live = [...counts];
  };
  for (const dimension of DIMENSIONS) {
    countColumn(state.values[dimension], columns[dimension]);
    await pause();
  }
  countColumn(state.categories, columns.category);
  countColumn(state.spots, columns.spot);
  state.updatesLive.clear();
  for (let row = 0; row < length; row += 1) if (columns.alive[row] === 1) countUpdates(state, columns.updates[row] ?? 0, 1);
  state.modelNames.live.fill(0);
  state.models.forEach(({ name }, model) => {
    state.modelNames.live[name] = (state.modelNames.live[name] ?? 0) + (state.values.model.live[model] ?? 0);
  });
}

export function setVerified(state: IndexState, sellerId: string, verified: boolean): void {
  const number = internSeller(state, sellerId);
  if ((state.verified[number] === 1) === verified) return;
  state.verified[number] = verified ? 1 : 0;
  state.versions.ofVerified += 1;
  state.versions.ofAll += 1;
}

/** Sorts again, in the background, once so many rows were added or removed that scanning would take noticeably longer. */
export async function sortIfNeeded(state: IndexState): Promise<void> {
  const { length, sorted, dead } = state.rows;
  if (length - sorted > Math.max(MAX_LATE, sorted / 50) || dead > Math.max(MAX_LATE, sorted / 3)) await sortRows(state);
}

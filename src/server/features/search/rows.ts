import { DIMENSIONS, type Dimension } from './vocabulary.ts';

const TEXT = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, Uint32Array])) as Record<Dimension, Uint32ArrayConstructor>;

/** One array per column: a million listings take some 75 MB, and scanning a column runs at memory speed. */
const COLUMNS = {
  ...TEXT,
  /** Listed at, epoch ms. */
  created: Float64Array,
  /** In cents. */
  price: Uint32Array,
  category: Uint16Array,
  seller: Uint32Array,
  year: Uint16Array,
  /** The number of its facts: see `internFacts`. */
  facts: Uint32Array,
  /** The last month of its security updates, counted from the year 0; 0 if unknown. */
  updates: Uint16Array,
  /** The number of its city's spot: see `internSpot`. */
  spot: Uint32Array,
  /** 1 while it is on sale. */
  alive: Uint8Array,
};
type ColumnName = keyof typeof COLUMNS;
export type Columns = { [K in ColumnName]: InstanceType<(typeof COLUMNS)[K]> };

/** A listing's values by number. */
export type NewRow = Record<Exclude<ColumnName, 'alive'>, number> & { id: string };

const NAMES = Object.keys(COLUMNS) as ColumnName[];
const ID_INTEGERS = 4;

export type Rows = {
  columns: Columns;
  /** Four words per row. */
  ids: Uint32Array;
  length: number;
  /** This many rows, from the first, are in listing order; the rest is in order of arrival. */
  sorted: number;
  dead: number;
};

function allocate(capacity: number): Pick<Rows, 'columns' | 'ids'> {
  return {
    columns: Object.fromEntries(NAMES.map((name) => [name, new COLUMNS[name](capacity)])) as Columns,
    ids: new Uint32Array(capacity * ID_INTEGERS),
  };
}

const FIRST_ROWS = 1024;

export const createRows = (capacity = FIRST_ROWS): Rows => ({ ...allocate(capacity), length: 0, sorted: 0, dead: 0 });

function grow(rows: Rows, capacity: number): void {
  const larger = allocate(capacity);
  for (const name of NAMES) larger.columns[name].set(rows.columns[name].subarray(0, rows.length));
  larger.ids.set(rows.ids.subarray(0, rows.length * ID_INTEGERS));
  Object.assign(rows, larger);
}

const NO_DIGIT = 255;
const DASH = 45;
/** The value of each character as a digit of a UUID. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const [digits, first] of [
  ['0123456789', 0],
  ['abcdef', 10],
  ['ABCDEF', 10],
] as const)
  for (let index = 0; index < digits.length; index += 1) DIGITS[digits.charCodeAt(index)] = first + index;

/** Parses a UUID into four numbers. Throws for anything else, because the shop generates all ids itself. */
export function parseId(id: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0, 0, 0, 0];
  let digits = 0;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    if (code === DASH) continue;
    const digit = DIGITS[code] ?? NO_DIGIT;
    if (digit === NO_DIGIT || digits === 32) throw new Error(`a listing’s id is no UUID: ${id}`);
    const word = digits >> 3;
    words[word] = ((words[word] ?? 0) * 16 + digit) >>> 0;
    digits += 1;
  }
  if (digits !== 32) throw new Error(`a listing’s id is no UUID: ${id}`);
  return words;
}

export function idOf({ ids }: Rows, row: number): string {
  let hex = '';
  for (let index = 0; index < ID_INTEGERS; index += 1) hex += (ids[row * ID_INTEGERS + index] ?? 0).toString(16).padStart(8, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Compares two rows by id. */
export function compareIds({ ids }: Rows, one: number, other: number): number {
  for (let index = 0; index < ID_INTEGERS; index += 1) {
    const difference = (ids[one * ID_INTEGERS + index] ?? 0) - (ids[other * ID_INTEGERS + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares a row's id with a parsed id. */
export function compareToId({ ids }: Rows, row: number, id: readonly number[]): number {
  for (let index = 0; index < ID_INTEGERS; index += 1) {
    const difference = (ids[row * ID_INTEGERS + index] ?? 0) - (id[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Appends a row; returns its number. */
export function append(rows: Rows, { id, ...values }: NewRow): number {
  const row = rows.length;
  if (row === rows.columns.alive.length) grow(rows, Math.max(row + FIRST_ROWS, Math.ceil(row * 1.5)));
  const { columns } = rows;
  const words = parseId(id);
  for (let index = 0; index < ID_INTEGERS; index += 1) rows.ids[row * ID_INTEGERS + index] = words[index] ?? 0;
  // Assigned one by one, because this runs for every listing at startup.
  columns.created[row] = values.created;
  columns.price[row] = values.price;
  columns.category[row] = values.category;
  columns.seller[row] = values.seller;
  columns.year[row] = values.year;
  columns.updates[row] = values.updates;
  columns.facts[row] = values.facts;
  columns.spot[row] = values.spot;
  columns.model[row] = values.model;
  columns.number[row] = values.number;
  columns.storage[row] = values.storage;
  columns.condition[row] = values.condition;
  columns.color[row] = values.color;
  columns.ram[row] = values.ram;
  columns.place[row] = values.place;
  columns.alive[row] = 1;
  rows.length += 1;
  return row;
}

function compareByListing(rows: Rows, one: number, other: number): number {
  const { created } = rows.columns;
  return (created[one] ?? 0) - (created[other] ?? 0) || compareIds(rows, one, other);
}

/** The first of the sorted rows with this time and id, or later ones. */
export function findPlace(rows: Rows, created: number, id: readonly number[]): number {
  let low = 0;
  let high = rows.sorted;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const moment = rows.columns.created[middle] ?? 0;
    if (moment < created || (moment === created && compareToId(rows, middle, id) < 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of a listing, whether still on sale or not; -1 if it was never here. */
export function findRow(rows: Rows, created: number, id: string): number {
  const parsed = parseId(id);
  for (let row = rows.length - 1; row >= rows.sorted; row -= 1) if (compareToId(rows, row, parsed) === 0) return row;
  const place = findPlace(rows, created, parsed);
  return place < rows.sorted && compareToId(rows, place, parsed) === 0 ? place : -1;
}

/** Makes room for exactly this many rows. */
export const reserve = (rows: Rows, capacity: number): void => grow(rows, Math.max(capacity, rows.length + 1));

/** Copies all rows on sale in listing order, into arrays of exactly their size. */
export function sortRows(rows: Rows): Rows {
  const late: number[] = [];
  for (let row = rows.sorted; row < rows.length; row += 1) if (rows.columns.alive[row] === 1) late.push(row);
  late.sort((one, other) => compareByListing(rows, one, other));
  const order = new Uint32Array(rows.sorted + late.length);
  let length = 0;
  let next = 0;
  for (let row = 0; row < rows.sorted; row += 1) {
    if (rows.columns.alive[row] !== 1) continue;
    for (; next < late.length && compareByListing(rows, late[next] ?? 0, row) < 0; next += 1) order[length++] = late[next] ?? 0;
    order[length++] = row;
  }
  for (; next < late.length; next += 1) order[length++] = late[next] ?? 0;
  const { columns, ids } = allocate(length);
  for (const name of NAMES) for (let row = 0; row < length; row += 1) columns[name][row] = rows.columns[name][order[row] ?? 0] ?? 0;
  for (let row = 0; row < length; row += 1)
    for (let index = 0; index < ID_INTEGERS; index += 1) ids[row * ID_INTEGERS + index] = rows.ids[(order[row] ?? 0) * ID_INTEGERS + index] ?? 0;
  return { columns, ids, length, sorted: length, dead: 0 };
}

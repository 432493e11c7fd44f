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
  /** The numbers of its facts: see `internFacts`. */
  flags: Uint32Array,
  measures: Uint32Array,
  /** The last month of its security updates, counted from the year 0; 0 if unknown. */
  updates: Uint16Array,
  /** The number of its city's spot: see `internSpot`. */
  spot: Uint32Array,
  /** 1 while it is on sale. */
  alive: Uint8Array,
};
export type ColumnName = keyof typeof COLUMNS;
export type Columns = { [K in ColumnName]: InstanceType<(typeof COLUMNS)[K]> };

/** A listing's values by number. */
export type NewRow = Record<Exclude<ColumnName, 'alive'>, number> & { id: string };

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
export const ID_INTEGERS = 4;

export type Rows = {
  columns: Columns;
  /** Four words per row. */
  ids: Uint32Array;
  length: number;
  /** This many rows, from the first, are grouped by model, each group in listing order; the rest is in order of arrival. */
  sorted: number;
  /** The sorted rows in listing order. */
  byListing: Uint32Array;
  dead: number;
};

const FIRST_ROWS = 1024;
const SPARE_ROWS = 5000;

/** The number of rows to make room for, so that new listings fit. */
export const withRoom = (length: number): number => length + Math.max(SPARE_ROWS, length >> 5);

/** `capacity`: the number of rows to make room for. */
export const createRows = (capacity = FIRST_ROWS): Rows => ({
  columns: Object.fromEntries(COLUMN_NAMES.map((name) => [name, new COLUMNS[name](capacity)])) as Columns,
  ids: new Uint32Array(capacity * ID_INTEGERS),
  length: 0,
  sorted: 0,
  byListing: new Uint32Array(0),
  dead: 0,
});

function grow(rows: Rows, capacity: number): void {
  const { columns, ids } = createRows(capacity);
  for (const name of COLUMN_NAMES) columns[name].set(rows.columns[name].subarray(0, rows.length));
  ids.set(rows.ids.subarray(0, rows.length * ID_INTEGERS));
  Object.assign(rows, { columns, ids });
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

const HEX = Buffer.from('0123456789abcdef');
const ID_LENGTH = 36;
/** The id being written: bytes become one flat string, and joined pieces many. */
const written = Buffer.alloc(ID_LENGTH, DASH);
/** Where in a UUID each of its bytes stands. */
const BYTE_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

export function idOf({ ids }: Rows, row: number): string {
  for (let byte = 0; byte < BYTE_PLACES.length; byte += 1) {
    const word = ids[row * ID_INTEGERS + (byte >> 2)] ?? 0;
    const value = (word >>> (24 - 8 * (byte & 3))) & 255;
    const place = BYTE_PLACES[byte] ?? 0;
    written[place] = HEX[value >> 4] ?? 0;
    written[place + 1] = HEX[value & 15] ?? 0;
  }
  return written.toString('latin1');
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
  if (row === rows.columns.alive.length) grow(rows, row + Math.max(FIRST_ROWS, row >> 4));
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
  columns.flags[row] = values.flags;
  columns.measures[row] = values.measures;
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

export function compareByListing(rows: Rows, one: number, other: number): number {
  const { created } = rows.columns;
  return (created[one] ?? 0) - (created[other] ?? 0) || compareIds(rows, one, other);
}

/**
 * The first position, from `low` up to `high`, of a row with this time and id, or of a later one. `order`: rows in listing order; null where the
 * positions are the rows themselves.
 */
export function findPlace(
  rows: Rows,
  order: Uint32Array | null,
  { created, id }: { created: number; id: readonly number[] },
  low: number,
  high: number,
): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const row = order ? (order[middle] ?? 0) : middle;
    const moment = rows.columns.created[row] ?? 0;
    if (moment < created || (moment === created && compareToId(rows, row, id) < 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The row of a listing, whether still on sale or not; -1 if it was never here. */
export function findRow(rows: Rows, created: number, id: string): number {
  const parsed = parseId(id);
  for (let row = rows.length - 1; row >= rows.sorted; row -= 1) if (compareToId(rows, row, parsed) === 0) return row;
  const place = findPlace(rows, rows.byListing, { created, id: parsed }, 0, rows.sorted);
  const row = rows.byListing[place];
  return row !== undefined && compareToId(rows, row, parsed) === 0 ? row : -1;
}

/** A listing's values, as `append` takes them. */
export function valuesIn({ columns }: Rows, row: number): Omit<NewRow, 'id'> {
  return Object.fromEntries(COLUMN_NAMES.filter((name) => name !== 'alive').map((name) => [name, columns[name][row] ?? 0])) as Omit<NewRow, 'id'>;
}

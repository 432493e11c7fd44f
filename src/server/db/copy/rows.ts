import { createHash } from 'node:crypto';
import { OperatorFault } from '../../errors.ts';
import type { CopiedTable } from './shape.ts';

type Value = string | number | boolean | null;
/** A row in a common form for both engines, which JSON stores without loss. */
export type Row = Record<string, Value>;

/** Reads a value of either engine, by PostgreSQL's name of the column type; undefined when it doesn't fit the type. */
const READERS: Record<string, (value: unknown) => Value | undefined> = {
  text: readText,
  varchar: readText,
  int4: readWhole,
  int8: readWhole,
  float8: readNumber,
  bool: readYesNo,
  timestamptz: readMoment,
  sqlite_integer: readWholeOrYesNo,
};

/** Converts a row of either engine to the common form. Throws `OperatorFault` for a value that its column can't store, or an unknown type. */
export function toRow(table: CopiedTable, raw: Record<string, unknown>): Row {
  const row: Row = {};
  for (const { name, type } of table.columns) {
    const value = raw[name];
    const read = value === null ? null : READERS[type]?.(value);
    if (read === undefined) {
      const where = `${table.name}.${name} of the row ${table.key.map((column) => raw[column]).join(', ')}`;
      throw new OperatorFault(`${where} can’t be copied: it isn’t a ${type} that both sides can store.`);
    }
    row[name] = read;
  }
  return row;
}

/** Identifies a row, for lookups and reports. */
export const keyOf = (table: CopiedTable, row: Row): string => JSON.stringify(table.key.map((name) => row[name]));

/** The whole row as one line, with the columns in the same order on both sides. */
export const lineOf = (table: CopiedTable, row: Row): string => `${JSON.stringify(table.columns.map(({ name }) => row[name]))}\n`;

/** A hash over rows in sequence. */
export function createChecksum() {
  const hash = createHash('sha256');
  return { add: (line: string): void => void hash.update(line), read: (): string => hash.digest('hex').slice(0, 16) };
}

function readText(value: unknown): Value | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readWhole(value: unknown): Value | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

function readNumber(value: unknown): Value | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** SQLite stores 0 and 1. */
function readYesNo(value: unknown): Value | undefined {
  if (value === 0 || value === 1) return value === 1;
  return typeof value === 'boolean' ? value : undefined;
}

/** SQLite stores times as text, PostgreSQL's driver returns a date. */
function readMoment(value: unknown): Value | undefined {
  const moment = value instanceof Date || typeof value === 'string' ? new Date(value) : null;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}

/** SQLite stores booleans as numbers, so another engine's true becomes 1. */
function readWholeOrYesNo(value: unknown): Value | undefined {
  return typeof value === 'boolean' ? Number(value) : readWhole(value);
}

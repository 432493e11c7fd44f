import { createHash } from 'node:crypto';
import { CannotCopy } from './cannot-copy.ts';
import type { CopiedTable } from './shape.ts';

type Value = string | number | boolean | null;
/** A row in the form that both engines' rows are brought to. JSON holds it without loss. */
export type Row = Record<string, Value>;

/** How a value of either engine is read, by PostgreSQL's name of the column's type; undefined: it is none of that type. */
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

/** A row of either engine in the common form. Throws `CannotCopy` for a value that its column can't hold, or a type that is not known here. */
export function toRow(table: CopiedTable, raw: Record<string, unknown>): Row {
  const row: Row = {};
  for (const { name, type } of table.columns) {
    const value = raw[name];
    const read = value === null ? null : READERS[type]?.(value);
    if (read === undefined) {
      const where = `${table.name}.${name} of the row ${table.key.map((column) => raw[column]).join(', ')}`;
      throw new CannotCopy(`${where} can’t be copied: it isn’t a ${type} that both sides can store.`);
    }
    row[name] = read;
  }
  return row;
}

/** What a row is looked up and named by. */
export const keyOf = (table: CopiedTable, row: Row): string => JSON.stringify(table.key.map((name) => row[name]));

/** The whole row as one line, columns in the same order on both sides. */
export const lineOf = (table: CopiedTable, row: Row): string => `${JSON.stringify(table.columns.map(({ name }) => row[name]))}\n`;

/** A hash over rows, one after the other. */
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

/** SQLite has 0 and 1. */
function readYesNo(value: unknown): Value | undefined {
  if (value === 0 || value === 1) return value === 1;
  return typeof value === 'boolean' ? value : undefined;
}

/** SQLite has the text of a moment, PostgreSQL's driver gives a date. */
function readMoment(value: unknown): Value | undefined {
  const moment = value instanceof Date || typeof value === 'string' ? new Date(value) : null;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}

/** SQLite's yes or no is a number, so what another engine calls true is 1 there. */
function readWholeOrYesNo(value: unknown): Value | undefined {
  return typeof value === 'boolean' ? Number(value) : readWhole(value);
}

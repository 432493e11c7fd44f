import type { AuditEntry } from '#contract/audit.ts';

const COLUMNS: [string, (entry: AuditEntry) => string | number | null][] = [
  ['number', ({ number }) => number],
  ['at', ({ at }) => at],
  ['by', ({ by }) => by.role],
  ['by id', ({ by }) => by._id],
  ['by name', ({ by }) => by.name],
  ['act', ({ act }) => act],
  ['about', ({ subject }) => subject.kind],
  ['about id', ({ subject }) => subject._id],
  ['about name', ({ subject }) => subject.name],
  ['network', ({ network }) => network],
  ['request', ({ requestId }) => requestId],
  ['before', ({ before }) => before && JSON.stringify(before)],
  ['after', ({ after }) => after && JSON.stringify(after)],
  ['seal', ({ hash }) => hash],
];

/** A spreadsheet takes a cell that begins so for a formula, and would run it. */
const FORMULA = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

const toCell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

const toLine = (cells: (string | number | null)[]): string => `${cells.map(toCell).join(',')}\r\n`;

export const csvHead = (): string => toLine(COLUMNS.map(([name]) => name));

/** One entry as a line of CSV; every cell is quoted, and none is a formula. */
export const toCsvLine = (entry: AuditEntry): string => toLine(COLUMNS.map(([, read]) => read(entry)));

import type { AuditEntry } from '#contract/audit.ts';
import { BYTE_ORDER_MARK, writeRow } from '../../csv/write-csv.ts';

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

export const csvHead = (): string => BYTE_ORDER_MARK + toLine(COLUMNS.map(([name]) => name));

const toLine = (cells: (string | number | null)[]): string => writeRow(cells.map((cell) => (cell === null ? '' : String(cell))));

/** One entry as a line of CSV. No cell is read as a formula. */
export const toCsvLine = (entry: AuditEntry): string => toLine(COLUMNS.map(([, read]) => read(entry)));

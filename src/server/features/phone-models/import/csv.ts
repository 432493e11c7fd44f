import { CannotImport } from './fault.ts';

/** A row as it stands in the file; `line` is where it begins, from 1. */
export type CsvRow = { line: number; cells: string[] };

const SEPARATORS = [',', ';', '\t'] as const;
const MAX_ROW = 1_000_000;

/** The sign that parts cells: whichever the first line has most of outside quotes. */
const separatorOf = (start: string): string => {
  const header = (start.split(/\r?\n/u, 1)[0] ?? '').replaceAll(/"[^"]*"/gu, '');
  const count = (sign: string) => header.split(sign).length;
  return [...SEPARATORS].sort((one, other) => count(other) - count(one))[0] ?? ',';
};

const quotesNeverEnd = (line: number): CannotImport =>
  new CannotImport(`The quotes that begin in line ${line} never end. Write a quote that is part of a text twice (""), and close each one.`);

/** Rows of a CSV text (RFC 4180): commas, semicolons or tabs, cells in quotes over several lines, `""` for a quote. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let separator: string | null = null;
  let [cell, cells, line, begins, length]: [string, string[], number, number, number] = ['', [], 1, 1, 0];
  let state: 'open' | 'quoted' | 'after quotes' = 'open';
  const isEmpty = () => cells.length === 0 && cell.trim() === '';
  for await (const piece of pieces) {
    separator ??= piece === '' ? null : separatorOf(piece);
    for (const sign of piece) {
      length += 1;
      if (length > MAX_ROW)
        throw state === 'quoted' ? quotesNeverEnd(begins) : new CannotImport(`The row in line ${begins} is too long: this is no list of models.`);
      if (sign === '\n') line += 1;
      if (state === 'quoted') {
        if (sign === '"') state = 'after quotes';
        else cell += sign;
      } else if (sign === '"' && (state === 'after quotes' || cell.trim() === '')) {
        cell = state === 'after quotes' ? `${cell}"` : '';
        state = 'quoted';
      } else if (sign === separator) {
        cells.push(cell);
        [cell, state] = ['', 'open'];
      } else if (sign === '\n') {
        if (!isEmpty()) yield { line: begins, cells: [...cells, cell].map((text) => text.trim()) };
        [cell, cells, begins, length, state] = ['', [], line, 0, 'open'];
      } else if (sign !== '\r') cell += sign;
    }
  }
  if (state === 'quoted') throw quotesNeverEnd(begins);
  if (!isEmpty()) yield { line: begins, cells: [...cells, cell].map((text) => text.trim()) };
}

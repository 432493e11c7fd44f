import { type CsvRow, readCsv } from '../../../csv/read-csv.ts';
import { CannotImport, RefusedLine } from './fault.ts';
import { readLines, readText } from './text.ts';
import { COLUMNS, type Fields } from './to-model.ts';

/** A line's fields, or the sentence that says why it has none. */
export type ImportedRecord = { line: number; fields: Fields } | { line: number; refused: string };

/** Where quotes never end, or a row doesn't, there is no telling what is meant. */
const requireEnd = ({ line, fault }: CsvRow): void => {
  if (fault === 'open')
    throw new CannotImport(`The quotes that begin in line ${line} never end. Write a quote that is part of a text twice (""), and close each one.`);
  if (fault === 'long') throw new CannotImport(`The row in line ${line} is too long: this is no list of models.`);
};

const readHeader = ({ cells }: { cells: string[] }): string[] => {
  const known = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]));
  const unknown = cells.filter((cell) => !known.has(cell.toLowerCase()));
  if (unknown.length > 0)
    throw new CannotImport(`The first line names columns that there are not: ${unknown.slice(0, 5).join(', ')}. There are: ${COLUMNS.join(', ')}.`);
  const twice = cells.find((cell, index) => cells.indexOf(cell) !== index);
  if (twice !== undefined) throw new CannotImport(`The first line names the column ${twice} twice.`);
  for (const needed of ['brand', 'model_name'])
    if (!cells.some((cell) => cell.toLowerCase() === needed)) throw new CannotImport(`The first line must name the column ${needed}.`);
  return cells.map((cell) => known.get(cell.toLowerCase()) ?? cell);
};

async function* readCsvRecords(pieces: AsyncIterable<string>): AsyncGenerator<ImportedRecord> {
  let header: string[] | null = null;
  for await (const read of readCsv(pieces)) {
    requireEnd(read);
    const row = { line: read.line, cells: read.cells.map((cell) => cell.trim()) };
    if (header === null) {
      header = readHeader(row);
      continue;
    }
    const { line, cells } = row;
    if (cells.length !== header.length) yield { line, refused: `It has ${cells.length} cells, and the first line names ${header.length} columns.` };
    else yield { line, fields: Object.fromEntries(header.map((column, index) => [column, cells[index]])) };
  }
}

const parseLine = (text: string): Fields => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RefusedLine('It is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RefusedLine('It is no JSON object.');
  return value as Fields;
};

async function* readJsonRecords(pieces: AsyncIterable<string>): AsyncGenerator<ImportedRecord> {
  for await (const { line, text } of readLines(pieces)) {
    try {
      yield { line, fields: parseLine(text) };
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      yield { line, refused: error.message };
    }
  }
}

/** The records of a file: JSON lines where it begins with a brace, CSV with a header else. Throws `CannotImport`. */
export async function* readRecords(file: string): AsyncGenerator<ImportedRecord> {
  const pieces = readText(file);
  let start = '';
  while (start.trim() === '') {
    const { value, done } = await pieces.next();
    if (done) throw new CannotImport('This file is empty.');
    start += value;
  }
  const all = (async function* () {
    yield start;
    yield* pieces;
  })();
  yield* start.trimStart().startsWith('{') ? readJsonRecords(all) : readCsvRecords(all);
}

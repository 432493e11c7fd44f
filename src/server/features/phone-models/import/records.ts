import { type CsvRow, readCsv } from '../../../csv/read-csv.ts';
import { OperatorFault } from '../../../errors.ts';
import type { Fields, ImportedRecord } from './fields.ts';
import { readDocument } from './json-document.ts';
import { readLines, readText } from './text.ts';
import { COLUMNS } from './to-model.ts';

/** Reads the records of a file: a JSON document or JSON lines if it begins with a brace, otherwise CSV with a header. Throws `OperatorFault`. */
export async function* readRecords(file: string): AsyncGenerator<ImportedRecord> {
  const pieces = readText(file);
  let start = '';
  while (start.trim() === '') {
    const { value, done } = await pieces.next();
    if (done) throw new OperatorFault('This file is empty.');
    start += value;
  }
  const all = (async function* () {
    yield start;
    yield* pieces;
  })();
  const format = formatOf(start.trimStart());
  if (format === 'document') yield* readDocument(all);
  else if (format === 'lines') yield* readJsonLines(all);
  else yield* readCsvRecords(all);
}

/** A JSON line is a whole object; the first line of a document is only its opening brace. */
function formatOf(start: string): 'document' | 'lines' | 'csv' {
  if (!start.startsWith('{')) return 'csv';
  return /^\{[ \t]*(?:\r?\n|$)/u.test(start) ? 'document' : 'lines';
}

async function* readJsonLines(pieces: AsyncIterable<string>): AsyncGenerator<ImportedRecord> {
  for await (const { line, text } of readLines(pieces)) yield { where: `line ${line}`, ...parseLine(text) };
}

function parseLine(text: string): { fields: Fields } | { refused: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: 'It is not JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { refused: 'It is not a JSON object.' };
  return { fields: value as Fields };
}

async function* readCsvRecords(pieces: AsyncIterable<string>): AsyncGenerator<ImportedRecord> {
  let header: string[] | null = null;
  for await (const read of readCsv(pieces)) {
    requireEnd(read);
    const cells = read.cells.map((cell) => cell.trim());
    if (header === null) {
      header = readHeader(cells);
      continue;
    }
    const where = `line ${read.line}`;
    if (cells.length !== header.length) yield { where, refused: `It has ${cells.length} cells, and the first line names ${header.length} columns.` };
    else yield { where, fields: Object.fromEntries(header.map((column, index) => [column, cells[index]])) };
  }
}

/** Throws for an unclosed quote or row, after which cells can't be told apart. */
function requireEnd({ line, fault }: CsvRow): void {
  if (fault === 'open')
    throw new OperatorFault(`The quotes that begin in line ${line} never end. Write a quote that is part of a text twice (""), and close each one.`);
  if (fault === 'long') throw new OperatorFault(`The row in line ${line} is too long for a list of models.`);
}

function readHeader(cells: string[]): string[] {
  const known = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]));
  const unknown = cells.filter((cell) => !known.has(cell.toLowerCase()));
  if (unknown.length > 0)
    throw new OperatorFault(`The first line names unknown columns: ${unknown.slice(0, 5).join(', ')}. The columns are: ${COLUMNS.join(', ')}.`);
  const twice = cells.find((cell, index) => cells.indexOf(cell) !== index);
  if (twice !== undefined) throw new OperatorFault(`The first line names the column ${twice} twice.`);
  for (const needed of ['brand', 'model_name'])
    if (!cells.some((cell) => cell.toLowerCase() === needed)) throw new OperatorFault(`The first line must name the column ${needed}.`);
  return cells.map((cell) => known.get(cell.toLowerCase()) ?? cell);
}

import { readCsv } from '../../../csv/read-csv.ts';
import { requireEnd } from '../../../csv/require-end.ts';
import { OperatorFault } from '../../../errors.ts';
import type { Fields, ImportedRecord } from './fields.ts';
import { readDocument } from './json-document.ts';
import { readLines, readText } from './text.ts';
import { COLUMNS } from './to-model.ts';

const BROKEN_QUOTES = 'Its quotes don’t match. Close each one, and write quotes inside a text twice ("").';

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

/** A JSON line is a whole object; the first line of a document is only its opening brace, or has the list of models. */
function formatOf(start: string): 'document' | 'lines' | 'csv' {
  if (!start.startsWith('{')) return 'csv';
  return /^\{[ \t]*(?:\r?\n|$)|^\{[^[\]{}\r\n]*"models"\s*:\s*\[/u.test(start) ? 'document' : 'lines';
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
    if (read.fault === 'broken') yield { where, refused: BROKEN_QUOTES };
    else if (cells.length !== header.length) yield { where, refused: `It has ${cells.length} cells, and the first line names ${header.length} columns.` };
    else yield { where, fields: Object.fromEntries(header.map((column, index) => [column, cells[index]])) };
  }
}

function readHeader(cells: string[]): string[] {
  const known = new Map(COLUMNS.map((column) => [column.toLowerCase(), column]));
  const unknown = cells.filter((cell) => !known.has(cell.toLowerCase()));
  if (unknown.length > 0)
    throw new OperatorFault(`The first line names unknown columns: ${unknown.slice(0, 5).join(', ')}. The columns are: ${COLUMNS.join(', ')}.`);
  const names = cells.map((cell) => cell.toLowerCase());
  const twice = cells.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice !== undefined) throw new OperatorFault(`The first line names the column ${twice} twice.`);
  for (const needed of ['brand', 'model_name']) if (!names.includes(needed)) throw new OperatorFault(`The first line must name the column ${needed}.`);
  return cells.map((cell) => known.get(cell.toLowerCase()) ?? cell);
}

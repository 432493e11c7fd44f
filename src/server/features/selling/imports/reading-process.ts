import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ImportColumn, MAX_IMPORT_ROWS } from '#contract/selling/listing-imports.ts';
import { decodeText, type Encoding, UnreadableText } from '../../../csv/decode-text.ts';
import { type CsvRow, readCsv, type Separator, separatorOf } from '../../../csv/read-csv.ts';
import { InvalidError } from '../../../errors.ts';
import { readColumns } from './columns.ts';
import { type ReadRow, readRow } from './read-row.ts';
import { requireAcceptableRows } from './rules.ts';

/** `path` leads to the whole file; `origin` is the shop's own. */
export type ReadingTask = { path: string; origin: string | null };

/** The messages about a file, in this order: its rows in batches (the next one on request), and how it was read; or why it can't be, or wasn't. */
export type Reading =
  | { kind: 'rows'; rows: ReadRow[] }
  | { kind: 'end'; encoding: Encoding; separator: Separator; columns: ImportColumn[] }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; why: string };

const ROWS_AT_ONCE = 25;
/** A line must end within this many characters from the beginning. */
const MAX_START = 200_000;
/** A spreadsheet's way to declare the separator, before everything else. */
const SAYS_SEPARATOR = /^sep=([,;\t])(?:\r\n|\r|\n)/iu;

/** `done` is called once it was sent. */
function say(reading: Reading, done?: () => void): void {
  process.send?.(reading, undefined, undefined, done);
}

/** Returns the text and its separator, which is detected from the beginning. */
async function readStart(pieces: AsyncGenerator<string>): Promise<{ separator: Separator; text: AsyncGenerator<string> }> {
  let start = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    start += next.value;
    if (start.length > MAX_START || (start.length > 1000 && /[\r\n]/u.test(start))) break;
  }
  if (start.trim() === '') throw new InvalidError('This file is empty.');
  const input = SAYS_SEPARATOR.exec(start);
  const text = (async function* () {
    yield start.slice(input?.[0].length ?? 0);
    yield* pieces;
  })();
  return { separator: (input?.[1] as Separator | undefined) ?? separatorOf(start), text };
}

function requireEnd({ row, fault }: CsvRow): void {
  if (fault === 'open')
    throw new InvalidError(`The quotes that open in row ${row} are never closed. Close them, write quotes inside a text twice (""), and send the file again.`);
  if (fault === 'long quote')
    throw new InvalidError(
      `Row ${row} has more than 100,000 characters, and the quotes in it aren’t closed by then. Close them, or shorten the text between them, and send the file again.`,
    );
  if (fault === 'long')
    throw new InvalidError(
      `Row ${row} has more than 100,000 characters or 1,000 cells, or the file has too many rows. This doesn’t look like a list of phones.`,
    );
}

async function sayRows(rows: AsyncGenerator<CsvRow>, columns: ImportColumn[], origin: string | null): Promise<void> {
  let [batch, count]: [ReadRow[], number] = [[], 0];
  const send = async (): Promise<void> => {
    const isAskedForMore = once(process, 'message');
    say({ kind: 'rows', rows: batch });
    batch = [];
    await isAskedForMore;
  };
  for await (const row of rows) {
    requireEnd(row);
    count += 1;
    // Surplus rows are counted to the end, so that the error can name their number.
    if (count > MAX_IMPORT_ROWS) continue;
    batch.push(readRow(row, columns, origin));
    if (batch.length >= ROWS_AT_ONCE) await send();
  }
  requireAcceptableRows(count);
  await send();
}

async function readFile({ path, origin }: ReadingTask): Promise<Reading> {
  let encoding: Encoding = 'utf-8';
  const { separator, text } = await readStart(decodeText(createReadStream(path), (found) => (encoding = found)));
  const rows = readCsv(text, { separator });
  const header = await rows.next();
  if (header.done) throw new InvalidError('This file is empty.');
  requireEnd(header.value);
  const columns = readColumns(header.value.cells);
  await sayRows(rows, columns, origin);
  return { kind: 'end', encoding, separator, columns };
}

function toReading(error: unknown): Reading {
  if (error instanceof UnreadableText || error instanceof InvalidError) return { kind: 'refused', message: error.message };
  return { kind: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

process.on('disconnect', () => process.exit());
process.once('message', async (task: ReadingTask) => {
  const reading = await readFile(task).catch(toReading);
  say(reading, () => process.disconnect());
});

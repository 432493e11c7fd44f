import { MAX_IMPORT_ROWS } from '#contract/listing-imports.ts';
import { decodeText, type Encoding, UnreadableText } from '../../csv/decode-text.ts';
import { type CsvRow, readCsv, type Separator, separatorOf } from '../../csv/read-csv.ts';
import { Conflict, Invalid } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type Checking, checkRows, createCategories } from './check.ts';
import { readColumns } from './columns.ts';
import { readSeen } from './own-listings.ts';
import { addRows, beginImport, dropImport, endReading } from './queries.ts';
import { requireAcceptableRows, requireBegun } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys'>;
export type SentFile = { sellerId: string; fileName: string; origin: string; bytes: AsyncIterable<Uint8Array> };

const AT_ONCE = 100;
const SEPARATOR_NAMES: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
/** A spreadsheet's own way to say the separator, before everything else. */
const SAYS_SEPARATOR = /^sep=([,;\t])(?:\r\n|\r|\n)/iu;

/** The text with its separator, which is told by the beginning. */
const readStart = async (pieces: AsyncGenerator<string>): Promise<{ separator: Separator; text: AsyncGenerator<string> }> => {
  let start = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    start += next.value;
    if (start.length > 1000 && /[\r\n]/u.test(start)) break;
  }
  if (start.trim() === '') throw new Invalid('This file is empty.');
  const said = SAYS_SEPARATOR.exec(start);
  const text = (async function* () {
    yield start.slice(said?.[0].length ?? 0);
    yield* pieces;
  })();
  return { separator: (said?.[1] as Separator | undefined) ?? separatorOf(start), text };
};

const requireEnd = ({ row, fault }: CsvRow): void => {
  if (fault === 'open')
    throw new Invalid(
      `The quotes that begin in row ${row} never end. Write a quote that is part of a text twice (""), close each one, and send the file again.`,
    );
  if (fault === 'long') throw new Invalid(`Row ${row} is longer than a million characters. That is no list of phones.`);
};

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Checks and keeps all rows of a file, a few at a time. */
const keepRows = async (needs: Needs, rows: AsyncGenerator<CsvRow>, checking: Checking): Promise<void> => {
  const { db, clock } = needs;
  let [batch, count]: [CsvRow[], number] = [[], 0];
  const keep = async (): Promise<void> => {
    const kept = await checkRows(needs, batch, checking);
    batch = [];
    if (!(await addRows(db, { id: checking.importId, now: clock.now() }, kept))) throw new Conflict('conflict', 'Another file was sent in place of this one.');
    await breathe();
  };
  for await (const row of rows) {
    requireEnd(row);
    count += 1;
    // Too many are counted to the end, to be told how many they are.
    if (count > MAX_IMPORT_ROWS) continue;
    batch.push(row);
    if (batch.length >= AT_ONCE) await keep();
  }
  requireAcceptableRows(count);
  await keep();
};

const readInto = async (needs: Needs, { sellerId, origin, bytes }: SentFile, importId: string): Promise<void> => {
  const { db, clock } = needs;
  let encoding: Encoding = 'utf-8';
  const { separator, text } = await readStart(decodeText(bytes, (found) => (encoding = found)));
  const rows = readCsv(text, separator);
  const header = await rows.next();
  if (header.done) throw new Invalid('This file is empty.');
  requireEnd(header.value);
  const columns = readColumns(header.value.cells);
  const checking = { importId, sellerId, columns, origin, categories: createCategories(), seen: await readSeen(db, sellerId, 0) };
  await keepRows(needs, rows, checking);
  const found = { encoding, separator: SEPARATOR_NAMES[separator], columns: JSON.stringify(columns) };
  if (!(await endReading(db, { id: importId, now: clock.now() }, found))) throw new Conflict('conflict', 'Another file was sent in place of this one.');
};

/**
 * Reads a file while it comes, and keeps what would come of its rows; answers the import's id. Nothing is listed. Throws `Invalid` for a file that can't be
 * read, `Conflict` while another import of this seller is under way; then nothing is kept.
 */
export const readFile = async (needs: Needs, file: SentFile): Promise<string> => {
  const { sellerId, fileName, origin } = file;
  const id = await beginImport(needs.db, { sellerId, fileName, origin, now: needs.clock.now() });
  requireBegun(id);
  try {
    await readInto(needs, file, id);
  } catch (error) {
    await dropImport(needs.db, id);
    throw error instanceof UnreadableText ? new Invalid(error.message) : error;
  }
  return id;
};

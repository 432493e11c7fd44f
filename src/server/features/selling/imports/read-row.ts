import type { ListingInput } from '#contract/listings.ts';
import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import { cutText } from '#contract/shared/cut-text.ts';
import type { CsvRow } from '../../../csv/read-csv.ts';
import { findOwnFaults, type Input, readCells, toInput, toStoredCells, withCategory } from './row.ts';
import { BROKEN_QUOTES, tooManyCells } from './rules.ts';

/** A row from a file, checked like the form: the listing it makes, or what is wrong with it. `cells`: what is stored of it, as JSON. */
export type ReadRow = {
  position: number;
  cells: string;
  title: string;
  price: string;
  sentence: string | null;
  fields: Record<string, string> | null;
  input: ListingInput | null;
  isSold: boolean;
  /** The seller's own name of the phone, if the file has them. */
  reference: string | null;
  /** The listing that an export had the row from. */
  listingId: string | null;
};

const MAX_PRICE = 40;
/** Twice the longest value of any field; longer cells are rejected unread. */
const MAX_CELL = 10_000;

const MAX_TITLE = 200;

/** Reads a row without using any of the shop's data. `origin` is the shop's own. */
export function readRow({ row: position, cells, fault }: CsvRow, columns: ImportColumn[], origin: string | null): ReadRow {
  if (cells.some((cell) => cell.length > MAX_CELL)) return tooLong(position);
  const sentence = sentenceOf(cells, columns, fault);
  const stored = toStoredCells(cells, columns, sentence === null);
  // In one that doesn't fit, an IMEI may have moved to where its name is read.
  const input = withCategory(readCells(sentence === null ? cells : stored, columns, origin));
  const read: ReadRow = {
    position,
    cells: JSON.stringify(stored.map((cell) => cell.toWellFormed())),
    title: titleOf(input),
    price: cutText(input.texts.resale_price ?? '', MAX_PRICE).toWellFormed(),
    sentence,
    fields: null,
    input: null,
    isSold: input.texts.status?.toLowerCase() === 'sold',
    reference: input.texts.reference || null,
    listingId: input.texts._id || null,
  };
  if (sentence !== null) return read;
  const own = findOwnFaults(input);
  const found = toInput(input);
  if ('fields' in found || Object.keys(own).length > 0) return { ...read, fields: { ...('fields' in found && found.fields), ...own } };
  return { ...read, input: found.input };
}

function tooLong(position: number): ReadRow {
  return {
    ...{ position, cells: '[]', title: '', price: '', fields: null, input: null, isSold: false, reference: null, listingId: null },
    sentence: `A cell of this row has more than ${MAX_CELL.toLocaleString('en-US')} characters. That is no list of phones.`,
  };
}

function titleOf({ texts }: Input): string {
  return cutText([texts.model_name, texts.storage, texts.color].filter((text) => text).join(', '), MAX_TITLE).toWellFormed();
}

function sentenceOf(cells: string[], columns: ImportColumn[], fault: CsvRow['fault']): string | null {
  if (fault !== undefined) return BROKEN_QUOTES;
  return cells.slice(columns.length).some((cell) => cell.trim() !== '') ? tooManyCells(cells.length, columns.length) : null;
}

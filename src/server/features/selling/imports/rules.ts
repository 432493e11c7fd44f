import { MAX_IMPORT_ROWS } from '#contract/selling/listing-imports.ts';
import { ConflictError, InvalidError, NotFoundError } from '../../../errors.ts';

/** Throws 404 for another seller's import, and for one that is forgotten. */
export function requireImport<T>(found: T | undefined): asserts found is T {
  if (!found) throw new NotFoundError('You have no such import, or it is forgotten by now.');
}

type State = { state: string };

/** Throws 409 for an import that can't be confirmed any more. */
export const requireConfirmable = ({ state }: State): void => {
  if (state === 'cancelled') throw new ConflictError('conflict', 'This import was cancelled. Send the file again.');
};

const inWords = (count: number): string => count.toLocaleString('en-US');

/** Throws 422 for a file with no rows, or with more than one import takes. */
export const requireAcceptableRows = (count: number): void => {
  if (count === 0) throw new InvalidError('This file has no rows below the line that names the columns.');
  if (count > MAX_IMPORT_ROWS)
    throw new InvalidError(
      `This file has ${inWords(count)} rows, and an import takes ${inWords(MAX_IMPORT_ROWS)} at the most. Split it, and send one part after the other.`,
    );
};

const BUSY = 'Your last import is not at its end: its phones are being listed, or its file is being read. Wait for it, or cancel it.';

/** Throws 409 when a seller's import is under way. */
export function requireBegun<T extends { outcome: string }>(begun: T): asserts begun is Extract<T, { outcome: 'begun' }> {
  if (begun.outcome !== 'begun') throw new ConflictError('conflict', BUSY);
}

export const SOLD_SENTENCE = 'This phone is sold, so it is not listed again. Empty the cell “status” to list another one like it.';
export const LISTED_SENTENCE = 'Already listed: you have this phone on sale, word for word.';
/** For a row that says the same as another one above it. */
export const sameAs = (row: number): string => `The same phone stands in row ${row} already.`;
export const BROKEN_QUOTES = 'The quotes in this row are broken. Write a quote that is part of a text twice (""), and close each one.';
export const tooManyCells = (cells: number, columns: number): string =>
  `This row has ${cells} cells, and the first line names ${columns} columns: there is a separator too many, or quotes are missing.`;

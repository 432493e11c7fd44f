import { MAX_IMPORT_ROWS } from '#contract/selling/listing-imports.ts';
import { ConflictError, InvalidError, NotFoundError } from '../../../errors.ts';

type State = { state: string };

const BUSY = 'Your last import is still in progress. Wait until it’s done, or cancel it.';

export const SOLD_SENTENCE = 'This phone has been sold, so it isn’t listed again. Clear the “status” cell to list another one like it.';
export const LISTED_SENTENCE = 'Already listed: you have an identical listing on sale.';
export const BROKEN_QUOTES = 'The quotes in this row don’t match. Close each one, and write quotes inside a text twice ("").';

export const UNCHANGED_SENTENCE = 'Unchanged: your listing with this reference already says all this.';
export const HIDDEN_SENTENCE = 'The listing with this reference is under review, so it can’t be updated for now.';

/** The message for a reference that names another phone. */
export const otherPhone = (model: string): string =>
  `Your listing with this reference is a ${model}. Which phone it is can’t change: give this one a reference of its own.`;

/** The message for a reference that an earlier row of the file has. */
export const sameReference = (row: number): string => `Row ${row} already has this reference.`;

/** Throws 404 for another seller's import, and for one that was deleted. */
export function requireImport<T>(found: T | undefined): asserts found is T {
  if (!found) throw new NotFoundError('This import doesn’t exist, or has been deleted.');
}

/** Throws 409 for an import that can no longer be confirmed. */
export function requireConfirmable({ state }: State): void {
  if (state === 'cancelled') throw new ConflictError('conflict', 'This import was canceled. Send the file again.');
}

/** Throws 422 for a file with no rows, or with more than one import may have. */
export function requireAcceptableRows(count: number): void {
  if (count === 0) throw new InvalidError('This file has no rows below the column names.');
  if (count > MAX_IMPORT_ROWS)
    throw new InvalidError(
      `This file has ${formatCount(count)} rows. An import can have up to ${formatCount(MAX_IMPORT_ROWS)}, so split the file and send the parts one by one.`,
    );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Throws 409 while a seller's last import is in progress. */
export function requireBegun<T extends { outcome: string }>(begun: T): asserts begun is Extract<T, { outcome: 'begun' }> {
  if (begun.outcome !== 'begun') throw new ConflictError('conflict', BUSY);
}

/** The message for a row that is the same as an earlier one. */
export const sameAs = (row: number): string => `Row ${row} already has this phone.`;

export function tooManyCells(cells: number, columns: number): string {
  return `This row has ${cells} cells, but the first line names ${columns} columns. There’s an extra separator, or quotes are missing.`;
}

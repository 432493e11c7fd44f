import { MAX_IMPORT_ROWS } from '#contract/selling/listing-imports.ts';
import { ConflictError, HttpError, InvalidError, NotFoundError } from '../../../errors.ts';

type State = { state: string };

const BUSY = 'Your last import is still in progress. Wait until it’s done, or cancel it.';

const REPLACED = 'This file was replaced by another one.';

export const LISTED_SENTENCE = 'Already listed: you have an identical listing.';
export const BROKEN_QUOTES = 'The quotes in this row don’t match. Close each one, and write quotes inside a text twice ("").';

export const UNCHANGED_SENTENCE = 'Unchanged: your listing already says all this.';
export const HIDDEN_SENTENCE = 'The listing that this row updates is under review, so it can’t be updated for now.';
export const IMEI_NOT_TAKEN = 'The IMEI isn’t added: a listing stays without one if it was listed without.';

/** What tells the shop that a row is a listing: its status, or the listing's reference or id. */
export type KnownBy = 'status' | 'reference' | '_id';

const REMEDIES: Record<KnownBy, string> = { status: 'clear the “status” cell', reference: 'change the reference', _id: 'clear the “_id” cell' };

/** The message for a phone that was sold; `by`: each of what would have to change to list another one like it. */
export const soldSentence = (by: KnownBy[]): string =>
  `This phone has been sold, so it isn’t listed again. To list another one like it, ${by.map((one) => REMEDIES[one]).join(' and ')}.`;

/** The message for a reference that names another phone. */
export const otherPhone = (model: string, by: 'reference' | '_id'): string =>
  by === 'reference'
    ? `Your listing with this reference is a ${model}. Which phone it is can’t change: give this one a reference of its own.`
    : `Your listing with this ID is a ${model}. Which phone it is can’t change: clear this cell to list another phone.`;

/** The message for another IMEI than that of the listing that a row updates. */
export const otherImei = (last4: string | null): string =>
  `Your listing has another IMEI, ending in ${last4 ?? '?'}. Which phone it is can’t change: correct the IMEI, leave it empty, or list this one as a new phone.`;

/** The message for a row whose listing has a reference already. */
export const otherReference = (reference: string): string => `Your listing with this ID has the reference “${reference}”, which stays.`;

export const REFERENCE_TAKEN = 'Another listing of yours already has this reference.';

/** The message for a reference that an earlier row of the file has. */
export const sameReference = (row: number): string => `Row ${row} already has this reference.`;

/** Whether an error is about the row: trouble of the database or of a provider isn't, and the row may be fine. */
export const isAboutRow = (error: unknown): error is HttpError => error instanceof HttpError && error.status < 500;

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

/** Throws 409 unless a file was read: another one was begun since, or an earlier import is being listed by now. */
export function requireRead(outcome: 'read' | 'replaced' | 'busy'): void {
  if (outcome !== 'read') throw new ConflictError('conflict', outcome === 'busy' ? BUSY : REPLACED);
}

/** The message for a row that is the same as an earlier one. */
export const sameAs = (row: number): string => `Row ${row} already has this phone.`;

export function tooManyCells(cells: number, columns: number): string {
  return `This row has ${cells} cells, but the first line names ${columns} columns. There’s an extra separator, or quotes are missing.`;
}

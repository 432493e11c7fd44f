import { OperatorFault } from '../errors.ts';
import type { CsvRow } from './read-csv.ts';

/** Throws `OperatorFault` for a row that ended its file early, after which nothing was read. */
export function requireEnd({ line, fault }: CsvRow): void {
  if (fault === 'open')
    throw new OperatorFault(`The quotes that begin in line ${line} never end. Write a quote that is part of a text twice (""), and close each one.`);
  if (fault === 'long quote')
    throw new OperatorFault(`The row in line ${line} is too long, and quotes in it don’t end until then. Close each quote, or shorten the row.`);
  if (fault === 'long') throw new OperatorFault(`The file has too many rows, or the row in line ${line} is too long. Split the file.`);
}

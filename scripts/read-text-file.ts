import { readFileSync, statSync } from 'node:fs';
import { OperatorFault } from '../src/server/errors.ts';

const MAX_BYTES = 50_000_000;

/** A file's text. Throws `OperatorFault` for a file that is missing, over 50 MB (`ifLarger`: what to do then) or not UTF-8. */
export function readTextFile(file: string, ifLarger: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new OperatorFault(`There is no file ${file}.`);
  if (size > MAX_BYTES) throw new OperatorFault(`${file} is larger than 50 MB. ${ifLarger}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch {
    throw new OperatorFault(`${file} isn’t UTF-8.`);
  }
}

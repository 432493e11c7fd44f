import { readFileSync, statSync } from 'node:fs';
import { OperatorFault } from '../src/server/errors.ts';

const MAX_BYTES = 50_000_000;

/** A file's text. Throws `OperatorFault` for a file that is missing, over 50 MB (`ifLarger`: what to do then) or not UTF-8. */
export function readTextFile(file: string, ifLarger: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new OperatorFault(`There is no file ${file}.`);
  if (found.isDirectory()) throw new OperatorFault(`${file} is a directory, not a file.`);
  if (found.size > MAX_BYTES) throw new OperatorFault(`${file} is larger than 50 MB. ${ifLarger}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorFault(code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? `${file} isn’t UTF-8.` : `${file} can’t be read (${code}).`);
  }
}

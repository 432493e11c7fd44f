import { readFileSync, statSync } from 'node:fs';

const MAX_BYTES = 50_000_000;

type Refusal = {
  toError: (why: string) => Error;
  /** What to do with a file over 50 MB. */
  ifLarger: string;
};

/** A file's text. Throws `toError` for a file that is missing, too large or not UTF-8. */
export function readTextFile(file: string, { toError, ifLarger }: Refusal): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw toError(`There is no file ${file}.`);
  if (size > MAX_BYTES) throw toError(`${file} is larger than 50 MB. ${ifLarger}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch {
    throw toError(`${file} isn’t UTF-8.`);
  }
}

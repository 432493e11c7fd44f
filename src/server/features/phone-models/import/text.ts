import { createReadStream } from 'node:fs';
import { OperatorFault } from '../../../errors.ts';

const MAX_LINE = 1_000_000;

/** Reads a file's text piece by piece, without a byte order mark. Throws `OperatorFault` for a file that isn't UTF-8 text or can't be read. */
export async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (text: string): string => {
    if (text.includes('\0')) throw new OperatorFault('This file is not text: it contains zero bytes. Export it as CSV, or as JSON lines.');
    return text;
  };
  try {
    for await (const bytes of createReadStream(file)) yield check(decode(decoder, bytes as Uint8Array));
  } catch (error) {
    if (error instanceof OperatorFault) throw error;
    throw new OperatorFault(`The file ${file} can’t be read (${error instanceof Error && 'code' in error ? error.code : 'unknown'}).`);
  }
  yield check(decode(decoder, undefined));
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new OperatorFault('This file is not in UTF-8. Save it as “CSV UTF-8”, or as plain text in UTF-8, and import that.');
  }
}

/** A text's nonempty lines with their numbers, from 1. */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let [rest, line] = ['', 0];
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/u);
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
    if (rest.length > MAX_LINE) throw new OperatorFault(`Line ${line + 1} is longer than a million characters. Write one model per line.`);
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

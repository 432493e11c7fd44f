import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../docs/operations/cluster.md');

/** Texts of the page and what stands there instead, such as an address of this trial. */
export type Substitutions = Record<string, string>;

/** Returns a file as the handbook shows it, so that the trial tries what operators copy. Throws if the page shows no such file, or lacks a text. */
export function readDocumented(file: string, substitutions: Substitutions = {}): string {
  const page = readFileSync(PAGE, 'utf8');
  const start = page.split('\n').findIndex((line) => /^```\w+ /u.test(line) && line.endsWith(` ${file}`));
  if (start < 0) throw new Error(`docs/operations/cluster.md shows no ${file}`);
  const lines = page.split('\n').slice(start + 1);
  let text = `${lines.slice(0, lines.indexOf('```')).join('\n')}\n`;
  for (const [before, after] of Object.entries(substitutions)) {
    if (!text.includes(before)) throw new Error(`${file} in docs/operations/cluster.md has no ${before}`);
    text = text.replaceAll(before, after);
  }
  return text;
}

/** Reads lines such as `NAME=value`. */
export function readVariables(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

import { remember } from '../../remember.ts';

const NAME_THEN_NUMBER = /^(\p{L}{2,})(\d.*)/su;
const NUMBER_THEN_NAME = /^(\d+)(\p{L}{3}.*)/su;

/** The folded words of a text: its letters and digits, without what is between them. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The same of a brand's name, which each search reads. */
export const wordsOfName = remember((name): readonly string[] => wordsOf(name));

/** A brand's name as `fold` returns it. */
export const foldName = remember((name) => fold(name));

/** Normalizes a text for comparison: lower case, without accents, `S21+` as `S21 plus`, a size in one word. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/(?<=[\p{L}\p{N}])\+/gu, ' plus ')
    .replace(/(\d)\s+(?=[kmgt]b(?![\p{L}\p{N}]))/gu, '$1');
}

/** Every word by which a text can be found: its own words, each two neighbors joined (`promax`), and the parts of compounds (`note20`). */
export function spellingsOf(words: readonly string[]): Set<string> {
  const found = new Set(words);
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (next !== undefined) found.add(word + next);
    for (const part of partsOf(word)) found.add(part);
  });
  return found;
}

/** Splits `note20ultra` into `note`, `20`, `ultra`, as people also write it; empty for a word without such parts. */
export function partsOf(word: string): string[] {
  const [, before, after] = NAME_THEN_NUMBER.exec(word) ?? NUMBER_THEN_NAME.exec(word) ?? [];
  if (before === undefined || after === undefined) return [];
  const rest = partsOf(after);
  return [before, ...(rest.length > 0 ? rest : [after])];
}

/** Damerau and Levenshtein's distance: how many letters must be omitted, added, changed or swapped with their neighbor to turn one word into the other. */
export function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      current.push(best);
    }
    before = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

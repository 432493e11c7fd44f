import { remember } from '../../remember.ts';

const NAME_THEN_NUMBER = /^(\p{L}{2,})(\d.*)/su;
const PIECES = /\p{L}+|\d+/gu;
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
    .replaceAll('ß', 'ss')
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

/** The letters and digits of a word that has both: `s` and `21` of `s21`. */
export function piecesOf(word: string): string[] {
  const pieces = word.match(PIECES) ?? [];
  return pieces.filter((piece) => piece !== word);
}

/** A bit set of a text's letters and digits (two digits share a bit): a text can't contain another that has more bits set. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << (26 + ((code - 48) >> 1));
  }
  return bits;
}

/** How many bits differ between the sets of two texts; each of the edits that `distanceOf` counts changes two at most. */
export function countDifferent(letters: number, others: number): number {
  let count = 0;
  for (let left = letters ^ others; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The three rows that `distanceOf` needs, made once. */
let distances = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const;

/**
 * Damerau and Levenshtein's distance: how many letters must be omitted, added, changed or swapped with their neighbor to turn one word into the other.
 * A distance above `most` may come back as any number above it.
 */
export function distanceOf(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  const width = other.length + 1;
  if (Math.abs(one.length - other.length) > most) return most + 1;
  if (width > distances[0].length) distances = [new Uint16Array(2 * width), new Uint16Array(2 * width), new Uint16Array(2 * width)];
  let [before, last, current] = distances;
  for (let column = 0; column < width; column += 1) last[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    const former = one.charCodeAt(row - 2);
    let left = row;
    let least = row;
    current[0] = row;
    for (let column = 1; column < width; column += 1) {
      const facing = other.charCodeAt(column - 1);
      const substituted = (last[column - 1] ?? 0) + (letter === facing ? 0 : 1);
      left = Math.min((last[column] ?? 0) + 1, left + 1, substituted);
      if (row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && former === facing) left = Math.min(left, (before[column - 2] ?? 0) + 1);
      current[column] = left;
      least = Math.min(least, left);
    }
    // No row after it has less, except by a swap that begins in the row before.
    if (least > most + 1) return most + 1;
    [before, last, current] = [last, current, before];
  }
  return last[other.length] ?? 0;
}

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'common.bin');
const WIDTH = 4;

let known: Buffer | null = null;

/** What people guess first at this shop: its own name, and what it sells. */
const SHOP_WORDS = ['redial', 'phone', 'iphone', 'mobile', 'smartphone'];

/**
 * Why a password that meets the rules is too easy to guess, in a sentence; null when it isn't. `words` are the shop's name and what is known of the
 * person: their name and the part of their address before the @.
 */
export function findPasswordWeakness(password: string, words: readonly string[]): string | null {
  if (isCommonPassword(password)) return 'This password is too common. Choose another.';
  const core = coreOf(password);
  const isKnown = [...SHOP_WORDS, ...words.map(coreOf)].some((word) => word.length >= 3 && word === core);
  return isKnown ? 'This password is easy to guess: it’s just a name with digits. Choose another.' : null;
}

/** Whether a password is among the five thousand most common ones that meet the shop's rules. */
function isCommonPassword(password: string): boolean {
  known ??= readFileSync(FILE);
  const wanted = fingerprintOf(password);
  let [low, high] = [0, known.length / WIDTH - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = known.readUInt32BE(middle * WIDTH);
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** The stored form of a common password: the first 32 bits of a case-insensitive hash. One other password in a million matches by chance. */
export const fingerprintOf = (password: string): number => Number.parseInt(hash('sha256', password.toLowerCase(), 'hex').slice(0, WIDTH * 2), 16);

/** Reduces a word to its letters and inner digits, without those around it: `Redial123` becomes `redial`. */
function coreOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z\d]/gu, '')
    .replace(/^\d+|(?<!\d)\d+$/gu, '');
}

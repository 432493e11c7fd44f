import { normalizePhone } from '../../security/buyer-keys.ts';

/** What somebody is found by. */
export type Findable = { name: string; email: string; phones: string[] };

/** Letters that Unicode doesn't take apart, as people type them who don't have them. */
const PLAIN: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** Longer names are in the list from A to Z by their beginning. */
const NAME_LENGTH = 60;
/** Long enough to tell people's words apart; an address that is longer is found by its beginning. */
const WORD_BYTES = 60;
/** Of one person's name, and of what an admin typed. */
const MOST_WORDS = 12;

/** A name as lists from A to Z order it: without case and accents. */
export const toSortedName = (name: string): string => [...fold(name).replace(/\s+/gu, ' ').trim()].slice(0, NAME_LENGTH).join('');

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßđðłþı]/gu, (sign) => PLAIN[sign] ?? sign)
    .normalize('NFC');
}

/** The words to store for a person. */
export function wordsOfPerson({ name, email, phones }: Findable): string[] {
  return [...new Set([...wordsOf(name), fold(email), ...phones.flatMap(toNumber)])].filter((word) => word !== '').map(toWordKey);
}

/** A telephone number in the form that all ways to write it have in common; nothing for any other text. */
function toNumber(text: string): string[] {
  const number = normalizePhone(text.slice(0, 200));
  return /^\d{7,}$/u.test(number) ? [number] : [];
}

/** The words to look for: the beginnings of words of a name, of an address, or a number. */
export function wordsToFind(typed: string): string[] {
  const [number] = /^[+\d\s().\-/]+$/u.test(typed) ? toNumber(typed) : [];
  if (number !== undefined) return [toWordKey(number)];
  const words = typed.split(/\s+/u).flatMap((term) => (term.includes('@') ? [fold(term)] : wordsOf(term)));
  return [...new Set(words)].slice(0, MOST_WORDS).map(toWordKey);
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}

/** A word in hexadecimal digits, whose beginnings are a range of an index in every collation. */
const toWordKey = (word: string): string => Buffer.from(word).subarray(0, WORD_BYTES).toString('hex');
